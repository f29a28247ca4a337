//! PR2: the Willow Garage PR2, a base with a torso, a head and two arms.

use morse_sim::prelude::*;
use morse_world::NodeId;

use crate::common::model_parts::hand::Hand;

/// Prismatic joint of the torso, which carries the head and the arms.
const TORSO_JOINT: &str = "torso_lift_joint";
/// Position of the torso part at its lowest height, in the frame of the robot. [m]
const TORSO_DOWN_M: DVec3 = DVec3::new(-0.05, 0.0, 0.790_675);
/// Range of the torso height. [m]
const TORSO_RANGE_M: [f64; 2] = [0.0, 0.31];

/// Two-armed robot on an omnidirectional base. Physics does not move it; only actuators that displace it (`ControlType`
/// Position, Teleport) do. Other bodies collide with it. Its torso, head and arms are armatures, which `Armature`
/// actuators move. It can grasp with the part of its model that `make_grasper` names.
///
/// `BarePR2` is the robot without components. `BasePR2` adds the `Armature` actuators `torso`, `torso.head`,
/// `torso.l_arm` and `torso.r_arm`, each with an ArmaturePose `pose`, and the compound sensor `joint_state` of these
/// poses. `LocalizedPR2` adds to that the actuator `motion` (MotionXYW, which displaces the robot) and the sensor `pose`.
/// `NavPR2` adds `motion`, `odometry` and the laser scanner `base_scan`. Both have an optional `keyboard`.
#[derive(Robot, Clone, Serialize, Deserialize)]
#[component(
    class = "morse.robots.pr2.PR2",
    title = "PR2 robot",
    builder(
        name = "BarePR2",
        module = "robots.pr2",
        base = "GroundRobot",
        model = "robots/pr2",
        properties(GroundRobot = true, COLOR = "0.0, 0.0, 1.0")
    ),
    builder(
        name = "BasePR2",
        module = "robots.pr2",
        base = "BarePR2",
        model = "robots/pr2",
        properties(GroundRobot = true, COLOR = "0.0, 0.0, 1.0")
    ),
    builder(
        name = "LocalizedPR2",
        module = "robots.pr2",
        base = "BasePR2",
        model = "robots/pr2",
        properties(GroundRobot = true, COLOR = "0.0, 0.0, 1.0"),
        arguments(name = (), with_keyboard = true, show_laser = false)
    ),
    builder(
        name = "NavPR2",
        module = "robots.pr2",
        base = "BasePR2",
        model = "robots/pr2",
        properties(GroundRobot = true, COLOR = "0.0, 0.0, 1.0"),
        arguments(name = (), with_keyboard = true, show_laser = false)
    ),
    services
)]
pub struct Pr2 {
    hand: Hand,
}

impl Robot for Pr2 {
    fn mount(&mut self, mount: &mut MountContext<'_>) -> Result<(), SetupError> {
        self.hand = Hand::new(mount)?;
        Ok(())
    }
}

/// Finds the armature of the torso. Returns an error if the model of the robot has none.
fn torso(call: &Call<'_, ()>) -> Result<NodeId, ServiceError> {
    let is_torso = |&part: &NodeId| {
        call.world.armature(part).is_some_and(|armature| armature.find(TORSO_JOINT).is_some())
    };
    call.world.subtree(call.node).into_iter().find(is_torso).ok_or_else(|| {
        let robot = call.world.name(call.node);
        ServiceError::Refused(format!("{robot} has no torso: its model has no joint {TORSO_JOINT}"))
    })
}

#[services]
impl Pr2 {
    /// Returns the names of the armatures: torso, head and arms.
    #[service]
    fn get_armatures(&mut self, call: &mut Call<'_, ()>) -> Value {
        let parts = call.world.subtree(call.node).into_iter();
        let armatures = parts.filter(|&part| call.world.armature(part).is_some());
        Value::List(armatures.map(|part| Value::from(call.world.name(part))).collect())
    }

    /// Sets the height of the torso above its lowest position, more than 0 and less than 0.31. [m] Returns a text with
    /// the z position of the torso in the frame of the robot.
    #[service]
    fn set_torso(&mut self, call: &mut Call<'_, ()>, height: f64) -> Result<String, ServiceError> {
        let [low, high] = TORSO_RANGE_M;
        if height <= low || height >= high {
            return Ok("Not a valid height, value has to be between 0.0 and 0.31!".to_owned());
        }
        let torso = torso(call)?;
        let robot_from_torso = call.world.parent_from(torso);
        let translation = TORSO_DOWN_M + DVec3::Z * height;
        call.world.set_local_pose(torso, Pose { translation, ..robot_from_torso });
        Ok(format!("New torso z position: {}", translation.z))
    }

    /// If `grab` is true, moves an object into the hand: the object `obj_name`, or the nearest one. The object must be
    /// within the reach of the hand, 5 m by default, and its property `Graspable` must be true. If `grab` is false,
    /// releases the held object.
    #[service]
    fn grasp(
        &mut self,
        call: &mut Call<'_, ()>,
        grab: bool,
        #[default(())] obj_name: Option<String>,
    ) -> Result<(), ServiceError> {
        self.hand.grasp(call, grab, obj_name.as_deref())
    }

    /// Returns the height of the torso above its lowest position. [m]
    #[service]
    fn get_torso(&mut self, call: &mut Call<'_, ()>) -> Result<f64, ServiceError> {
        let torso = torso(call)?;
        Ok(call.world.parent_from(torso).translation.z - TORSO_DOWN_M.z)
    }

    /// Returns the minimum and maximum height of the torso above its lowest position. [m]
    #[service]
    fn get_torso_minmax(&mut self, _call: &mut Call<'_, ()>) -> Value {
        Value::List(TORSO_RANGE_M.map(Value::Float).to_vec())
    }
}
