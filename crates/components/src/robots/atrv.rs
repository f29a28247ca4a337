//! ATRV: the iRobot All-Terrain Robot Vehicle, a four-wheeled outdoor platform.

use morse_sim::prelude::*;

use super::rolling::RollingWheels;

/// The wheels of its model, and their radius. [m]
const WHEELS: [&str; 4] = ["Wheel.1", "Wheel.2", "Wheel.3", "Wheel.4"];
const WHEEL_RADIUS_M: f64 = 0.2016;

/// Four-wheeled outdoor platform. It is one rigid body; its wheels only show, and turn with the way that it goes.
#[derive(Robot, Serialize, Deserialize)]
#[component(
    class = "morse.robots.atrv.ATRV",
    title = "iRobot ATRV platform",
    builder(name = "ATRV", base = "GroundRobot", model = "robots/atrv", properties(GroundRobot = true))
)]
pub struct Atrv {
    wheels: RollingWheels,
}

impl Carry for Atrv {
    fn mount(&mut self, mount: &mut Mount<'_>) -> Result<(), SetupError> {
        self.wheels = RollingWheels::named(mount, &WHEELS, WHEEL_RADIUS_M);
        Ok(())
    }

    fn move_parts(&mut self, on_the_move: &mut OnTheMove<'_>) {
        self.wheels.roll(on_the_move);
    }
}
