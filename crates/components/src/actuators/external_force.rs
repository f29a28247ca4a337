//! ExternalForce: pushes and turns a robot from outside.

use morse_sim::prelude::*;

use super::wrench::{Wrench, warn_without_body};

/// Pushes the robot by a force and turns it by a torque along the axes of the world, until told otherwise: wind, a current,
/// a rope. The force acts on the centre of mass. Torques turn rigid bodies only.
#[derive(Actuator, Serialize, Deserialize)]
#[component(
    class = "morse.actuators.external_force.ExternalForce",
    title = "External Force/Torque",
    data = Wrench,
    builder(name = "ExternalForce")
)]
pub struct ExternalForce;

impl Actuate for ExternalForce {
    fn start(&mut self, setup: &Setup<'_>, _data: &mut Wrench) -> Result<(), SetupError> {
        warn_without_body(setup);
        Ok(())
    }

    fn act(&mut self, act: &mut Act<'_>, data: &mut Wrench) {
        act.push(Axes::World, data.force, data.torque);
    }
}
