//! The mass of bodies connected by fixed joints.

use crate::NodeId;
use crate::physics::rapier_world::Physics;
use crate::tree::node_tree::Tree;

impl Physics {
    /// Updates the mass of a moving body, including everything that fixed joints connect to it.
    pub(crate) fn update_mass(&mut self, tree: &Tree, id: NodeId) {
        let Some(body) = self.body(id).filter(|body| body.physics.moves() && tree.node(id).free) else {
            return;
        };
        let mut total = *body.own;
        for part in tree.subtree(id).into_iter().skip(1) {
            if tree.anchor(part) == id
                && tree.hierarchy().is_welded_to(id, part)
                && let Some(welded) = self.body(part)
                && welded.own.mass > 0.0
            {
                total = total.with(tree.anchor_from(part), &welded.own);
            }
        }
        if total == *body.total {
            return;
        }
        let (handle, turns, is_linked) = (body.handle, body.physics.turns(), body.linked);
        let [linear, angular] = self.velocities(tree, id);
        if let Some(body) = self.bodies.get_mut(id) {
            *body.total = total;
            body.center = total.center;
        }
        if let Some(in_engine) = self.engine.bodies.get_mut(handle) {
            in_engine.set_additional_mass_properties(total.for_engine(turns), true);
            if !is_linked {
                in_engine.set_gravity_scale(total.weight_share() as f32, false);
            }
        }
        let arm = tree.world_from(id).transform_vector(total.center);
        if let Some(body) = self.bodies.get_mut(id) {
            body.kept = [linear + angular.cross(arm), angular];
        }
        self.write_velocity(id);
        self.write_poses(tree, &tree.subtree(id));
    }
}
