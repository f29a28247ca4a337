//! Joint controller: moves the joints of a robot that was read from a URDF, SDF or MJCF file.

mod controller_services;
mod motion;

use morse_sim::prelude::*;
use morse_world::{JointDrive, World};

use crate::common::model_parts::joints::JointValues;
use crate::common::model_parts::robot_joints;
use crate::common::model_parts::robot_joints::RobotJoint;
use crate::common::model_parts::trajectory::Trajectory;

/// Quantity that a controller commands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum JointCommand {
    /// Positions, which motors reach and hold. [rad or m]
    Position,
    /// Velocities, which motors hold. [rad/s or m/s]
    Velocity,
    /// Efforts, which motors exert. [N m or N]
    Effort,
}

morse_sim::choice!(JointCommand { Position, Velocity, Effort });

/// Moves the joints of its robot, which was read from a URDF, SDF or MJCF file.
///
/// A command maps joint names of the file, as `get_joints` returns them, to values. `Command` selects their meaning:
/// positions [rad or m], velocities [rad/s or m/s] or efforts [N m or N]. Values of joints that a command does not name
/// stay as they are. Before the first command, joints are held at their positions (`Position`), held at rest (`Velocity`), or
/// move freely (`Effort`).
///
/// Motors exert at most the effort of the file. A position is limited to the range of the joint; the joint moves to it at
/// most at `Speed`, and at the velocity of the file. Mimic joints cannot be commanded.
///
/// A trajectory is `{"starttime": s, "points": [{"positions": [...], "time_from_start": s}, ...]}`, with a position
/// for each joint [rad or m] in the order of `get_joints`. Joints move at constant speed between the points; speeds and
/// accelerations in the trajectory are ignored. `starttime` is a time of the clients' clock [s]. Without it, or if it has
/// passed, the joints start at once.
#[derive(Actuator, Serialize, Deserialize)]
#[component(
    class = "morse.actuators.joint_controller.JointController",
    title = "Joint Controller",
    data = JointValues,
    builder(name = "JointController"),
    services
)]
pub struct JointController {
    /// Names of the commanded joints, with commas between them; empty for all joints of the robot.
    #[property(name = "Joints", default = String::new())]
    names: String,
    /// Quantity that is commanded.
    #[property(name = "Command", default = JointCommand::Position)]
    command: JointCommand,
    /// Maximum speed to a position; 0 selects the velocity of the file, or 1 if the file has none. [rad/s or m/s]
    #[property(name = "Speed", default = 0.0, min = 0)]
    speed: f64,
    /// Distance from its goal at which a joint has arrived. [rad or m]
    #[property(name = "Tolerance", default = 0.01, min = 0)]
    tolerance: f64,
    joints: Vec<RobotJoint>,
    /// Speed that a service set for each joint; 0 selects that of the properties. [rad/s or m/s]
    speeds: Vec<f64>,
    /// Position of each joint at the start of the trajectory. [rad or m]
    begin: Vec<f64>,
    trajectory: Option<Trajectory>,
    /// Whether the user knows that a command named an unknown joint.
    is_unknown_reported: bool,
}

impl JointController {
    /// The values with which the joints stay as they are.
    fn at_rest(&self, world: &World) -> JointValues {
        let value = |joint: &RobotJoint| match self.command {
            JointCommand::Position => world.joint_position(joint.id),
            JointCommand::Velocity | JointCommand::Effort => 0.0,
        };
        JointValues::from_entries(self.joints.iter().map(|joint| (joint.name.clone(), value(joint))))
    }

    /// Reports a joint name that no joint has, once.
    fn report_unknown(&mut self, data: &JointValues) {
        if self.is_unknown_reported {
            return;
        }
        let unknown = data.names().find_map(|name| robot_joints::find(&self.joints, name).err());
        if let Some(error) = unknown {
            tracing::warn!("a command has no effect on one of its joints: {error}");
            self.is_unknown_reported = true;
        }
    }
}

impl Actuator for JointController {
    fn start(&mut self, setup: &Setup<'_>, data: &mut JointValues) -> Result<(), SetupError> {
        self.joints = robot_joints::named(setup.world, setup.robot, &self.names)?;
        self.speeds = vec![0.0; self.joints.len()];
        *data = self.at_rest(setup.world);
        Ok(())
    }

    fn act(&mut self, act: &mut ActContext<'_>, data: &mut JointValues) {
        self.report_unknown(data);
        match self.command {
            JointCommand::Position => self.drive_to_positions(act, data),
            JointCommand::Velocity => self.drive_with(act.world, data, |value| JointDrive::Velocity {
                target: value,
                max_effort: f64::INFINITY,
            }),
            JointCommand::Effort => self.drive_with(act.world, data, JointDrive::Effort),
        }
    }

    fn interrupt(&mut self, call: &mut Call<'_, JointValues>) {
        self.trajectory = None;
        self.speeds.fill(0.0);
        *call.data = self.at_rest(call.world);
    }

    fn reset(&mut self, call: &mut Call<'_, JointValues>) {
        self.interrupt(call);
    }
}
