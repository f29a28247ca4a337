//! Joint positions: the positions of the joints of a robot that was read from a URDF, SDF or MJCF file.

use morse_sim::prelude::*;
use morse_world::World;

use crate::common::model_parts::joints::JointValues;
use crate::common::model_parts::robot_joints;
use crate::common::model_parts::robot_joints::RobotJoint;

/// Measures the joints of its robot, which was read from a URDF, SDF or MJCF file, without error: the angle of each rotating
/// joint, with whole turns, and the position of each sliding joint. Mimic joints are left out.
#[derive(Sensor, Serialize, Deserialize)]
#[component(
    class = "morse.sensors.joint_positions.JointPositions",
    title = "Joint Positions Sensor",
    data = JointValues,
    builder(name = "JointPositions"),
    services
)]
pub struct JointPositions {
    /// Names of the measured joints, with commas between them; empty for all joints of the robot.
    #[property(name = "Joints", default = String::new())]
    names: String,
    joints: Vec<RobotJoint>,
}

impl JointPositions {
    fn read(&self, world: &World) -> JointValues {
        let entry = |joint: &RobotJoint| (joint.name.clone(), world.joint_position(joint.id));
        JointValues::from_entries(self.joints.iter().map(entry))
    }
}

impl Sensor for JointPositions {
    fn start(&mut self, setup: &Setup<'_>, data: &mut JointValues) -> Result<(), SetupError> {
        self.joints = robot_joints::named(setup.world, setup.robot, &self.names)?;
        *data = self.read(setup.world);
        Ok(())
    }

    fn sense(&mut self, view: &mut SenseContext<'_>, data: &mut JointValues) {
        *data = self.read(view.world);
    }
}

#[services]
impl JointPositions {
    /// Returns the names of the joints, in order.
    #[service]
    fn get_joints(&mut self, _call: &mut Call<'_, JointValues>) -> Value {
        Value::List(self.joints.iter().map(|joint| Value::from(joint.name.as_str())).collect())
    }

    /// Returns the velocities of all joints by name. [rad/s or m/s]
    #[service]
    fn get_velocities(&mut self, call: &mut Call<'_, JointValues>) -> Map {
        let world = &*call.world;
        let entry = |joint: &RobotJoint| (joint.name.clone(), Value::Float(world.joint_velocity(joint.id)));
        self.joints.iter().map(entry).collect()
    }
}
