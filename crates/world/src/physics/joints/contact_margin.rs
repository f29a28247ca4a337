//! Distance within which rapier finds the contacts of mechanisms: the margins of their surfaces, and the way of the coming tick.
//!
//! rapier finds contacts once a tick, mechanisms make several steps in it: a foot that comes down meets the ground in any of them.

use crate::NodeId;
use crate::physics::rapier_world::Physics;

/// Way of a tick that the distance of prediction of rapier covers. [m]
const COVERED_M: f32 = 0.002;
/// Steps of the distance in which contacts are looked for. [m]
const STEP_M: f32 = 0.01;
/// Largest way of a tick in which contacts are looked for. [m]
const WAY_MAX_M: f32 = 0.25;

impl Physics {
    /// Measures the shapes of a body that enters a mechanism, or resets their distance when it leaves. Bodies that rapier moves have
    /// none: rapier would hold them at that distance.
    pub(super) fn measure_contact_reach(&mut self, id: NodeId, is_linked: bool) {
        let Some(body) = self.body(id) else { return };
        let Some(in_engine) = self.engine.bodies.get(body.handle) else { return };
        let center = in_engine.mass_properties().local_mprops.local_com;
        let [mut radius, mut margin] = [0.0f32; 2];
        for &handle in in_engine.colliders().iter().filter(|_| is_linked) {
            let Some(collider) = self.engine.colliders.get(handle) else { continue };
            let pose = collider.position_wrt_parent().copied().unwrap_or_default();
            let around = collider.shape().compute_aabb(&pose);
            let corner = (around.maxs - center).abs().max((around.mins - center).abs());
            radius = radius.max(corner.length());
            let owner = self.body(NodeId::of_user_data(collider.user_data));
            let material = owner.and_then(|body| body.material_of(handle));
            let both = material.map_or(0.0, |material| material.margin + self.contact_margin_max);
            margin = margin.max(both as f32);
        }
        if let Some(body) = self.bodies.get_mut(id) {
            body.contact_reach = [radius, margin];
        }
        if !is_linked {
            self.find_contacts_within(id, 0.0);
        }
    }

    /// Lets rapier find the contacts of a body of a mechanism within the margins of its shapes and its way in the coming tick.
    pub(crate) fn find_contacts_ahead(&mut self, id: NodeId) {
        let Some(body) = self.body(id).filter(|body| body.linked) else { return };
        let [radius, margin] = body.contact_reach;
        let [speed, turn_rate] = body.kept.map(|velocity| velocity.length() as f32);
        let way = ((speed + turn_rate * radius) * self.tick_s as f32).min(WAY_MAX_M);
        // In whole steps, so that it seldom changes.
        let ahead = if way > COVERED_M { (way / STEP_M).ceil() * STEP_M } else { 0.0 };
        self.find_contacts_within(id, margin + ahead);
    }

    /// Sets the distance from the shapes of a body within which rapier finds contacts. [m]
    fn find_contacts_within(&mut self, id: NodeId, skin: f32) {
        let Some(body) = self.bodies.get(id) else { return };
        let engine = &mut *self.engine;
        let Some(in_engine) = engine.bodies.get(body.handle) else { return };
        for &handle in in_engine.colliders() {
            // A collider that is changed is looked at again.
            if engine.colliders.get(handle).is_some_and(|it| it.contact_skin() != skin)
                && let Some(collider) = engine.colliders.get_mut(handle)
            {
                collider.set_contact_skin(skin);
            }
        }
    }
}
