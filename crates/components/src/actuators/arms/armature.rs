//! Armature: moves the joints of an arm, a head, a torso or a whole figure.

mod armature_services;
mod commands;
mod drive;
mod following;
mod target;

use morse_sim::prelude::*;
use morse_world::{IkSettling, JointConfiguration, JointKind, NodeId, World};

use crate::actuators::arms::armature::target::Target;
use crate::common::model_parts::joints;
use crate::common::model_parts::joints::JointValues;
use crate::common::model_parts::trajectory::Trajectory;

/// Moves the joints of an armature. The armature belongs to the actuator's own model or to the model of the robot.
///
/// A command maps joint names, as `get_joints` returns them, to goals [rad or m]. Joints move within their limits.
/// They rotate at `RotationSpeed` and slide at `LinearSpeed`, unless a service sets a different speed. A joint stops
/// when it is nearer to its goal than `AngleTolerance` or `DistanceTolerance`. A service that moves joints completes
/// when all joints have stopped.
///
/// Inverse kinematics (IK) moves the ends of bones to targets. The services `place_IK_target` and `move_IK_target`
/// set the targets and activate IK. It stays active until a service moves joints; commands are ignored meanwhile. If
/// a target cannot be reached, the arm stops in the same configuration as in Blender: the pull of a target is limited
/// to that of a target at half the mean bone length, and one meter of error weighs as much as one radian (iTaSC) or
/// as the total length of all moving bones (legacy solver). Targets are created by `create_ik_targets`. In addition,
/// each bone whose IK constraint in the model keeps a distance has a target: the target of the constraint, or a new one.
///
/// A trajectory is `{"starttime": s, "points": [{"positions": [...], "time_from_start": s}, ...]}`, with a position
/// for each joint [rad or m] in the order of `get_joints`. Joints move to each point at the constant speed that
/// reaches it in time; speeds and accelerations in the trajectory are ignored. `starttime` is a time of the clients'
/// clock [s]. Without it, or if it has passed, the joints start at once.
///
/// Objects mounted on an armature are attached to its part with the property `end_effector`, if it has such a part.
/// Objects with the property `internal` are not attached.
#[derive(Actuator, Clone, Serialize, Deserialize)]
#[component(
    class = "morse.actuators.armature.Armature",
    title = "Armature Actuator",
    data = JointValues,
    builder(name = "Armature", arguments(name = (), armature_name = (), model_name = ())),
    builder(name = "KukaLWR", base = "Armature", model = "actuators/kuka_lwr", arguments(name = ())),
    services
)]
pub struct Armature {
    /// Distance from the goal at which a sliding joint stops. [m]
    #[property(name = "DistanceTolerance", default = 0.005, min = 0)]
    distance_tolerance: f64,
    /// Angle from the goal at which a rotating joint stops. [rad]
    #[property(name = "AngleTolerance", default = 0.01, min = 0)]
    angle_tolerance: f64,
    /// Speed of rotating joints. [rad/s]
    #[property(name = "RotationSpeed", default = 0.8, min = 0)]
    rotation_speed: f64,
    /// Speed of sliding joints. [m/s]
    #[property(name = "LinearSpeed", default = 0.05, min = 0)]
    linear_speed: f64,
    /// Turn rate of a moved target of inverse kinematics. [rad/s]
    #[property(name = "IKRotationSpeed", default = 0.5, min = 0)]
    ik_rotation_speed: f64,
    /// Speed of a moved target of inverse kinematics along each axis of the world. [m/s]
    #[property(name = "IKLinearSpeed", default = 0.5, min = 0)]
    ik_linear_speed: f64,
    /// The node of the armature.
    arm: Option<NodeId>,
    /// Speed of each bone, as set by a service; zero selects the speed of the properties. [rad/s or m/s]
    speeds: Vec<f64>,
    trajectory: Option<Trajectory>,
    targets: Vec<Target>,
    /// Whether inverse kinematics is active.
    follows_targets: bool,
    /// The configuration in which inverse kinematics was activated.
    before_ik: Option<JointConfiguration>,
    /// Poses of the targets in the frame of the armature at the last activation of inverse kinematics.
    followed: Vec<Pose>,
    /// State of the legacy solver, which may need several activations.
    settling: IkSettling,
}

/// Finds the armature of an actuator: on its own node, or on the first node below it that has one.
fn armature_of(world: &World, node: NodeId) -> Option<(NodeId, &morse_world::Armature)> {
    world.subtree(node).into_iter().find_map(|node| Some((node, world.armature(node)?)))
}

impl Actuator for Armature {
    fn mount(&mut self, mount: &mut MountContext<'_>) -> Result<(), SetupError> {
        target::add_missing(mount)
    }

    fn start(&mut self, setup: &Setup<'_>, data: &mut JointValues) -> Result<(), SetupError> {
        let Some((node, armature)) = armature_of(setup.world, setup.node) else {
            let missing =
                "its model has no armature; the joints of a URDF, SDF or MJCF file take a JointController";
            return Err(SetupError::Missing(missing.to_owned()));
        };
        self.arm = Some(node);
        self.speeds = vec![0.0; armature.bones().len()];
        self.targets = target::of_object(setup, armature);
        *data = JointValues::of(armature);
        Ok(())
    }

    fn command_ranges(&self, world: &World, node: NodeId) -> Vec<ValueRange> {
        let Some((_, armature)) = armature_of(world, node) else { return Vec::new() };
        let range = |bone: usize| {
            let spec = &armature.bones()[bone];
            let unit = if spec.joint_kind() == JointKind::Prismatic { "m" } else { "rad" };
            ValueRange::new(joints::name(armature, bone), unit, spec.joint_limits())
        };
        joints::joints(armature).map(range).collect()
    }

    fn act(&mut self, act: &mut ActContext<'_>, data: &mut JointValues) {
        let Some(arm) = self.arm else { return };
        // A target may be an object of the scene that was removed.
        self.targets.retain(|target| act.world.contains(target.node));
        if self.follows_targets {
            let targets_move = self.move_targets(act);
            self.follow(act.world, arm, data);
            if !targets_move {
                act.complete(Value::Null);
            }
            return;
        }
        let follows_trajectory = self.follow_trajectory(act, data);
        let joints_rest = self.drive(act, arm, data);
        if joints_rest && !follows_trajectory {
            act.complete(Value::Null);
        }
    }

    fn interrupt(&mut self, call: &mut Call<'_, JointValues>) {
        if let Some(armature) = self.arm.and_then(|arm| call.world.armature(arm)) {
            *call.data = JointValues::of(armature);
        }
        self.speeds.fill(0.0);
        self.trajectory = None;
        self.targets.iter_mut().for_each(Target::stop);
    }

    fn reset(&mut self, call: &mut Call<'_, JointValues>) {
        self.interrupt(call);
        self.switch_ik_off();
        if let Some(arm) = self.arm {
            self.targets.retain(|target| call.world.contains(target.node));
            self.targets.iter().for_each(|target| target.reset(call.world, arm));
        }
    }
}
