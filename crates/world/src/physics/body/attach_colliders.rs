//! Attaches the shapes of nodes to rapier bodies: to the moving body that carries the node, or to a separate body.

use glam::DVec3;
use rapier3d::dynamics::RigidBodyType;
use rapier3d::pipeline::ActiveHooks;

use crate::physics::contacts::recycling::FINDS_CONTACTS;
use crate::physics::convert::pose_to_engine;
use crate::physics::rapier_world::Physics;
use crate::tree::node_tree::Tree;
use crate::{NodeId, Pose};

/// A shape whose pose is set wakes sleeping bodies within this distance. [m]
const WAKES_WITHIN_M: f32 = 0.02;

impl Physics {
    /// Attaches the shapes of a node to its carrier, after the node was added or its parent changed.
    pub(crate) fn attach_shapes(&mut self, tree: &Tree, id: NodeId) {
        self.leave_planar(tree.anchor(id));
        let Some(body) = self.bodies.get(id) else {
            return;
        };
        let (own, moves) = (body.handle, body.physics.moves());
        let anchor = tree.anchor(id);
        let free = tree.node(id).free;
        let carrier = match self.body(anchor) {
            Some(above) if tree.node(anchor).free => above.handle,
            _ => own,
        };
        let carrying = if carrier == own { id } else { anchor };
        let related = if is_mounted_body(tree, anchor) || tree.node(anchor).joint.is_some() {
            ActiveHooks::FILTER_CONTACT_PAIRS
        } else {
            ActiveHooks::empty()
        };
        let finds_contacts = self.body(carrying).is_some_and(|body| body.finds_contacts);
        let hooks = related | if finds_contacts { FINDS_CONTACTS } else { ActiveHooks::empty() };
        let mut half_thickness = f32::INFINITY;
        for (part, handle) in body.parts.iter().flat_map(|part| part.colliders().map(move |it| (part, it))) {
            let engine = &mut *self.engine;
            engine.colliders.set_parent(handle, Some(carrier), &mut engine.bodies);
            if let Some(collider) = engine.colliders.get_mut(handle) {
                collider.set_active_hooks(hooks);
                // rapier does not apply continuous collision detection to surfaces.
                if handle == part.collider && collider.shape().as_trimesh().is_none() {
                    half_thickness = half_thickness.min(collider.shape().ccd_thickness());
                }
            }
        }
        if let Some(carrying) = self.bodies.get_mut(carrying) {
            carrying.half_thickness = carrying.half_thickness.min(half_thickness);
        }
        self.watch(id);
        if moves && let Some(in_engine) = self.engine.bodies.get_mut(own) {
            let kind = if free { RigidBodyType::Dynamic } else { RigidBodyType::Fixed };
            in_engine.set_body_type(kind, true);
            in_engine.set_enabled(carrier == own);
        }
        self.write_poses(tree, &[id]);
    }

    /// Writes poses that were set to rapier.
    pub(crate) fn write_poses(&mut self, tree: &Tree, moved: &[NodeId]) {
        let mut placed = Vec::new();
        for &id in moved {
            let anchor = tree.anchor(id);
            self.leave_planar(anchor);
            let anchor_from_center =
                Pose::from_translation(self.body(anchor).map_or(DVec3::ZERO, |b| b.center));
            let Some(body) = self.bodies.get_mut(id) else {
                continue;
            };
            let engine = &mut *self.engine;
            let mounted = !tree.node(id).free && tree.node(anchor).free;
            let carrier_from_node = if mounted {
                anchor_from_center.inverse() * tree.anchor_from(id)
            } else {
                body.seen = pose_to_engine(tree.world_from(id) * Pose::from_translation(body.center));
                if let Some(own) = engine.bodies.get_mut(body.handle) {
                    own.set_position(body.seen, true);
                }
                self.wakes += u64::from(std::mem::take(&mut body.sleeps));
                Pose::from_translation(-body.center)
            };
            let carrier_pose = if mounted {
                pose_to_engine(tree.world_from(anchor) * anchor_from_center)
            } else {
                body.seen
            };
            for (part, handle) in
                body.parts.iter().flat_map(|part| part.colliders().map(move |it| (part, it)))
            {
                let Some(collider) = engine.colliders.get_mut(handle) else {
                    continue;
                };
                let carrier_from_part = pose_to_engine(carrier_from_node * part.node_from_part);
                if collider.position_wrt_parent() != Some(&carrier_from_part) {
                    collider.set_position_wrt_parent(carrier_from_part);
                }
                collider.set_position(carrier_pose * carrier_from_part);
                placed.push(handle);
            }
        }
        self.release_around(&placed);
        self.forget_contacts_near(&placed);
        // In rapier, shapes whose pose is set pass through sleeping bodies.
        let engine = &self.engine;
        placed.retain(|&shape| {
            let carrier =
                engine.colliders.get(shape).and_then(|collider| engine.bodies.get(collider.parent()?));
            carrier.is_some_and(|carrier| !carrier.is_dynamic())
        });
        self.wake_near(&placed, WAKES_WITHIN_M);
    }
}

/// Whether a node is a moving body attached to another moving body.
fn is_mounted_body(tree: &Tree, id: NodeId) -> bool {
    tree.node(id).free
        && std::iter::successors(tree.node(id).parent, |&at| tree.node(at).parent)
            .any(|at| tree.node(at).free)
}
