//! Which nodes a ray can meet.

use morse_raycast::{ObjectKey, ObjectSet, RayKind};

use crate::NodeId;

/// A set of nodes of one world.
pub type NodeSet = ObjectSet<NodeId>;

/// Which nodes the rays of a batch can meet. The default: every body that is an obstacle.
#[derive(Debug, Clone, Copy, Default)]
pub struct RayFilter<'a> {
    /// What the rays are cast for.
    pub kind: RayKind,
    /// Rays pass the shapes of this node, or, if it has no body, those of its parent: a sensor does not see
    /// the robot it sits on.
    pub skip: Option<NodeId>,
    /// Rays meet these nodes only: those of [`World::tagged`](crate::World::tagged), for one.
    pub only: Option<&'a NodeSet>,
    /// Rays pass these nodes. [`World::whole`](crate::World::whole) makes such a set.
    pub except: Option<&'a NodeSet>,
}

impl ObjectKey for NodeId {
    #[inline(always)]
    fn index(self) -> usize {
        NodeId::index(self)
    }
}
