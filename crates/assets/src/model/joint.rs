//! Joints between nodes, and full inertia (URDF).

use glam::{DAffine3, DMat3, DQuat, DVec3};
use serde::{Deserialize, Serialize};

use crate::model::{EffortPolynomial, NodeId, Softness};

/// A joint. The pose of the child node in the parent node is that of the joint at zero.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Joint {
    /// Name in the file.
    pub name: String,
    /// The kind of joint.
    pub kind: JointKind,
    /// The link that carries it.
    pub parent: NodeId,
    /// The link that it moves.
    pub child: NodeId,
    /// A point of the axis in the frame of the child. In URDF files its origin. \[m\]
    pub anchor: DVec3,
    /// Unit axis in the frame of the child.
    pub axis: DVec3,
    /// Limits of position, velocity and effort; `None` if unlimited.
    pub limits: Option<JointLimits>,
    /// Position in the initial pose of the file. \[rad or m\]
    pub position: f64,
    /// Position in the pose in which inverse inertias are measured, and from which equalities of tendons count. \[rad or m\]
    pub reference: f64,
    /// Viscous damping \[N·s/m or N·m·s/rad\].
    pub damping: f64,
    /// Static friction \[N or N·m\].
    pub friction: f64,
    /// The joint that it copies.
    pub mimic: Option<Mimic>,
    /// Inertia of its motor behind the gear, added to that of the links \[kg·m² or kg\].
    pub armature: f64,
    /// The spring between its links.
    pub spring: Option<JointSpring>,
    /// Parts of its damping and of its spring that are not linear.
    pub polynomial: EffortPolynomial,
    /// Gains of the position servo that the file gives it.
    pub servo: Option<ServoGains>,
    /// The motor that drives it from the start, until an actuator does.
    pub motor: Option<JointMotor>,
    /// Softness of its limits, in MJCF files; rigid without it.
    pub limit_softness: Option<Softness>,
    /// Softness of its dry friction, in MJCF files; hardly any without it.
    pub friction_softness: Option<Softness>,
    /// The ball joint that it is part of.
    pub ball: Option<BallAxis>,
}

/// Part of a ball joint: three joints in a row, about x, y and z of one frame, which together turn about any axis. Their positions
/// are the angles of turns about x, then y, then z. Damping, friction, armature and stiffness are the same for all three; their
/// spring is at rest without a rotation.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct BallAxis {
    /// 0 for x, 1 for y, 2 for z.
    pub number: u8,
    /// Largest angle of the whole rotation; `None` without a limit. \[rad\]
    pub angle_max: Option<f64>,
}

impl Joint {
    /// A joint along z at the origin of its child, without limits, friction, spring, servo and motor.
    #[must_use]
    pub fn new(name: String, kind: JointKind, parent: NodeId, child: NodeId) -> Joint {
        Joint {
            name,
            kind,
            parent,
            child,
            anchor: DVec3::ZERO,
            axis: DVec3::Z,
            limits: None,
            position: 0.0,
            reference: 0.0,
            damping: 0.0,
            friction: 0.0,
            mimic: None,
            armature: 0.0,
            spring: None,
            polynomial: EffortPolynomial::default(),
            servo: None,
            motor: None,
            limit_softness: None,
            friction_softness: None,
            ball: None,
        }
    }

    /// Pose of the child at a position [rad or m], in the frame of the child at zero.
    pub(crate) fn child_from_zero(&self, position: f64) -> DAffine3 {
        match self.kind {
            JointKind::Prismatic => DAffine3::from_translation(self.axis * position),
            JointKind::Revolute | JointKind::Continuous => {
                let turn = DQuat::from_axis_angle(self.axis, position);
                DAffine3::from_rotation_translation(turn, self.anchor - turn * self.anchor)
            }
            JointKind::Fixed | JointKind::Floating | JointKind::Planar => DAffine3::IDENTITY,
        }
    }
}

/// A spring between the links of a joint: effort = stiffness · (rest − position).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct JointSpring {
    /// Stiffness \[N/m or N·m/rad\].
    pub stiffness: f64,
    /// Position without effort. \[m or rad\]
    pub rest: f64,
}

/// A motor that holds a velocity.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct JointMotor {
    /// Target velocity \[m/s or rad/s\].
    pub velocity: f64,
    /// Largest effort, at least 0 \[N or N·m\].
    pub effort: f64,
}

/// Gains of a position servo: effort = stiffness · (command − position) − damping · velocity.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ServoGains {
    /// Stiffness \[N/m or N·m/rad\].
    pub stiffness: f64,
    /// The damping.
    pub damping: ServoDamping,
}

/// Damping of a position servo.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ServoDamping {
    /// Effort per velocity \[N·s/m or N·m·s/rad\].
    Absolute(f64),
    /// Share of the critical damping with the inertia that the joint moves at the start.
    Ratio(f64),
}

/// The kind of a joint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum JointKind {
    /// The joint does not move.
    Fixed,
    /// Rotation about the axis, within limits.
    Revolute,
    /// Rotation about the axis without limits.
    Continuous,
    /// Translation along the axis, within limits.
    Prismatic,
    /// All six degrees of freedom.
    Floating,
    /// Motion in the plane perpendicular to the axis.
    Planar,
}

/// Limits of a joint.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct JointLimits {
    /// Lowest position. \[m or rad\]
    pub lower: f64,
    /// Highest position. \[m or rad\]
    pub upper: f64,
    /// Greatest velocity. \[m/s or rad/s\]
    pub velocity: f64,
    /// Greatest effort. \[N or N·m\]
    pub effort: f64,
}

/// A mimic joint: position = multiplier · position of the other + offset.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Mimic {
    /// Name of the other joint.
    pub joint: String,
    /// Factor on the position of the other joint.
    pub multiplier: f64,
    /// Offset. \[m or rad\]
    pub offset: f64,
}

/// Mass and inertia.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Inertial {
    /// Mass. \[kg\]
    pub mass: f64,
    /// Frame of the center of mass, in the node.
    pub node_from_inertia: DAffine3,
    /// Inertia about the center of mass, in that frame \[kg·m²\].
    pub inertia: DMat3,
}
