//! The plan of a campaign: scenes, seeds, parameters, end conditions, and metrics.

mod check;
mod condition;
mod expansion;
mod keys;
mod metric;
mod quantity;
mod sampling;
mod start;
mod statistic;
mod values;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

pub use condition::Condition;
pub use expansion::{Configuration, RunPlan, Runs};
pub use metric::Metric;
pub use quantity::Resolved;
pub use start::{Action, Start};
pub use statistic::Statistic;
pub use values::{Choice, Range, Values};

/// Names of the columns that every table of results has; parameters and metrics are called otherwise.
pub const COLUMNS: [&str; 14] = [
    "run",
    "scene",
    "seed",
    "outcome",
    "stop",
    "error",
    "attempts",
    "ticks",
    "simulated_s",
    "resumed_s",
    "load_s",
    "wall_s",
    "digest",
    "recording",
];

/// The stop reason of a run that lasted for the whole duration.
pub const STOP_DURATION: &str = "duration";

/// The stop reason of a run that a component ended.
pub const STOP_QUIT: &str = "quit";

/// Most runs of a plan.
pub const RUNS_MAX: u64 = 10_000_000;

/// Why a plan cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum PlanError {
    /// The file cannot be read.
    #[error("cannot read {}: {error}", path.display())]
    Read {
        /// The plan.
        path: PathBuf,
        /// The error of the system.
        error: std::io::Error,
    },
    /// The text is not a valid plan.
    #[error("{}: {problem}", path.display())]
    Invalid {
        /// The plan.
        path: PathBuf,
        /// The problem and its solution.
        problem: String,
    },
}

/// A campaign: every scene, with every configuration of the parameters, with every seed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// Scene scripts and documents; their paths are relative to the plan.
    pub scenes: Vec<PathBuf>,
    /// Simulated time after which a run ends. [s]
    pub duration_s: f64,
    /// Decides all that is random in the plan: samples of parameters, and the first of counted seeds.
    #[serde(default)]
    pub seed: u64,
    /// The seeds of the runs of a configuration.
    #[serde(default)]
    pub seeds: Seeds,
    /// Values of the parameters.
    #[serde(default)]
    pub parameters: BTreeMap<String, Values>,
    /// How many values are drawn for parameters with a range.
    #[serde(default)]
    pub samples: Option<u32>,
    /// How they are drawn.
    #[serde(default)]
    pub sampling: Sampling,
    /// Commands and service calls before the first tick, in this order.
    #[serde(default)]
    pub start: Vec<Start>,
    /// Conditions that end a run, by their names in the table.
    #[serde(default)]
    pub stop: BTreeMap<String, Condition>,
    /// Stop reasons of a run that succeeded; every reason when there are none.
    #[serde(default)]
    pub success: Vec<String>,
    /// Metrics of each run, by the names of their columns.
    #[serde(default)]
    pub metrics: BTreeMap<String, Metric>,
    /// Which runs are recorded.
    #[serde(default)]
    pub record: RecordWhich,
    /// How often a run is begun whose worker dies.
    #[serde(default = "default_attempts")]
    pub attempts: u32,
    /// Wall time after which a run is given up. [s]
    #[serde(default)]
    pub timeout_s: Option<f64>,
    /// Wall time between two checkpoints of a run, from which it continues when its worker died; zero for none. [s]
    #[serde(default = "default_checkpoint_s")]
    pub checkpoint_s: f64,
}

fn default_attempts() -> u32 {
    3
}

fn default_checkpoint_s() -> f64 {
    60.0
}

/// The seeds of the runs of a configuration.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged, expecting = "it is a number of seeds, or a list of seeds")]
pub enum Seeds {
    /// This number of consecutive seeds, beginning with the seed of the plan.
    Count(u64),
    /// These seeds.
    List(Vec<u64>),
}

impl Default for Seeds {
    fn default() -> Self {
        Self::Count(1)
    }
}

/// How values of ranges are drawn.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Sampling {
    /// Each range is cut into as many equal parts as there are samples, and each part is met once.
    #[default]
    LatinHypercube,
    /// Each sample is drawn from the whole range.
    Random,
}

/// Which runs are recorded.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RecordWhich {
    /// No runs.
    #[default]
    None,
    /// Those that fail; they are made a second time for it.
    Failures,
    /// All runs.
    All,
}

impl Plan {
    /// Reads a plan in TOML, or in JSON when its name ends in `.json`. Paths of scenes become those from the folder
    /// of the plan.
    ///
    /// # Errors
    /// When it cannot be read or says something that is not allowed.
    pub fn read(path: &Path) -> Result<Self, PlanError> {
        let failure = |error| PlanError::Read { path: path.to_owned(), error };
        let text = std::fs::read_to_string(path).map_err(failure)?;
        let is_json = path.extension().is_some_and(|extension| extension == "json");
        let folder = path.parent().unwrap_or(Path::new(""));
        Self::parse(&text, is_json, folder)
            .map_err(|problem| PlanError::Invalid { path: path.to_owned(), problem })
    }

    /// The plan of a text, whose scenes are looked for in `folder`.
    ///
    /// # Errors
    /// The problem with the text.
    pub fn parse(text: &str, is_json: bool, folder: &Path) -> Result<Self, String> {
        let json: Json = if is_json {
            serde_json::from_str(text).map_err(|error| error.to_string())?
        } else {
            toml::from_str(text).map_err(|error: toml::de::Error| error.to_string().trim_end().to_owned())?
        };
        keys::check(&json)?;
        let mut plan: Self = serde_path_to_error::deserialize(json).map_err(|error| {
            let (place, error) = (error.path().to_string(), error.inner().to_string());
            if place == "." { error } else { format!("`{place}`: {error}") }
        })?;
        for scene in &mut plan.scenes {
            *scene = folder.join(&scene);
        }
        plan.check()?;
        Ok(plan)
    }

    /// Parameters that conditions and the start use. Scripts need not ask for these.
    #[must_use]
    pub fn names_of_parameters(&self) -> BTreeSet<String> {
        let mut names: BTreeSet<String> = self.start.iter().flat_map(Start::parameters).collect();
        names.extend(self.stop.values().filter_map(|condition| condition.parameter().map(str::to_owned)));
        names
    }

    /// Whether a run that ended for this reason succeeded.
    #[must_use]
    pub fn succeeds(&self, stop: &str) -> bool {
        self.success.is_empty() || self.success.iter().any(|name| name == stop)
    }
}

#[cfg(test)]
mod tests;
