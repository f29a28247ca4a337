//! Collision margins: bodies of formats that know no margins meet the surfaces of other bodies.
//!
//! While there are such bodies, each shape with a margin has a second collider without it. Groups of rapier decide which of
//! the two a body meets.

use rapier3d::geometry::{Collider, ColliderHandle, SharedShape};

use crate::NodeId;
use crate::physics::body::collision_groups::bare_groups;
use crate::physics::rapier_world::Physics;
use crate::tree::node_tree::Tree;

impl Physics {
    /// Whether there are bodies that ignore margins.
    pub(crate) fn ignores_margins(&self) -> bool {
        self.ignoring_margins > 0
    }

    /// Adds the colliders without margins that a new body needs: its own, and those of all bodies if it is the first that
    /// ignores margins.
    pub(crate) fn add_bare_colliders(&mut self, tree: &Tree, id: NodeId) {
        if self.body(id).is_some_and(|body| body.ignores_margins) {
            self.ignoring_margins += 1;
            if self.ignoring_margins == 1 {
                for node in tree.ids() {
                    self.add_bare_colliders_of(node);
                }
                return;
            }
        }
        if self.ignores_margins() {
            self.add_bare_colliders_of(id);
        }
    }

    fn add_bare_colliders_of(&mut self, id: NodeId) {
        let Some(body) = self.bodies.get_mut(id) else { return };
        for part in body.parts.iter_mut().filter(|part| part.bare_collider.is_none()) {
            let Some(bare) = &part.bare else { continue };
            let engine = &mut *self.engine;
            let Some(original) = engine.colliders.get(part.collider) else { continue };
            let (collider, parent) = (without_margin(original, bare.clone()), original.parent());
            part.bare_collider = Some(engine.insert_collider(collider, parent));
        }
    }

    /// Removes the colliders without margins after the last body that ignores margins was removed.
    pub(crate) fn remove_bare_colliders(&mut self, tree: &Tree) {
        for node in tree.ids() {
            let Some(body) = self.bodies.get_mut(node) else { continue };
            let bare: Vec<ColliderHandle> =
                body.parts.iter_mut().filter_map(|part| part.bare_collider.take()).collect();
            for collider in bare {
                self.engine.remove_collider(collider);
            }
        }
    }
}

/// A collider of the shape without its margin.
fn without_margin(original: &Collider, bare: SharedShape) -> Collider {
    let mut collider = original.clone();
    collider.set_shape(bare);
    collider.set_collision_groups(bare_groups());
    collider
}
