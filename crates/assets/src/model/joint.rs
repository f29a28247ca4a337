//! Joints between nodes, and full inertia (URDF).

use glam::{DAffine3, DMat3, DVec3};
use serde::Serialize;

use crate::model::NodeId;

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
    /// Viscous damping \[N·s/m or N·m·s/rad\].
    pub damping: f64,
    /// Static friction \[N or N·m\].
    pub friction: f64,
    /// The joint that it copies.
    pub mimic: Option<Mimic>,
}

/// The kind of a joint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
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
