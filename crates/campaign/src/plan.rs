//! The plan of a campaign: which scenes, seeds and parameters, when a run ends, and what is read of it.

mod expansion;
mod keys;
mod quantity;
mod sampling;
mod start;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use morse::ParameterValue;
use morse_scene::nearest::did_you_mean;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

pub use expansion::{Configuration, RunPlan, Runs};
pub use quantity::{Condition, Metric, Resolved, Statistic};
pub use start::{Action, Start};

/// Names of the columns that every table of results has; parameters and metrics are called otherwise.
pub const COLUMNS: [&str; 13] = [
    "run",
    "scene",
    "seed",
    "outcome",
    "stop",
    "error",
    "attempts",
    "ticks",
    "simulated_s",
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
    /// What it says is no plan.
    #[error("{}: {problem}", path.display())]
    Invalid {
        /// The plan.
        path: PathBuf,
        /// What is wrong, and what to do.
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
    /// Conditions that end a run, by the name under which the table tells of them.
    #[serde(default)]
    pub stop: BTreeMap<String, Condition>,
    /// Stop reasons of a run that succeeded; every reason when there are none.
    #[serde(default)]
    pub success: Vec<String>,
    /// What is read of each run, by the name of its column.
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
}

fn default_attempts() -> u32 {
    3
}

/// The seeds of the runs of a configuration.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged, expecting = "it is a number of seeds, or a list of seeds")]
pub enum Seeds {
    /// So many, from the seed of the plan on.
    Count(u64),
    /// These.
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
    /// None.
    #[default]
    None,
    /// Those that fail; they are made a second time for it.
    Failures,
    /// All.
    All,
}

/// The values of a parameter.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(
    untagged,
    expecting = "it is a finite number, a text, true or false; a list of these; { low = …, high = … }; or { choices = [ … ] }"
)]
pub enum Values {
    /// Each of these, with each value of the other parameters.
    Grid(Vec<ParameterValue>),
    /// A range from which values are drawn.
    Range(Range),
    /// One of these is drawn for each sample.
    Choice(Choice),
    /// The same in every run.
    Fixed(ParameterValue),
}

/// A range from which values are drawn.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Range {
    /// Its lower end.
    pub low: f64,
    /// Its upper end.
    pub high: f64,
    /// Whether the logarithm of the value is drawn.
    #[serde(default)]
    pub log: bool,
    /// Whether the value is rounded down to a whole number; then `high` itself can be drawn, too.
    #[serde(default)]
    pub integer: bool,
}

/// Values of which one is drawn.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Choice {
    /// The values.
    pub choices: Vec<ParameterValue>,
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
    /// What is wrong with it.
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

    fn check(&self) -> Result<(), String> {
        if self.scenes.is_empty() {
            return Err(
                "`scenes` is empty: name at least one scene, such as scenes = [\"scene.py\"]".to_owned()
            );
        }
        if let Some(missing) = self.scenes.iter().find(|scene| !scene.is_file()) {
            return Err(format!("the scene {} does not exist", missing.display()));
        }
        let is_time = |seconds: f64| seconds.is_finite() && seconds > 0.0;
        if !is_time(self.duration_s) {
            return Err(format!("`duration_s` must be more than 0 seconds, not {}", self.duration_s));
        }
        if let Some(timeout_s) = self.timeout_s.filter(|&seconds| !is_time(seconds)) {
            return Err(format!("`timeout_s` must be more than 0 seconds, not {timeout_s}"));
        }
        if self.attempts == 0 {
            return Err("`attempts` must be at least 1".to_owned());
        }
        self.check_seeds()?;
        self.check_parameters()?;
        self.check_names()?;
        let runs = Runs::count_of(self);
        match runs {
            Some(runs) if runs <= RUNS_MAX => Ok(()),
            _ => Err(format!("the plan has more than {RUNS_MAX} runs: leave out values, samples or seeds")),
        }
    }

    fn check_seeds(&self) -> Result<(), String> {
        match &self.seeds {
            Seeds::Count(0) => Err("`seeds` is 0: at least one is needed".to_owned()),
            Seeds::List(list) if list.is_empty() => {
                Err("`seeds` is empty: at least one is needed".to_owned())
            }
            Seeds::List(list) if list.iter().collect::<BTreeSet<_>>().len() < list.len() => {
                Err("`seeds` has a seed twice, which would make the same runs twice".to_owned())
            }
            // The table has signed numbers.
            Seeds::List(list) if list.iter().any(|&seed| i64::try_from(seed).is_err()) => {
                Err(format!("a seed is at most {}", i64::MAX))
            }
            Seeds::Count(count) if self.seed.checked_add(*count).is_none_or(|end| end > i64::MAX as u64) => {
                Err(format!("a seed is at most {}", i64::MAX))
            }
            _ => Ok(()),
        }
    }

    fn check_parameters(&self) -> Result<(), String> {
        let mut has_range = false;
        for (name, values) in &self.parameters {
            let (values, is_sampled) = match values {
                Values::Grid(values) => (values.as_slice(), false),
                Values::Choice(choice) => (choice.choices.as_slice(), true),
                Values::Fixed(value) => (std::slice::from_ref(value), false),
                Values::Range(range) => {
                    range.check().map_err(|problem| format!("`parameters.{name}`: {problem}"))?;
                    has_range = true;
                    continue;
                }
            };
            has_range |= is_sampled;
            if values.is_empty() {
                return Err(format!("`parameters.{name}` is empty: a grid has at least one value"));
            }
            if !values.iter().all(ParameterValue::is_finite) {
                return Err(format!("`parameters.{name}`: every number must be finite"));
            }
        }
        match (has_range, self.samples) {
            (true, None) => {
                Err("parameters with a range or choices need `samples`, how many values are drawn".to_owned())
            }
            (true, Some(0)) => Err("`samples` is 0: at least one is needed".to_owned()),
            (false, Some(_)) => Err(
                "`samples` has no effect: no parameter has a range, such as mass = { low = 1.0, high = 2.0 }"
                    .to_owned(),
            ),
            _ => Ok(()),
        }
    }

    /// Names of columns, stop reasons, and parameters that conditions and the start use.
    fn check_names(&self) -> Result<(), String> {
        for name in self.parameters.keys().chain(self.metrics.keys()) {
            if COLUMNS.contains(&name.as_str()) {
                return Err(format!(
                    "{name:?} is a column of every table: call the parameter or metric otherwise"
                ));
            }
        }
        if let Some(name) = self.metrics.keys().find(|name| self.parameters.contains_key(*name)) {
            return Err(format!("{name:?} is a parameter and a metric: give one of them another name"));
        }
        let reasons = self.stop_reasons();
        for name in &self.success {
            if !reasons.contains(name.as_str()) {
                let meant = did_you_mean(name, reasons.iter().copied()).unwrap_or_default();
                return Err(format!("`success` names {name:?}, which ends no run {meant}")
                    .trim_end()
                    .to_owned());
            }
        }
        if let Some(name) = self.stop.keys().find(|name| [STOP_DURATION, STOP_QUIT].contains(&name.as_str()))
        {
            return Err(format!("`stop.{name}`: this name stands for another stop reason"));
        }
        for name in self.names_of_parameters() {
            if !self.parameters.contains_key(&name) {
                let meant = did_you_mean(&name, self.parameters.keys().map(String::as_str));
                let meant = meant.map(|meant| format!("; {meant}")).unwrap_or_default();
                return Err(format!("`parameters` has no {name:?}, which the plan uses{meant}"));
            }
        }
        Ok(())
    }

    fn stop_reasons(&self) -> BTreeSet<&str> {
        self.stop.keys().map(String::as_str).chain([STOP_DURATION, STOP_QUIT]).collect()
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

impl Values {
    /// Values of the types that it can have.
    #[must_use]
    pub fn possible(&self) -> Vec<ParameterValue> {
        match self {
            Self::Grid(values) => values.clone(),
            Self::Choice(choice) => choice.choices.clone(),
            Self::Fixed(value) => vec![value.clone()],
            Self::Range(range) if range.integer => vec![ParameterValue::Int(0)],
            Self::Range(_) => vec![ParameterValue::Float(0.0)],
        }
    }
}

impl Range {
    fn check(&self) -> Result<(), String> {
        if !(self.low.is_finite() && self.high.is_finite() && self.low < self.high) {
            return Err(format!("`low` must be less than `high`: {} and {}", self.low, self.high));
        }
        if self.log && self.low <= 0.0 {
            return Err(format!("`low` must be more than 0 where `log` is true, not {}", self.low));
        }
        let is_whole = |number: f64| number.fract() == 0.0 && number.abs() < 1e15;
        if self.integer && !(is_whole(self.low) && is_whole(self.high)) {
            return Err("`low` and `high` must be whole numbers where `integer` is true".to_owned());
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
