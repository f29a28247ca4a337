//! Kinds of joints.

use serde::{Deserialize, Serialize};

/// The kind of a joint.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum JointKind {
    /// The joint does not move.
    Fixed,
    /// Rotation about the axis, within limits.
    Revolute,
    /// Rotation about the axis without limits.
    Continuous,
    /// Translation along the axis, within limits.
    Prismatic,
}

impl JointKind {
    /// Whether it rotates: its positions are angles then.
    pub fn turns(self) -> bool {
        matches!(self, JointKind::Revolute | JointKind::Continuous)
    }
}
