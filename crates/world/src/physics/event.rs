//! Events of a tick that do not stop the world.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::NodeId;

/// An error at one node that did not stop the world.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error, Serialize, Deserialize)]
pub enum WorldEvent {
    /// Physics moved this body beyond 1e18 m or m/s, or to NaN. It was stopped at its last valid pose.
    #[error("reached a pose or velocity that is out of range and was stopped")]
    Diverged {
        /// The node of the body.
        node: NodeId,
    },
    /// A pose, velocity, force or torque that is not finite was set and ignored.
    #[error("was given a {what:?} that is not finite, which was ignored")]
    NotFinite {
        /// The target node.
        node: NodeId,
        /// The quantity that was set.
        what: Quantity,
    },
    /// A pose or velocity was set for a node that a joint moves; it was ignored.
    #[error(
        "cannot be moved directly, because a joint moves it; move the joint, or the root of its mechanism"
    )]
    HeldByJoint {
        /// The target node.
        node: NodeId,
    },
}

impl WorldEvent {
    /// The node of the event.
    #[must_use]
    pub fn node(self) -> NodeId {
        match self {
            WorldEvent::Diverged { node }
            | WorldEvent::NotFinite { node, .. }
            | WorldEvent::HeldByJoint { node } => node,
        }
    }
}

/// A quantity that can be set.
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
    /// The drive of a joint.
    JointDrive,
}
