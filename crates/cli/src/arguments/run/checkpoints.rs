//! Options of `morse run` for checkpoints.

use std::path::{Path, PathBuf};

use clap::Args;

use super::super::common::positive;

/// Options for the checkpoints of a run.
#[derive(Debug, Args)]
pub struct CheckpointArguments {
    /// Save the state of the run to this folder again and again, for --resume after a crash
    #[arg(long, value_name = "DIR")]
    pub checkpoint: Option<PathBuf>,

    /// Wall time between two checkpoints [s]
    #[arg(long, value_name = "SECONDS", default_value_t = 60.0, value_parser = positive)]
    pub every: f64,

    /// Continue the run of the newest checkpoint in this folder, without SCENE, and save its checkpoints there
    #[arg(long, value_name = "DIR", conflicts_with_all = ["checkpoint", "seed"])]
    pub resume: Option<PathBuf>,
}

impl CheckpointArguments {
    /// The folder to which checkpoints are written.
    #[must_use]
    pub fn folder(&self) -> Option<&Path> {
        self.checkpoint.as_deref().or(self.resume.as_deref())
    }
}
