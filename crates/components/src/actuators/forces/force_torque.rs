//! ForceTorque: applies a force and a torque to a robot.

use morse_sim::prelude::*;

use crate::common::driving::wrench::Wrench;

/// Applies a force and a torque to the robot, until the next command.
///
/// Both are along the axes of the actuator. The force acts at the position of the actuator, so that it also turns the
/// robot if the actuator is off the center of mass. With `RobotFrame` both are along the axes of the robot, and the
/// force acts at its center of mass. Torques act on rigid bodies only.
#[derive(Actuator, Clone, Serialize, Deserialize)]
#[component(
    class = "morse.actuators.force_torque.ForceTorque",
    title = "Force/Torque Motion Controller",
    data = Wrench,
    drives(force),
    builder(name = "ForceTorque")
)]
pub struct ForceTorque {
    /// Whether force and torque are along the robot's axes and act at its center of mass.
    #[property(name = "RobotFrame", default = false)]
    in_robot_frame: bool,
}

impl Actuator for ForceTorque {
    fn needs_moving_body(&self) -> bool {
        true
    }

    fn act(&mut self, act: &mut ActContext<'_>, data: &mut Wrench) {
        if self.in_robot_frame {
            act.push(Axes::Robot, data.force, data.torque);
            return;
        }
        let robot_from_actuator = act.world_from_robot().inverse() * act.world_from_actuator();
        let arm = robot_from_actuator.translation - act.world.center_of_mass(act.robot.node);
        let force = robot_from_actuator.transform_vector(data.force);
        let torque = robot_from_actuator.transform_vector(data.torque);
        act.push(Axes::Robot, force, torque + arm.cross(force));
    }
}
