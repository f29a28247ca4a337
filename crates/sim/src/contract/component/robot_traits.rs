//! Properties that every robot class has.

use serde::{Deserialize, Serialize};

/// Properties that every robot class has.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RobotTraits {
    /// Gravity is compensated whenever a speed is applied.
    pub no_gravity: bool,
    /// The robot keeps the vertical speed, roll rate and pitch rate that physics computes.
    pub ground: bool,
}

impl RobotTraits {
    /// Property names. In a description they precede the properties of the robot's class, in this order.
    pub const PROPERTIES: [&'static str; 2] = ["NoGravity", "GroundRobot"];

    pub(crate) fn get_mut(&mut self, index: usize) -> Option<&mut bool> {
        [&mut self.no_gravity, &mut self.ground].into_iter().nth(index)
    }
}
