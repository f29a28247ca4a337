//! The state of a joint (description, position, drive), and the joints of a mechanism.

use glam::{DQuat, DVec3};
use serde::{Deserialize, Serialize};

use crate::physics::joints::{BallAxis, JointDrive, JointLimits, JointSpec, JointSpring, Mimic, ServoGains};
use crate::physics::softness::Softness;
use crate::{EffortPolynomial, JointKind, NodeId, Pose};

/// A joint of the world. Its frame is rotated so that its axis is x.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Joint {
    pub(crate) name: String,
    pub(crate) parent: Option<NodeId>,
    pub(crate) child: NodeId,
    pub(crate) kind: JointKind,
    pub(crate) parent_from_axis: Pose,
    pub(crate) child_from_axis: Pose,
    pub(crate) limits: JointLimits,
    pub(crate) damping: f64,
    pub(crate) friction: f64,
    pub(crate) mimic: Option<Mimic>,
    pub(crate) armature: f64,
    pub(crate) spring: Option<JointSpring>,
    /// Parts of its damping and of its spring that are not linear.
    pub(crate) polynomial: EffortPolynomial,
    pub(crate) servo: Option<ServoGains>,
    /// Position at which inertias and lengths at rest are measured. [rad or m]
    pub(crate) reference: f64,
    pub(crate) limit_softness: Option<Softness>,
    pub(crate) friction_softness: Option<Softness>,
    /// The ball joint that it is part of.
    pub(crate) ball: Option<BallAxis>,
    /// Longest step of its mechanism. [s]
    pub(crate) step_max_s: f64,
    /// Initial position. [rad or m]
    pub(crate) start: f64,
    /// Position. [rad or m]
    pub(crate) position: f64,
    /// Position at the start of the last tick. [rad or m]
    pub(crate) position_before: f64,
    /// Velocity. [rad/s or m/s]
    pub(crate) velocity: f64,
    /// Velocity of the last tick. [rad/s or m/s]
    pub(crate) velocity_before: f64,
    pub(crate) drive: JointDrive,
    /// Set point of a servo on its way to its target. [rad or m]
    pub(crate) set_point: f64,
    /// Velocity of the set point in the last tick. [rad/s or m/s]
    pub(crate) set_point_velocity: f64,
    /// Mean effort of its servo in the last tick. [N m or N]
    pub(crate) exerted: Option<f64>,
    /// Mean effort of limits, dry friction, equalities and contacts in the last tick, while forces are recorded. [N m or N]
    pub(crate) constrained: f64,
    /// The motor of the coming tick.
    #[serde(skip)]
    pub(crate) motor: Option<Motor>,
    /// Whether the joint was removed because its child was attached to a different parent.
    pub(crate) cut: bool,
}

/// The motor of a joint in a tick: effort = stiffness × (position - own) + damping × (velocity - own), within its limit.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Motor {
    /// A constant effort. [N m or N]
    Effort(f64),
    /// A velocity, with the largest effort. [rad/s or m/s, N m or N]
    Velocity { target: f64, max_effort: f64 },
    /// A spring and damper whose rest position moves with a velocity, and is at a position at the end of the tick.
    Spring { position: f64, velocity: f64, stiffness: f64, damping: f64, max_effort: f64 },
}

/// A mechanism that physics moves, or a body that moves freely, which is a mechanism without joints.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(crate) struct Mechanism {
    /// The root node, if it moves freely.
    pub(super) root: Option<NodeId>,
    /// Indices of the joints of its links, depth first.
    pub(super) joints: Vec<usize>,
    /// Mechanisms with joints that follow joints of this one, or lead them.
    pub(super) coupled: Vec<usize>,
    /// Accelerations of its degrees of freedom in the last step, from which the solver of constraints starts; empty before the first
    /// step. [m/s² or rad/s²]
    pub(super) accelerations: Vec<f64>,
}

impl Mechanism {
    /// Starts the solver of constraints without accelerations.
    pub(super) fn forget_accelerations(&mut self) {
        self.accelerations.clear();
    }

    /// Hashes the state that influences the future.
    pub(crate) fn state_bits(&self, feed: &mut impl FnMut(u64)) {
        self.accelerations.iter().for_each(|number| feed(number.to_bits()));
    }

    /// The nodes of its moving bodies: the root if it moves freely, and the children of the joints.
    pub(super) fn members<'a>(&'a self, joints: &'a [Joint]) -> impl Iterator<Item = NodeId> + 'a {
        self.root.into_iter().chain(self.joints.iter().map(|&joint| joints[joint].child))
    }
}

impl Joint {
    /// Creates a joint from a validated description.
    pub(crate) fn new(spec: &JointSpec) -> Joint {
        let joint_from_axis =
            Pose::from_rotation(DQuat::from_rotation_arc(DVec3::X, spec.axis.normalize_or(DVec3::X)));
        let unit = |pose: Pose| pose.normalized().unwrap_or(pose);
        let start = spec.position.clamp(spec.limits.lower, spec.limits.upper);
        Joint {
            name: spec.name.clone(),
            parent: spec.parent,
            child: spec.child,
            kind: spec.kind,
            parent_from_axis: unit(spec.parent_from_joint) * joint_from_axis,
            child_from_axis: unit(spec.child_from_joint) * joint_from_axis,
            limits: spec.limits,
            damping: spec.damping,
            friction: spec.friction,
            mimic: spec.mimic,
            armature: spec.armature,
            spring: spec.spring,
            polynomial: spec.polynomial,
            servo: spec.servo,
            reference: spec.reference,
            limit_softness: spec.limit_softness,
            friction_softness: spec.friction_softness,
            ball: spec.ball,
            step_max_s: spec.step_max_s,
            start,
            position: start,
            position_before: start,
            velocity: 0.0,
            velocity_before: 0.0,
            drive: JointDrive::Free,
            set_point: start,
            set_point_velocity: 0.0,
            exerted: None,
            constrained: 0.0,
            motor: None,
            cut: false,
        }
    }

    /// The placeholder at the index of a removed joint: a fixed joint without a node.
    pub(crate) fn vacant() -> Joint {
        let mut vacant =
            Joint::new(&JointSpec::new("", None, NodeId::of_user_data(u128::MAX), JointKind::Fixed));
        vacant.cut = true;
        vacant
    }

    /// Whether the joint can move.
    pub(crate) fn moves(&self) -> bool {
        self.kind != JointKind::Fixed && !self.cut
    }

    /// The pose of its child in its parent at a position.
    pub(crate) fn parent_from_child(&self, position: f64) -> Pose {
        let moved = match self.kind {
            JointKind::Fixed => Pose::IDENTITY,
            JointKind::Prismatic => Pose::from_translation(DVec3::new(position, 0.0, 0.0)),
            JointKind::Revolute | JointKind::Continuous => {
                Pose::from_rotation(DQuat::from_rotation_x(position))
            }
        };
        let pose = self.parent_from_axis * moved * self.child_from_axis.inverse();
        pose.normalized().unwrap_or(pose)
    }

    /// Sets the position, at which a servo then starts.
    pub(crate) fn set_position(&mut self, position: f64) {
        self.position = position;
        self.position_before = position;
        self.set_point = position;
        self.set_point_velocity = 0.0;
    }

    /// Hashes all state that influences the future of the joint.
    pub(crate) fn state_bits(&self, feed: &mut impl FnMut(u64)) {
        let drive = match self.drive {
            JointDrive::Free => [0.0; 6],
            JointDrive::Effort(effort) => [1.0, effort, 0.0, 0.0, 0.0, 0.0],
            JointDrive::Velocity { target, max_effort } => [2.0, target, max_effort, 0.0, 0.0, 0.0],
            JointDrive::Position { target, speed, stiffness, damping, max_effort } => {
                [3.0, target, speed, stiffness, damping, max_effort]
            }
            JointDrive::Exact { target, speed } => [4.0, target, speed, 0.0, 0.0, 0.0],
        };
        let state = [
            self.position,
            self.position_before,
            self.velocity,
            self.velocity_before,
            self.set_point,
            self.set_point_velocity,
        ];
        state.into_iter().chain(drive).for_each(|number| feed(number.to_bits()));
        feed(u64::from(self.cut));
    }
}
