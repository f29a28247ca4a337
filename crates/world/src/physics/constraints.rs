//! Constraints between two bodies, or between a body and the world, that do not change the node tree.
//!
//! Joints form mechanisms in joint coordinates. Constraints are for closed loops, and for connections that are added and
//! removed during a simulation. Those of mechanisms are solved with the mechanism. rapier solves constraints of other bodies by impulses, so
//! they yield slightly under load.

pub(crate) mod between_bodies;

use glam::DVec3;
use rapier3d::dynamics::{ImpulseJointHandle, RigidBodyHandle};
use serde::{Deserialize, Serialize};

use crate::physics::convert::fits;
use crate::{NodeId, Pose};

/// The limit of one axis of a constraint: translation along x, y, z, or rotation about x, y, z. [m or rad]
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub enum AxisLimit {
    /// Unlimited motion.
    Free,
    /// No motion.
    Locked,
    /// Motion between two positions, the lower first.
    Between(f64, f64),
}

impl AxisLimit {
    fn is_valid(self) -> bool {
        match self {
            AxisLimit::Free | AxisLimit::Locked => true,
            AxisLimit::Between(low, high) => fits(DVec3::new(low, high, 0.0)) && low <= high,
        }
    }
}

/// The description of a constraint.
#[derive(Debug, Clone, PartialEq)]
pub struct ConstraintSpec {
    /// Name, unique among the constraints of the world.
    pub name: String,
    /// A node that physics moves, or that is mounted on such a node.
    pub one: NodeId,
    /// The second node; `None` for the world.
    pub other: Option<NodeId>,
    /// The frame of the constraint in the first node. Initially, the frame in the second node coincides with it.
    pub one_from_constraint: Pose,
    /// The limits of the frame in the second node, along and about the axes of the frame in the first node.
    pub limits: [AxisLimit; 6],
    /// Whether the two bodies collide with each other.
    pub collides: bool,
}

/// A constraint of the world.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Constraint {
    name: String,
    nodes: [Option<NodeId>; 2],
    handle: ImpulseJointHandle,
    /// The rapier body that represents the world or a node without a body.
    base: Option<RigidBodyHandle>,
    limits: [AxisLimit; 6],
}
