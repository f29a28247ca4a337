//! ExternalForce: applies an external force and torque to a robot.

use morse_sim::prelude::*;

use crate::common::driving::wrench::Wrench;

/// Applies a force and a torque along the axes of the world to the robot, until the next command. Use it for wind, a
/// current or a rope. The force acts at the center of mass. Torques act on rigid bodies only.
#[derive(Actuator, Clone, Serialize, Deserialize)]
#[component(
    class = "morse.actuators.external_force.ExternalForce",
    title = "External Force/Torque",
    data = Wrench,
    drives(force),
    builder(name = "ExternalForce")
)]
pub struct ExternalForce;

impl Actuator for ExternalForce {
    fn needs_moving_body(&self) -> bool {
        true
    }

    fn act(&mut self, act: &mut ActContext<'_>, data: &mut Wrench) {
        act.push(Axes::World, data.force, data.torque);
    }
}
