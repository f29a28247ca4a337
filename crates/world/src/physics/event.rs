//! Events of a tick that do not stop the world.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::NodeId;

/// An error at one node that did not stop the world.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error, Serialize, Deserialize)]
pub enum WorldEvent {
    /// Physics moved this body to a pose or velocity that is not finite or out of range. It was stopped at its last valid
    /// pose.
    #[error("reached a pose or velocity that is out of range and was stopped")]
    Diverged {
        /// The node of the body.
        node: NodeId,
    },
    /// A body fell 10 m below the lowest place at which a body was added.
    #[error("fell below everything that it could stand on, and falls on")]
    FellOff {
        /// The node of the body.
        node: NodeId,
    },
    /// A pose, velocity, force or torque that is not finite or out of range was set and ignored.
    #[error("was given a {what:?} that is not finite or out of range, which was ignored")]
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
    /// Short text of the kind of event, without the node and numbers.
    #[must_use]
    pub fn kind(self) -> &'static str {
        match self {
            WorldEvent::Diverged { .. } => "a pose or velocity was out of range",
            WorldEvent::FellOff { .. } => "it fell below everything",
            WorldEvent::NotFinite { what, .. } => match what {
                Quantity::Pose => "a pose was not finite or out of range",
                Quantity::Velocity => "a velocity was not finite or out of range",
                Quantity::Force => "a force or torque was not finite",
                Quantity::JointPosition => "the position of a joint was not finite",
                Quantity::JointDrive => "the drive of a joint was not finite",
            },
            WorldEvent::HeldByJoint { .. } => "it cannot be moved directly, because a joint moves it",
        }
    }

    /// The node of the event.
    #[must_use]
    pub fn node(self) -> NodeId {
        match self {
            WorldEvent::Diverged { node }
            | WorldEvent::FellOff { node }
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
