//! Errors of the world.

use morse_geometry::ShapeError;
use thiserror::Error;

/// Errors for invalid nodes, bodies, zones, joints and saved states.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum WorldError {
    /// A node with this name is already in the world.
    #[error("the world already has a node named '{name}'; give this one another name")]
    DuplicateName {
        /// The duplicate name.
        name: String,
    },
    /// A node index that this world never returned.
    #[error(
        "node '{name}' has parent {parent}, but the world has {count} nodes; add parents before children"
    )]
    UnknownParent {
        /// The node to be added.
        name: String,
        /// The parent index that was given.
        parent: u32,
        /// The number of nodes in the world.
        count: usize,
    },
    /// An invalid value of a body, shape, pose, joint, visual or command.
    #[error("'{name}': {what} is {value}, allowed is {allowed}")]
    BadValue {
        /// The node, zone, joint or other object that the value is for.
        name: String,
        /// The meaning of the value.
        what: String,
        /// The value that was given.
        value: String,
        /// The values that are allowed.
        allowed: &'static str,
    },
    /// A wheel index that a chassis does not have.
    #[error("'{name}' has {count} wheels, counted from 0; there is no wheel {number}")]
    NoWheel {
        /// The chassis.
        name: String,
        /// The index that was given.
        number: usize,
        /// The number of its wheels.
        count: usize,
    },
    /// Attaching a node to itself or to one of its descendants.
    #[error("'{child}' cannot be attached to '{parent}', which is itself part of '{child}'")]
    Cycle {
        /// The node to be attached.
        child: String,
        /// The node to attach it to.
        parent: String,
    },
    /// A joint with this name is already in the world.
    #[error("the world already has a joint named '{name}'; give this one another name")]
    DuplicateJoint {
        /// The name that is taken.
        name: String,
    },
    /// A second joint for a node that a joint already moves.
    #[error(
        "joint '{joint}' cannot move '{child}', which joint '{first}' already moves; a node has one joint"
    )]
    SecondJoint {
        /// The joint to be added.
        joint: String,
        /// The child of the new joint.
        child: String,
        /// The joint that already moves the node.
        first: String,
    },
    /// A joint to a node that is not a rigid body.
    #[error(
        "joint '{joint}' cannot connect '{node}': both sides are rigid bodies, or the parent does not move"
    )]
    NotJointable {
        /// The joint to be added.
        joint: String,
        /// The node that is not a rigid body.
        node: String,
    },
    /// A node that cannot follow or look at parts.
    #[error(
        "it cannot follow or look at parts: it needs a parent and no body, and parts in the world with masses above 0"
    )]
    BadAim,
    /// A saved state that cannot be restored.
    #[error("this is not a world state of this version: {reason}; save it again with this program")]
    BadSnapshot {
        /// The difference from the expected format.
        reason: String,
    },
}

impl WorldError {
    /// The error for an invalid shape of `owner`.
    pub(crate) fn shape(owner: &str, error: ShapeError) -> WorldError {
        let ShapeError { what, value, allowed } = error;
        WorldError::BadValue { name: owner.to_owned(), what, value, allowed }
    }

    pub(crate) fn bad(
        name: &str,
        what: impl Into<String>,
        value: impl std::fmt::Debug,
        allowed: &'static str,
    ) -> WorldError {
        WorldError::BadValue {
            name: name.to_owned(),
            what: what.into(),
            value: format!("{value:?}"),
            allowed,
        }
    }
}
