//! Drag: the air resistance of a robot.

use morse_sim::prelude::*;

/// Applies drag to the robot along each of its axes, at its center of mass. The drag along an axis is proportional to
/// the square of the speed along that axis. The actuator has no command.
///
/// The force never reverses the motion before the next activation: a light robot with high drag stops without
/// oscillation.
#[derive(Actuator, Clone, Serialize, Deserialize)]
#[component(class = "morse.actuators.drag.Drag", builder(name = "Drag"))]
pub struct Drag {
    /// Drag coefficient along the robot's X axis. [N/(m/s)²]
    #[property(name = "DragCoeffX", default = 0.09, min = 0)]
    x: f64,
    /// Drag coefficient along the robot's Y axis. [N/(m/s)²]
    #[property(name = "DragCoeffY", default = 0.09, min = 0)]
    y: f64,
    /// Drag coefficient along the robot's Z axis. [N/(m/s)²]
    #[property(name = "DragCoeffZ", default = 0.5, min = 0)]
    z: f64,
}

impl Actuator for Drag {
    fn needs_moving_body(&self) -> bool {
        true
    }

    fn act(&mut self, act: &mut ActContext<'_>, _data: &mut ()) {
        let robot = act.robot.node;
        let robot_from_world = act.world_from_robot().rotation.conjugate();
        let velocity = robot_from_world * act.world.linear_velocity(robot);
        // An actuator with a higher rate than physics still pushes for a whole tick.
        let push_s = act.world.settings().tick_s.max(1.0 / act.rate_hz);
        let stopping = act.world.mass(robot) / push_s * velocity.abs();
        let drag = DVec3::new(self.x, self.y, self.z) * velocity * velocity;
        act.push(Axes::Robot, -drag.min(stopping) * velocity.signum(), DVec3::ZERO);
    }
}
