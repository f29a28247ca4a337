//! Events of a tick that do not stop the world.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::NodeId;

/// An error at one node; the rest of the world went on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error, Serialize, Deserialize)]
pub enum WorldEvent {
    /// Physics moved this body beyond 1e18 m or m/s, or to a value that is not a number. It was stopped at its last
    /// valid pose.
    #[error("reached a pose or velocity that is out of range and was stopped")]
    Diverged {
        /// The node of the body.
        node: NodeId,
    },
    /// A pose, velocity, force or torque that is not finite was set; it was ignored.
    #[error("was given a {what:?} that is not finite, which was ignored")]
    NotFinite {
        /// The node it was meant for.
        node: NodeId,
        /// The quantity that was set.
        what: Quantity,
    },
    /// A pose or velocity was set for a node that a joint holds; it was ignored.
    #[error("hangs on a joint, which holds it; move the joint, or the root of its mechanism")]
    HeldByJoint {
        /// The node it was meant for.
        node: NodeId,
    },
}

impl WorldEvent {
    /// The node that the event is about.
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
