//! Distance within which rapier finds the contacts of mechanisms: the margins of their surfaces, and the way of the coming tick.
//!
//! rapier finds contacts once a tick, mechanisms make several steps in it: a foot that comes down meets the ground in any of them.

use crate::NodeId;
use crate::physics::rapier_world::Physics;

/// Largest way of a tick, in relation to the other body, in which contacts are looked for. [m]
const WAY_MAX_M: f32 = 0.25;

impl Physics {
    /// Lets rapier find the contacts of a body that enters a mechanism within the margins of its shapes and its way in a tick; and
    /// those of a body that leaves one where it is: rapier would hold it at the distance of its margins.
    pub(super) fn set_contact_reach(&mut self, id: NodeId, is_linked: bool) {
        let Some(handle) = self.body(id).map(|body| body.handle) else { return };
        let Some(in_engine) = self.engine.bodies.get_mut(handle) else { return };
        in_engine.set_soft_ccd_prediction(if is_linked { WAY_MAX_M } else { 0.0 });
        for collider in in_engine.colliders().to_vec() {
            let Some(owner) =
                self.engine.colliders.get(collider).map(|it| NodeId::of_user_data(it.user_data))
            else {
                continue;
            };
            let material = self.body(owner).and_then(|body| body.material_of(collider));
            let margin = material.filter(|_| is_linked).map_or(0.0, |it| it.margin + self.contact_margin_max);
            let engine = &mut *self.engine;
            if let Some(in_engine) = engine.colliders.get_mut(collider) {
                in_engine.set_contact_skin(margin as f32);
            }
        }
    }
}
