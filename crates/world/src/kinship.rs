//! Which moving bodies do not collide: one that hangs on another in the tree of nodes.
//!
//! Wheels overlap the chassis they hang on; their contacts would tear the robot apart. The same goes for the
//! first link of an arm and the ground body its joint is fixed to.

use rapier3d::geometry::SolverFlags;
use rapier3d::pipeline::{PairFilterContext, PhysicsHooks};

use crate::NodeId;
use crate::tree::Tree;

/// Asks the tree who hangs on whom.
pub(crate) struct Kinship<'a>(pub(crate) &'a Tree);

impl PhysicsHooks for Kinship<'_> {
    fn filter_contact_pair(&self, context: &PairFilterContext<'_>) -> Option<SolverFlags> {
        let body = |handle: Option<_>| context.bodies.get(handle?);
        let (Some(one), Some(other)) = (body(context.rigid_body1), body(context.rigid_body2)) else {
            return Some(SolverFlags::default());
        };
        if !one.is_dynamic() && !other.is_dynamic() {
            return None;
        }
        let (one, other) = (NodeId(one.user_data as u32), NodeId(other.user_data as u32));
        let both_free = self.0.node(one).free && self.0.node(other).free;
        let related = self.0.is_above(one, other) || self.0.is_above(other, one);
        let joined = self.joined(one, other) || self.joined(other, one);
        (!(both_free && related || joined)).then(SolverFlags::default)
    }
}

impl Kinship<'_> {
    /// Whether a body hangs on another one by a joint.
    fn joined(&self, child: NodeId, parent: NodeId) -> bool {
        let node = self.0.node(child);
        node.joint.is_some() && node.parent.is_some_and(|above| self.0.is_welded_to(parent, above))
    }
}
