//! What can be wrong with what the world is asked to hold.

use thiserror::Error;

/// Why a node, body, zone or saved state was refused.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum WorldError {
    /// A node with this name is already in the world.
    #[error("the world already has a node named '{name}'; give this one another name")]
    DuplicateName {
        /// The name that is taken.
        name: String,
    },
    /// A node number that this world never gave out.
    #[error(
        "node '{name}' names parent {parent}, but the world has {count} nodes; add parents before children"
    )]
    UnknownParent {
        /// The node that was to be added.
        name: String,
        /// The number it gave for its parent.
        parent: u32,
        /// How many nodes the world has.
        count: usize,
    },
    /// A value that no body, shape or pose can have.
    #[error("'{name}': {what} is {value}, allowed is {allowed}")]
    BadValue {
        /// The node or zone it was meant for.
        name: String,
        /// What the value is.
        what: String,
        /// What was given.
        value: String,
        /// What may be given.
        allowed: &'static str,
    },
    /// A wheel that a chassis does not have.
    #[error("'{name}' has {count} wheels, counted from 0; there is no wheel {number}")]
    NoWheel {
        /// The chassis.
        name: String,
        /// The number that was given.
        number: usize,
        /// How many wheels it has.
        count: usize,
    },
    /// Attaching a node to itself or to a node below it.
    #[error("'{child}' cannot be attached to '{parent}', which is itself part of '{child}'")]
    Cycle {
        /// The node that was to be attached.
        child: String,
        /// The node it was to be attached to.
        parent: String,
    },
    /// A joint with this name is already in the world.
    #[error("the world already has a joint named '{name}'; give this one another name")]
    DuplicateJoint {
        /// The name that is taken.
        name: String,
    },
    /// A node that hangs on a joint was to hang on another one.
    #[error(
        "joint '{joint}' cannot move '{child}', which already hangs on joint '{first}'; a node has one joint"
    )]
    SecondJoint {
        /// The joint that was to be added.
        joint: String,
        /// The node it was to move.
        child: String,
        /// The joint that node hangs on.
        first: String,
    },
    /// A joint was to connect something that forces cannot turn.
    #[error(
        "joint '{joint}' cannot connect '{node}': both sides are rigid bodies, or the parent does not move"
    )]
    NotJointable {
        /// The joint that was to be added.
        joint: String,
        /// The side that is no rigid body.
        node: String,
    },
    /// A saved state that cannot be read back.
    #[error("this is not a world state of this version: {reason}; save it again with this program")]
    BadSnapshot {
        /// What did not fit.
        reason: String,
    },
}

impl WorldError {
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
