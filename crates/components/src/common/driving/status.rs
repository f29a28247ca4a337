//! Status of an actuator that moves its robot to a goal.

use morse_sim::prelude::*;

/// Status of a motion to a goal.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Status {
    /// Stopped before arrival, or without a goal.
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
    /// Text of the status in the answers of services.
    pub(crate) const fn text(self) -> &'static str {
        match self {
            Self::Stop | Self::Cancelled => "Stop",
            Self::Transit => "Transit",
            Self::Arrived => "Arrived",
        }
    }
}
