//! Messages between the conductor of a campaign and its workers: one JSON object a line.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use morse::pictures::PictureProcessor;
use serde::{Deserialize, Serialize};

use crate::plan::{Action, Condition, Metric};

/// The first line of a worker.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Hello {
    /// It works.
    Ready {
        /// How many runs it does at once.
        workers: usize,
        /// How many more it takes, which wait for their turn.
        queue: usize,
    },
    /// It cannot work.
    Failure(String),
}

/// A described scene: the document that its script made with the parameters.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct PreparedScene {
    /// Names it among the scenes of the campaign: a worker that has it keeps it.
    pub key: u64,
    /// The file.
    pub path: PathBuf,
    /// Where its script looked for modules in the end.
    pub python_path: Vec<PathBuf>,
    /// Whether it is a script, which may run Python.
    pub is_trusted: bool,
    /// The scene document, as JSON.
    pub document: String,
}

/// A run to do.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Job {
    /// Number of the run.
    pub run: u64,
    /// The scene.
    pub scene: Arc<PreparedScene>,
    /// Seed of the simulation.
    pub seed: u64,
    /// Simulated time after which it ends. [s]
    pub duration_s: f64,
    /// Actions before the first tick.
    pub start: Vec<Action>,
    /// Conditions that end it, by name; parameters have been replaced by their values.
    pub stop: BTreeMap<String, Condition>,
    /// Metrics, by name.
    pub metrics: BTreeMap<String, Metric>,
    /// The file to which it is recorded.
    pub record: Option<PathBuf>,
    /// The place of its checkpoints; `None` if it has none.
    #[serde(default)]
    pub checkpoints: Option<JobCheckpoints>,
    /// The Python of components that users wrote.
    pub python: Option<PathBuf>,
    /// The processor that draws pictures.
    #[serde(default)]
    pub render: PictureProcessor,
}

/// The place of the checkpoints of a run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct JobCheckpoints {
    /// The folder, which is made when the first one is written.
    pub folder: PathBuf,
    /// Wall time between two. [s]
    pub period_s: f64,
}

/// A request to a worker.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Request {
    /// Do a run.
    Do(Job),
    /// Give up a run; sent only to workers with several runs at once.
    Cancel(u64),
}

/// A worker's answer about a run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Answer {
    /// Number of the run.
    pub run: u64,
    /// How it ended.
    pub result: Finished,
}

/// How a run ended.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Finished {
    /// It came to its end.
    Done {
        /// Why it ended.
        stop: String,
        /// Ticks that were made.
        ticks: u64,
        /// Simulated time. [s]
        simulated_s: f64,
        /// Simulated time of the checkpoint from which it continued, if it did not begin at zero. [s]
        #[serde(default)]
        resumed_s: Option<f64>,
        /// Wall time until the first tick: loading and assembling. [s]
        load_s: f64,
        /// Wall time of the ticks, those of earlier attempts too. [s]
        wall_s: f64,
        /// Wall time of the ticks of earlier attempts. [s]
        #[serde(default)]
        wall_before_s: f64,
        /// Hash of the state in the end.
        digest: String,
        /// The metrics; those that have no number are missing.
        metrics: BTreeMap<String, f64>,
    },
    /// It cannot run, and will not when it is tried again.
    Failed(String),
    /// The worker died, or cannot be trusted any more; another one may do the run.
    Lost(String),
}

/// The beginning of errors about scenes.
pub const SCENE_FAILED: &str = "the scene cannot run";
