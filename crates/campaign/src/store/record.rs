//! The result of a run.

use std::collections::BTreeMap;

use morse::ParameterValue;
use serde::{Deserialize, Serialize};

/// How a run ended, in a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// It ended as the plan calls a success.
    Success,
    /// It ended otherwise.
    Failure,
    /// It could not be done.
    Error,
}

impl Outcome {
    /// The word.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Success => "success",
            Self::Failure => "failure",
            Self::Error => "error",
        }
    }
}

/// The result of a run: a row of the table.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// Number of the run.
    pub run: u64,
    /// The scene.
    pub scene: String,
    /// The seed of its simulation.
    pub seed: u64,
    /// The values of the parameters.
    pub parameters: BTreeMap<String, ParameterValue>,
    /// How it ended.
    pub outcome: Outcome,
    /// Why it ended; nothing if it could not be done.
    pub stop: Option<String>,
    /// Why it could not be done.
    pub error: Option<String>,
    /// How often it was begun.
    pub attempts: u32,
    /// Ticks that were made.
    pub ticks: Option<u64>,
    /// Simulated time. [s]
    pub simulated_s: Option<f64>,
    /// Simulated time of the saved state from which the run continued; nothing if it was simulated from its start. [s]
    #[serde(default)]
    pub resumed_s: Option<f64>,
    /// Wall time before the first tick. [s]
    pub load_s: Option<f64>,
    /// Wall time of the ticks. [s]
    pub wall_s: Option<f64>,
    /// Hash of the state in the end.
    pub digest: Option<String>,
    /// Its recording, relative to the folder.
    pub recording: Option<String>,
    /// The metrics.
    pub metrics: BTreeMap<String, f64>,
}
