//! ATRV: the iRobot All-Terrain Robot Vehicle, a four-wheeled outdoor platform.

use morse_sim::prelude::*;

use crate::common::model_parts::wheel_visuals::WheelVisuals;

/// Wheel parts of the model.
const WHEELS: [&str; 4] = ["Wheel.1", "Wheel.2", "Wheel.3", "Wheel.4"];
/// Radius of the wheels. [m]
const WHEEL_RADIUS_M: f64 = 0.2016;

/// Four-wheeled outdoor platform. It is one rigid body that slides over the ground; the rotation of its wheels is only
/// visual.
#[derive(Robot, Clone, Serialize, Deserialize)]
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
