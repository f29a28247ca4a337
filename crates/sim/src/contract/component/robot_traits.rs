//! Properties that every robot has, whatever its class.

use serde::{Deserialize, Serialize};

/// Properties that every robot has, whatever its class.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RobotTraits {
    /// Gravity is compensated whenever a speed is applied.
    pub no_gravity: bool,
    /// The robot keeps the vertical speed, roll rate and pitch rate that physics computes.
    pub ground: bool,
}

impl RobotTraits {
    /// Property names, in the order in which they precede the properties of a robot's class.
    pub const PROPERTIES: [&'static str; 2] = ["NoGravity", "GroundRobot"];

    pub(crate) fn get_mut(&mut self, index: usize) -> Option<&mut bool> {
        [&mut self.no_gravity, &mut self.ground].into_iter().nth(index)
    }
}
