//! ATRV: the iRobot All-Terrain Robot Vehicle, a four-wheeled outdoor platform.

use morse_sim::prelude::*;

/// iRobot ATRV, driven as one rigid body.
#[derive(Robot, Serialize, Deserialize)]
#[component(
    class = "morse.robots.atrv.ATRV",
    title = "iRobot ATRV platform",
    builder(name = "ATRV", base = "GroundRobot", model = "atrv", properties(GroundRobot = true))
)]
pub struct Atrv;

impl Carry for Atrv {
    fn model() -> RobotModel {
        RobotModel::default()
    }
}
