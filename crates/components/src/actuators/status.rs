//! Where an actuator that goes somewhere stands in its movement.

use morse_sim::prelude::*;

/// The words that clients read.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Status {
    /// Stopped on the way, or never sent anywhere.
    #[default]
    Stop,
    /// On the way.
    Transit,
    /// There.
    Arrived,
}

impl Status {
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Self::Stop => "Stop",
            Self::Transit => "Transit",
            Self::Arrived => "Arrived",
        }
    }
}
