//! Joint positions, level states: positions, velocities and efforts.

use morse_sim::prelude::*;
use morse_world::World;

use crate::common::model_parts::robot_joints;
use crate::common::model_parts::robot_joints::RobotJoint;

/// The state of each joint. The names of the joints come from the file.
#[derive(Data, Clone, Default)]
#[data(kind = JointStates)]
pub struct States {
    /// Angle of each rotating joint, and position of each sliding joint, by name. [rad or m]
    positions: Dict,
    /// Velocity of each joint, by name. [rad/s or m/s]
    velocities: Dict,
    /// Effort of the motor of each joint, by name. [N m or N]
    efforts: Dict,
}

/// Measures the position, the velocity and the effort of each joint of its robot, without error. Mimic joints are left out.
///
/// The effort is that of the motor of the joint: at level `servo` of a JointController that of its spring and damper, at
/// level `effort` the commanded one, and 0 without a motor. Joints at level `kinematic` have no
/// entry.
#[derive(Sensor, Clone, Serialize, Deserialize)]
#[component(
    class = "morse.sensors.joint_positions.JointStates",
    title = "Joint Positions Sensor, states",
    data = States,
    services
)]
pub struct JointStates {
    /// Names of the measured joints, with commas between them; empty for all joints of the robot.
    #[property(name = "Joints", default = String::new())]
    names: String,
    joints: Vec<RobotJoint>,
}

impl JointStates {
    fn read(&self, world: &World) -> States {
        States {
            positions: Dict(
                robot_joints::positions(world, &self.joints)
                    .map(|(name, position)| (name, Value::Float(position)))
                    .collect(),
            ),
            velocities: Dict(robot_joints::velocities(world, &self.joints)),
            efforts: Dict(robot_joints::efforts(world, &self.joints)),
        }
    }
}

impl Sensor for JointStates {
    fn start(&mut self, setup: &Setup<'_>, data: &mut States) -> Result<(), SetupError> {
        self.joints = robot_joints::named(setup.world, setup.robot, &self.names)?;
        *data = self.read(setup.world);
        Ok(())
    }

    fn sense(&mut self, view: &mut SenseContext<'_>, data: &mut States) {
        *data = self.read(view.world);
    }
}

#[services]
impl JointStates {
    /// Returns the names of the joints, in order.
    #[service]
    fn get_joints(&mut self, _call: &mut Call<'_, States>) -> Value {
        robot_joints::names(&self.joints)
    }
}
