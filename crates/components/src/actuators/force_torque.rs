//! ForceTorque: pushes and turns a robot by a force and a torque.

use morse_sim::prelude::*;

use super::wrench::{Wrench, warn_without_body};

/// Pushes the robot by a force and turns it by a torque, until told otherwise.
///
/// Both are along the axes of the actuator, and the force acts where the actuator is: off the centre of mass, it turns the
/// robot too. With `RobotFrame` they are along the axes of the robot and act on its centre of mass. Torques turn rigid
/// bodies only.
#[derive(Actuator, Serialize, Deserialize)]
#[component(
    class = "morse.actuators.force_torque.ForceTorque",
    title = "Force/Torque Motion Controller",
    data = Wrench,
    builder(name = "ForceTorque")
)]
pub struct ForceTorque {
    /// Force and torque are in robot axes.
    #[property(name = "RobotFrame", default = false)]
    in_robot_frame: bool,
}

impl Actuate for ForceTorque {
    fn start(&mut self, setup: &Setup<'_>, _data: &mut Wrench) -> Result<(), SetupError> {
        warn_without_body(setup);
        Ok(())
    }

    fn act(&mut self, act: &mut Act<'_>, data: &mut Wrench) {
        if self.in_robot_frame {
            act.push(Axes::Robot, data.force, data.torque);
            return;
        }
        let robot_from_actuator = act.world_from_robot().inverse() * act.world_from_actuator();
        let arm = robot_from_actuator.translation - act.world.centre_of_mass(act.robot.node);
        let force = robot_from_actuator.transform_vector(data.force);
        let torque = robot_from_actuator.transform_vector(data.torque);
        act.push(Axes::Robot, force, torque + arm.cross(force));
    }
}
