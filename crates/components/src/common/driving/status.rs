//! Status of an actuator that moves to a goal.

use morse_sim::prelude::*;

/// Status values that clients read.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Status {
    /// Stopped on the way, or without a goal.
    #[default]
    Stop,
    /// Moving to the goal.
    Transit,
    /// Arrived at the goal.
    Arrived,
    /// The goal was cancelled.
    Cancelled,
}

impl Status {
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Self::Stop | Self::Cancelled => "Stop",
            Self::Transit => "Transit",
            Self::Arrived => "Arrived",
        }
    }
}
