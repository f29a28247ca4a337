//! ATRV: the iRobot All-Terrain Robot Vehicle, a four-wheeled outdoor platform.

use morse_sim::prelude::*;

use crate::common::parts::wheel_visuals::WheelVisuals;

/// The wheel parts of its model, and their radius. [m]
const WHEELS: [&str; 4] = ["Wheel.1", "Wheel.2", "Wheel.3", "Wheel.4"];
const WHEEL_RADIUS_M: f64 = 0.2016;

/// Four-wheeled outdoor platform. It is one rigid body; its wheels are visual and rotate with its motion.
#[derive(Robot, Serialize, Deserialize)]
#[component(
    class = "morse.robots.atrv.ATRV",
    title = "iRobot ATRV platform",
    builder(name = "ATRV", base = "GroundRobot", model = "robots/atrv", properties(GroundRobot = true))
)]
pub struct Atrv {
    wheels: WheelVisuals,
}

impl Robot for Atrv {
    fn mount(&mut self, mount: &mut MountContext<'_>) -> Result<(), SetupError> {
        self.wheels = WheelVisuals::named(mount, &WHEELS, WHEEL_RADIUS_M);
        Ok(())
    }

    fn animate(&mut self, context: &mut PostActContext<'_>) {
        self.wheels.roll(context);
    }
}
