//! Joint positions: the positions of the joints of a robot that was read from a URDF, SDF or MJCF file, and at level states
//! their velocities and efforts.

mod states;

use morse_sim::prelude::*;
use morse_world::World;

use crate::common::model_parts::joints::JointValues;
use crate::common::model_parts::robot_joints;
use crate::common::model_parts::robot_joints::RobotJoint;

pub use states::JointStates;

/// Measures the joints of its robot, which was read from a URDF, SDF or MJCF file, without error: the angle of each rotating
/// joint, with whole turns, and the position of each sliding joint. Mimic joints are left out.
///
/// With a `Resolution`, it is an encoder: the position is the nearest multiple of the resolution, counted from `Zero`. An encoder
/// of 4096 counts a turn has a resolution of `2 π / 4096`.
#[derive(Sensor, Clone, Serialize, Deserialize)]
#[component(
    class = "morse.sensors.joint_positions.JointPositions",
    title = "Joint Positions Sensor",
    data = JointValues,
    builder(name = "JointPositions"),
    level(
        name = "positions",
        class = "morse.sensors.joint_positions.JointPositions",
        doc = "The position of each joint.",
        default
    ),
    level(
        name = "states",
        class = "morse.sensors.joint_positions.JointStates",
        doc = "Position, velocity and effort of each joint."
    ),
    services
)]
pub struct JointPositions {
    /// Names of the measured joints, with commas between them; empty for all joints of the robot.
    #[property(name = "Joints", default = String::new())]
    names: String,
    /// Distance of two counts of an encoder; 0 for none. [rad or m]
    #[property(name = "Resolution", default = 0.0, min = 0, max = 1000.0)]
    resolution: f64,
    /// Position of the joints at which zero is measured. [rad or m]
    #[property(name = "Zero", default = 0.0, min = -1e6, max = 1e6)]
    zero: f64,
    joints: Vec<RobotJoint>,
}

impl JointPositions {
    fn read(&self, world: &World) -> JointValues {
        let positions = robot_joints::positions(world, &self.joints);
        JointValues::from_entries(positions.map(|(name, position)| (name, self.measured(position))))
    }

    /// The position that an encoder measures. [rad or m]
    fn measured(&self, position: f64) -> f64 {
        let position = position - self.zero;
        if self.resolution > 0.0 { (position / self.resolution).round() * self.resolution } else { position }
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
        robot_joints::names(&self.joints)
    }

    /// Returns the velocities of all joints by name. [rad/s or m/s]
    #[service]
    fn get_velocities(&mut self, call: &mut Call<'_, JointValues>) -> Map {
        robot_joints::velocities(call.world, &self.joints)
    }

    /// Returns the efforts of the motors of the joints by name. [N m or N] Joints whose motors have no effort limit
    /// are left out.
    #[service]
    fn get_efforts(&mut self, call: &mut Call<'_, JointValues>) -> Map {
        robot_joints::efforts(call.world, &self.joints)
    }
}
