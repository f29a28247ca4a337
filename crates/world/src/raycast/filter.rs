//! Filters for the nodes that a ray can hit.

use morse_raycast::{ObjectKey, ObjectSet, RayKind};

use crate::NodeId;

/// A set of nodes of one world.
pub type NodeSet = ObjectSet<NodeId>;

/// Selects the nodes that the rays of a batch can hit. The default selects every body that is an obstacle.
#[derive(Debug, Clone, Copy, Default)]
pub struct RayFilter<'a> {
    /// The kind of the rays.
    pub kind: RayKind,
    /// Rays pass through the shapes of this node or, if it has no body, of its parent. So a sensor does not see the robot
    /// on which it is mounted.
    pub skip: Option<NodeId>,
    /// Rays hit only these nodes, for example those of [`World::tagged`](crate::World::tagged).
    pub only: Option<&'a NodeSet>,
    /// Rays pass through these nodes. [`World::subtree_set`](crate::World::subtree_set) returns such a set.
    pub except: Option<&'a NodeSet>,
}

impl ObjectKey for NodeId {
    #[inline(always)]
    fn index(self) -> usize {
        NodeId::index(self)
    }
}
