//! Which nodes a ray can meet.

use morse_raycast::{ObjectKey, ObjectSet, RayKind, ResolvedFilter};

use crate::{NodeId, World};

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
    /// Rays meet these nodes only: those of [`World::tagged`], for one.
    pub only: Option<&'a NodeSet>,
    /// Rays pass these nodes. [`World::whole`] makes such a set.
    pub except: Option<&'a NodeSet>,
}

impl ObjectKey for NodeId {
    #[inline(always)]
    fn index(self) -> usize {
        NodeId::index(self)
    }
}

impl<'a> RayFilter<'a> {
    /// The same filter, with the node to skip replaced by its parent if it has no body.
    pub(super) fn resolve(&self, world: &World) -> ResolvedFilter<'a, NodeId> {
        let known = self.skip.filter(|&node| world.contains(node));
        let skip = known.and_then(|node| {
            if world.has_body(node) {
                Some(node)
            } else {
                world.parent(node).filter(|&above| world.has_body(above))
            }
        });
        ResolvedFilter { kind: self.kind, skip, only: self.only, except: self.except }
    }
}

impl World {
    /// A node with everything that hangs on it, for a [`RayFilter`].
    pub fn whole(&self, node: NodeId) -> NodeSet {
        self.tree.subtree(node).into_iter().collect()
    }
}
