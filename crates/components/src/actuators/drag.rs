//! Drag: what air takes from the motion of a robot.

use morse_sim::prelude::*;

use super::wrench::warn_without_body;

/// Holds the robot back along each of its axes with a force that grows with the square of its speed along that axis, on
/// its centre of mass. It reads no command.
///
/// The force never takes more than the whole speed before the next activation: a light robot with much drag stops, and
/// does not shake.
#[derive(Actuator, Serialize, Deserialize)]
#[component(class = "morse.actuators.drag.Drag", builder(name = "Drag"))]
pub struct Drag {
    /// Drag coefficient along X. [N/(m/s)²]
    #[property(name = "DragCoeffX", default = 0.09, min = 0)]
    x: f64,
    /// Drag coefficient along Y. [N/(m/s)²]
    #[property(name = "DragCoeffY", default = 0.09, min = 0)]
    y: f64,
    /// Drag coefficient along Z. [N/(m/s)²]
    #[property(name = "DragCoeffZ", default = 0.5, min = 0)]
    z: f64,
}

impl Actuate for Drag {
    fn start(&mut self, setup: &Setup<'_>, _data: &mut ()) -> Result<(), SetupError> {
        warn_without_body(setup);
        Ok(())
    }

    fn act(&mut self, act: &mut Act<'_>, _data: &mut ()) {
        let robot = act.robot.node;
        let robot_from_world = act.world_from_robot().rotation.conjugate();
        let velocity = robot_from_world * act.world.linear_velocity(robot);
        // A robot that acts faster than physics advances is pushed for a whole tick all the same.
        let push_s = act.world.settings().tick_s.max(1.0 / act.rate_hz);
        let stopping = act.world.mass(robot) / push_s * velocity.abs();
        let drag = DVec3::new(self.x, self.y, self.z) * velocity * velocity;
        act.push(Axes::Robot, -drag.min(stopping) * velocity.signum(), DVec3::ZERO);
    }
}
