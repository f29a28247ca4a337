//! Joints between nodes, and full inertia (URDF).

use glam::{DAffine3, DMat3, DVec3};
use serde::Serialize;

use super::NodeId;

/// A joint. The child node stands in the parent node as it does when the joint is at zero.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Joint {
    /// Name in the file.
    pub name: String,
    /// How it moves.
    pub kind: JointKind,
    /// The link that carries it.
    pub parent: NodeId,
    /// The link that it moves; its frame is the frame of the joint.
    pub child: NodeId,
    /// Unit axis in the frame of the child.
    pub axis: DVec3,
    /// How far, how fast, how strong; `None` = unlimited.
    pub limits: Option<JointLimits>,
    /// Viscous damping \[N·s/m or N·m·s/rad\].
    pub damping: f64,
    /// Static friction \[N or N·m\].
    pub friction: f64,
    /// The joint that it copies.
    pub mimic: Option<Mimic>,
}

/// How a joint moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum JointKind {
    /// Not at all.
    Fixed,
    /// Turns about the axis, within limits.
    Revolute,
    /// Turns about the axis without end.
    Continuous,
    /// Slides along the axis, within limits.
    Prismatic,
    /// Free in all six.
    Floating,
    /// Slides in the plane across the axis.
    Planar,
}

/// Limits of a joint.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct JointLimits {
    /// \[m or rad\]
    pub lower: f64,
    /// \[m or rad\]
    pub upper: f64,
    /// \[m/s or rad/s\]
    pub velocity: f64,
    /// \[N or N·m\]
    pub effort: f64,
}

/// position = multiplier · position of the other + offset
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Mimic {
    /// Name of the other joint.
    pub joint: String,
    /// Factor.
    pub multiplier: f64,
    /// \[m or rad\]
    pub offset: f64,
}

/// Mass and how it is spread.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Inertial {
    /// \[kg\]
    pub mass: f64,
    /// Frame of the centre of mass, in the node.
    pub node_from_inertia: DAffine3,
    /// Inertia about the centre of mass, in that frame \[kg·m²\].
    pub inertia: DMat3,
}
