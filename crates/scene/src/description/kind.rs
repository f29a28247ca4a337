//! The four kinds of component.

use serde::{Deserialize, Serialize};

/// The four kinds of component.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// Carries sensors and actuators.
    Robot,
    /// Reads the world and publishes data.
    Sensor,
    /// Takes commands and acts on its robot.
    Actuator,
    /// Changes the data of a component on input or output.
    Modifier,
}

impl Kind {
    /// Name used in documents.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Robot => "robot",
            Self::Sensor => "sensor",
            Self::Actuator => "actuator",
            Self::Modifier => "modifier",
        }
    }

    /// Name with an article, for messages: `an actuator`.
    #[must_use]
    pub const fn with_article(self) -> &'static str {
        match self {
            Self::Robot => "a robot",
            Self::Sensor => "a sensor",
            Self::Actuator => "an actuator",
            Self::Modifier => "a modifier",
        }
    }
}
