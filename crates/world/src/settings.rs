//! Settings of the physics step.

use serde::{Deserialize, Serialize};

/// Settings of the physics step.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct PhysicsSettings {
    /// Gravity, downwards positive. [m/s²]
    pub gravity: f64,
    /// Number of physics sub-steps per tick, at least 1.
    pub sub_steps: u32,
    /// Length of a tick. [s]
    pub tick_s: f64,
}

impl Default for PhysicsSettings {
    /// The defaults of the original MORSE: 9.81 m/s² and 60 ticks per second with two sub-steps each.
    fn default() -> PhysicsSettings {
        PhysicsSettings { gravity: 9.81, sub_steps: 2, tick_s: 1.0 / 60.0 }
    }
}
