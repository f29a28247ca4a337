//! What the world has to report about a tick without stopping for it.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::NodeId;

/// Something that went wrong with one node while the rest of the world went on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error, Serialize, Deserialize)]
pub enum WorldEvent {
    /// Physics pushed this body beyond 1e18 m or m/s, or to what is no number; it was stopped where it last was.
    #[error("reached a pose or velocity that is out of range and was stopped")]
    Diverged {
        /// The node whose body it was.
        node: NodeId,
    },
    /// A pose, velocity, force or torque that is not finite was asked for; it was ignored.
    #[error("was given a {what:?} that is not finite, which was ignored")]
    NotFinite {
        /// The node it was meant for.
        node: NodeId,
        /// What was asked for.
        what: Quantity,
    },
    /// A node that hangs on a joint was to be put elsewhere, or given a velocity; it was ignored.
    #[error("hangs on a joint, which holds it; move the joint, or the root of its mechanism")]
    HeldByJoint {
        /// The node it was meant for.
        node: NodeId,
    },
}

impl WorldEvent {
    /// The node it happened to.
    #[must_use]
    pub fn node(self) -> NodeId {
        match self {
            WorldEvent::Diverged { node }
            | WorldEvent::NotFinite { node, .. }
            | WorldEvent::HeldByJoint { node } => node,
        }
    }
}

/// What was asked of a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Quantity {
    /// Position and orientation.
    Pose,
    /// Linear or angular velocity.
    Velocity,
    /// Force or torque.
    Force,
    /// Position of a joint.
    JointPosition,
    /// What is to move a joint.
    JointDrive,
}
