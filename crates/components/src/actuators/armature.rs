//! Armature: moves the joints of an arm, a head, a torso or a whole figure.

mod drive;
mod services;
mod target;
mod trajectory;

use morse_sim::prelude::*;
use morse_world::{NodeId, World};

use self::target::Target;
use self::trajectory::Trajectory;
use crate::joints::JointValues;

/// Moves the joints of an armature: one that its own model brings along, or one of the robot's model.
///
/// A command has a value for each joint, by the names that `get_joints` tells. Joints turn at `RotationSpeed` and slide
/// at `LinearSpeed`, unless a service says otherwise, as far as their limits let them, and rest when they are nearer to
/// their goal than `AngleTolerance` and `DistanceTolerance`. A service that moves joints is done when all of them rest.
///
/// Inverse kinematics holds the ends of bones at targets that `place_IK_target` and `move_IK_target` put somewhere. It
/// is on from then until a service moves joints; commands do nothing meanwhile. Where a target cannot be reached the arm
/// comes as near as it can, a metre weighing as much as a radian. Targets are those that `create_ik_targets` made, and those of
/// bones whose constraint of inverse kinematics keeps a distance in the model: the target that it has there, or a new one.
///
/// A trajectory is `{"starttime": s, "points": [{"positions": [...], "time_from_start": s}, ...]}`: a position for each joint
/// [rad or m], in the order of `get_joints`. Joints move to each point at the constant speed that brings them there in time;
/// speeds and accelerations in it are ignored. The start is a time of the clients' clock [s]; without one, or with one that has
/// passed, the joints set out at once.
///
/// What is put on an armature hangs on the part of it that has the property `end_effector`, if there is one, unless it
/// has the property `internal`.
#[derive(Actuator, Serialize, Deserialize)]
#[component(
    class = "morse.actuators.armature.Armature",
    title = "Armature Actuator",
    data = JointValues,
    builder(name = "Armature", arguments(name = (), armature_name = (), model_name = ())),
    builder(name = "KukaLWR", base = "Armature", model = "actuators/kuka_lwr", arguments(name = ())),
    services
)]
pub struct Armature {
    /// How near a joint that slides must come to its goal. [m]
    #[property(name = "DistanceTolerance", default = 0.005, min = 0)]
    distance_tolerance: f64,
    /// How near a joint that turns must come to its goal. [rad]
    #[property(name = "AngleTolerance", default = 0.01, min = 0)]
    angle_tolerance: f64,
    /// Speed of joints that turn. [rad/s]
    #[property(name = "RotationSpeed", default = 0.8, min = 0)]
    rotation_speed: f64,
    /// Speed of joints that slide. [m/s]
    #[property(name = "LinearSpeed", default = 0.05, min = 0)]
    linear_speed: f64,
    /// Turn rate of a target of inverse kinematics that is moved. [rad/s]
    #[property(name = "IKRotationSpeed", default = 0.5, min = 0)]
    ik_rotation_speed: f64,
    /// Speed of a target of inverse kinematics that is moved, along each axis of the world. [m/s]
    #[property(name = "IKLinearSpeed", default = 0.5, min = 0)]
    ik_linear_speed: f64,
    /// The node of the armature.
    arm: Option<NodeId>,
    /// How fast each bone moves when a service said so; zero where the properties say. [rad/s or m/s]
    speeds: Vec<f64>,
    trajectory: Option<Trajectory>,
    targets: Vec<Target>,
    /// Whether inverse kinematics is on.
    follows_targets: bool,
}

/// The armature of an actuator: its own node's, or the first of what hangs on that.
fn armature_of(world: &World, node: NodeId) -> Option<(NodeId, &morse_world::Armature)> {
    world.below(node).into_iter().find_map(|node| Some((node, world.armature(node)?)))
}

impl Actuate for Armature {
    fn mount(&mut self, mount: &mut Mount<'_>) -> Result<(), SetupError> {
        target::add_own(mount)
    }

    fn start(&mut self, setup: &Setup<'_>, data: &mut JointValues) -> Result<(), SetupError> {
        let Some((node, armature)) = armature_of(setup.world, setup.node) else {
            return Err(SetupError("its model has no armature".to_owned()));
        };
        self.arm = Some(node);
        self.speeds = vec![0.0; armature.bones().len()];
        self.targets = target::of_object(setup, armature);
        *data = JointValues::of(armature);
        Ok(())
    }

    fn act(&mut self, act: &mut Act<'_>, data: &mut JointValues) {
        let Some(arm) = self.arm else { return };
        if self.follows_targets {
            let on_the_way = self.move_targets(act);
            self.follow(act.world, arm, data);
            if !on_the_way {
                act.complete(Value::Null);
            }
            return;
        }
        let under_way = self.follow_trajectory(act, data);
        let rests = self.drive(act, arm, data);
        if rests && !under_way {
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
}
