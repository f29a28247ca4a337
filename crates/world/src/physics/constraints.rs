//! Constraints: loose joints between two bodies, or a body and the world, that leave the tree of nodes as it is.
//!
//! Joints make mechanisms, in joint coordinates. Constraints are for what closes loops or comes and goes while a
//! simulation runs: rapier solves them by impulses, and lets them give way a little under load.

mod between_bodies;

use glam::DVec3;
use rapier3d::dynamics::{ImpulseJointHandle, RigidBodyHandle};
use serde::{Deserialize, Serialize};

use crate::physics::convert::fits;
use crate::{NodeId, Pose};

/// How far one axis of a constraint may move: x, y, z, then about x, about y, about z. [m or rad]
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub enum AxisLimit {
    /// As far as it likes.
    Free,
    /// Not at all.
    Locked,
    /// Between two positions, in order.
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
    /// Unique name among the constraints of the world.
    pub name: String,
    /// A node that physics moves, or that is mounted on one.
    pub one: NodeId,
    /// The other node; `None` for the world.
    pub other: Option<NodeId>,
    /// The frame of the constraint in the first node. It is where the frame in the other one is at first.
    pub one_from_constraint: Pose,
    /// The limits of the frame in the other node, along and about the axes of the frame in the first one.
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
    /// The body that stands for the world, or for a node without a body.
    base: Option<RigidBodyHandle>,
    limits: [AxisLimit; 6],
}
