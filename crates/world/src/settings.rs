//! Settings of the physics step.

use serde::{Deserialize, Serialize};

/// Settings of the physics step.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct PhysicsSettings {
    /// Gravity, downwards positive. [m/s²]
    pub gravity: f64,
    /// Physics sub-steps in a tick, at least 1.
    pub sub_steps: u32,
    /// Length of a tick. [s]
    pub tick_s: f64,
}

impl Default for PhysicsSettings {
    /// The original's: 9.81 m/s² and two sub-steps in each of 60 ticks a second.
    fn default() -> PhysicsSettings {
        PhysicsSettings { gravity: 9.81, sub_steps: 2, tick_s: 1.0 / 60.0 }
    }
}
