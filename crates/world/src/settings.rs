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
    /// Contact of driven bodies with the ground.
    pub driven: DrivenContact,
}

/// Contact with the ground of the body of a robot whose drive sets its velocity. The body has a box or hull where the robot
/// has wheels.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum DrivenContact {
    /// It rolls: the robot moves at the commanded speed.
    #[default]
    Rolls,
    /// It slides, as in MORSE 1.4: friction reduces the speed between two commands, and in an arc the turn rate too.
    Slides,
}

impl Default for PhysicsSettings {
    /// The defaults of the original MORSE: 9.81 m/s² and 60 ticks per second with two sub-steps each.
    fn default() -> PhysicsSettings {
        PhysicsSettings { gravity: 9.81, sub_steps: 2, tick_s: 1.0 / 60.0, driven: DrivenContact::default() }
    }
}
