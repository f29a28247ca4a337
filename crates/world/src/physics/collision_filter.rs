//! Excludes collisions between moving bodies that are attached to each other in the node tree.
//!
//! Wheels overlap the chassis to which they are attached; their contacts would push the robot apart. The same holds for the
//! first link of an arm and the ground body to which its joint is fixed.

use rapier3d::geometry::SolverFlags;
use rapier3d::pipeline::{PairFilterContext, PhysicsHooks};

use crate::NodeId;
use crate::tree::hierarchy::Hierarchy;

/// The collision filter.
pub(crate) struct CollisionFilter<'a>(pub(crate) Hierarchy<'a>);

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
        let both_free = self.0.node(one).free && self.0.node(other).free;
        let related = self.0.is_above(one, other) || self.0.is_above(other, one);
        let joined = self.joined(one, other) || self.joined(other, one);
        (!(both_free && related || joined)).then(SolverFlags::default)
    }
}

impl CollisionFilter<'_> {
    /// Whether a joint attaches `child` to `parent`.
    fn joined(&self, child: NodeId, parent: NodeId) -> bool {
        let node = self.0.node(child);
        node.joint.is_some() && node.parent.is_some_and(|above| self.0.is_welded_to(parent, above))
    }
}
