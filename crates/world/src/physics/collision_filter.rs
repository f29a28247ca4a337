//! Excludes collisions between moving bodies that are attached to each other in the node tree, and between pairs of bodies that
//! are kept apart.
//!
//! Wheels overlap the chassis to which they are attached; their contacts would push the robot apart. The same holds for the
//! first link of an arm and the ground body to which its joint is fixed. A file can name pairs that collide all the same.

use std::collections::BTreeSet;

use rapier3d::geometry::SolverFlags;
use rapier3d::pipeline::{PairFilterContext, PhysicsHooks};

use crate::NodeId;
use crate::tree::hierarchy::Hierarchy;

/// The collision filter.
pub(crate) struct CollisionFilter<'a> {
    pub(crate) hierarchy: Hierarchy<'a>,
    /// Pairs of bodies that do not collide.
    pub(crate) apart: &'a BTreeSet<[NodeId; 2]>,
    /// Pairs of bodies that collide although a joint connects them.
    pub(crate) colliding: &'a BTreeSet<[NodeId; 2]>,
}

impl PhysicsHooks for CollisionFilter<'_> {
    fn filter_contact_pair(&self, context: &PairFilterContext<'_>) -> Option<SolverFlags> {
        let body = |handle: Option<_>| context.bodies.get(handle?);
        let (Some(one), Some(other)) = (body(context.rigid_body1), body(context.rigid_body2)) else {
            return Some(SolverFlags::default());
        };
        if !one.is_dynamic() && !other.is_dynamic() {
            return None;
        }
        let (one, other) = (NodeId::of_user_data(one.user_data), NodeId::of_user_data(other.user_data));
        let pair = [one.min(other), one.max(other)];
        if self.colliding.contains(&pair) {
            return Some(SolverFlags::default());
        }
        let tree = &self.hierarchy;
        let both_free = tree.node(one).free && tree.node(other).free;
        let related = tree.is_above(one, other) || tree.is_above(other, one);
        let joined = self.joined(one, other) || self.joined(other, one);
        let apart = self.apart.contains(&pair);
        (!(both_free && related || joined || apart)).then(SolverFlags::default)
    }
}

impl CollisionFilter<'_> {
    /// Whether a joint attaches `child` to `parent`.
    fn joined(&self, child: NodeId, parent: NodeId) -> bool {
        let node = self.hierarchy.node(child);
        node.joint.is_some() && node.parent.is_some_and(|above| self.hierarchy.is_welded_to(parent, above))
    }
}
