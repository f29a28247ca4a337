//! The state of a joint (description, position, drive), and the joints of a mechanism.

use glam::{DQuat, DVec3};
use rapier3d::dynamics::{GenericJoint, JointAxesMask, JointAxis, MultibodyIndex, RigidBodyHandle};
use serde::{Deserialize, Serialize};

use crate::physics::convert::pose_to_engine;
use crate::physics::joints::{JointDrive, JointId, JointLimits, JointSpec, Mimic};
use crate::{JointKind, NodeId, Pose};

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
    /// Whether a mimic joint follows this joint.
    pub(crate) leads: bool,
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
    /// Difference between the position and rapier's coordinate: whole turns. [rad]
    pub(crate) turned: f64,
    pub(crate) drive: JointDrive,
    /// Set point of a servo on its way to its target. [rad or m]
    pub(crate) set_point: f64,
    /// Velocity of the set point in the last tick. [rad/s or m/s]
    pub(crate) set_point_velocity: f64,
    /// Mean effort of its servo in the last tick, if it was computed in joint coordinates. [N m or N]
    pub(crate) exerted: Option<f64>,
    /// The motor of the coming tick.
    #[serde(skip)]
    pub(crate) motor: Option<Motor>,
    /// Whether the joint was removed because its child was attached to a different parent.
    pub(crate) cut: bool,
    /// Whether rapier computes the joint.
    pub(crate) in_engine: bool,
    /// The joint whose base body it shares, because a mimic joint of one chain follows a joint of the other chain.
    pub(crate) shares_base_with: Option<JointId>,
    /// The rapier body that represents a parent that physics does not move.
    pub(crate) base: Option<RigidBodyHandle>,
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

/// A mechanism in rapier.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Mechanism {
    pub(super) multibody: MultibodyIndex,
    /// The root node, if it moves freely.
    pub(super) root: Option<NodeId>,
    /// Indices of the joints of its links. A joint comes after the joints that carry it.
    pub(super) joints: Vec<usize>,
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
            leads: false,
            start,
            position: start,
            position_before: start,
            velocity: 0.0,
            velocity_before: 0.0,
            turned: 0.0,
            drive: JointDrive::Free,
            set_point: start,
            set_point_velocity: 0.0,
            exerted: None,
            motor: None,
            cut: false,
            in_engine: false,
            shares_base_with: None,
            base: None,
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

    /// rapier's free axis.
    pub(crate) fn axis(&self) -> JointAxis {
        if self.kind.turns() { JointAxis::AngX } else { JointAxis::LinX }
    }

    /// Whether whole turns are counted separately from rapier's coordinate, which would otherwise lose precision.
    pub(crate) fn counts_turns(&self) -> bool {
        let unbounded = self.limits.lower == f64::NEG_INFINITY && self.limits.upper == f64::INFINITY;
        self.kind.turns() && unbounded && self.mimic.is_none() && !self.leads
    }

    /// Sets the position, which is written to rapier before the next step.
    pub(crate) fn set_position(&mut self, position: f64) {
        self.position = position;
        self.position_before = position;
        self.set_point = position;
        self.set_point_velocity = 0.0;
        self.turned = if self.counts_turns() {
            std::f64::consts::TAU * (position / std::f64::consts::TAU).round()
        } else {
            0.0
        };
    }

    /// Marks the joint as the leader of a mimic joint. rapier's coordinate then equals its position.
    pub(crate) fn set_leader(&mut self) {
        self.leads = true;
        self.turned = 0.0;
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
            self.turned,
            self.set_point,
            self.set_point_velocity,
        ];
        state.into_iter().chain(drive).for_each(|number| feed(number.to_bits()));
        feed(u64::from(self.cut));
    }

    /// The rapier joint, given the pose of the axis in the rapier bodies of both sides.
    pub(crate) fn for_engine(&self, carrier_from_axis: Pose, own_from_axis: Pose) -> GenericJoint {
        let axis = self.axis();
        let free = if self.kind.turns() { JointAxesMask::ANG_X } else { JointAxesMask::LIN_X };
        let mut joint = GenericJoint::new(JointAxesMask::all() & !free);
        joint.set_local_frame1(pose_to_engine(carrier_from_axis));
        joint.set_local_frame2(pose_to_engine(own_from_axis));
        if self.limits.lower.is_finite() || self.limits.upper.is_finite() {
            let [lower, upper] = [self.limits.lower, self.limits.upper];
            joint.set_limits(axis, [within_single(lower), within_single(upper)]);
        }
        joint
    }
}

/// The number clamped to the range of single precision.
pub(crate) fn within_single(value: f64) -> f32 {
    value.clamp(f64::from(f32::MIN), f64::from(f32::MAX)) as f32
}
