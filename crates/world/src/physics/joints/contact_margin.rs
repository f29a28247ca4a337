//! Distance within which rapier finds the contacts of mechanisms: the margins of their surfaces, and the way of the coming tick.
//!
//! rapier finds contacts once a tick, mechanisms make several steps in it: a foot that comes down meets the ground in any of them.

use rapier3d::dynamics::RigidBodyHandle;

use crate::NodeId;
use crate::physics::rapier_world::Physics;

/// Way of a tick that the distance of prediction of rapier covers. [m]
const COVERED_M: f64 = 0.002;
/// Largest way of a tick, in relation to the other body, in which contacts are looked for. [m]
const WAY_MAX_M: f32 = 0.25;

impl Physics {
    /// Lets rapier find the contacts of a body of a mechanism along its way in the coming tick, while it is fast: for a slow one, the
    /// search would take a third of the time of a tick.
    pub(crate) fn find_contacts_ahead(&mut self, id: NodeId) {
        let Some(body) = self.body(id).filter(|body| body.linked) else { return };
        let is_fast = body.kept[0].length() * self.tick_s > COVERED_M;
        self.set_way(body.handle, if is_fast { WAY_MAX_M } else { 0.0 });
    }

    /// Sets the largest way of a body in which rapier looks for contacts. [m]
    fn set_way(&mut self, handle: RigidBodyHandle, way_m: f32) {
        // Each mutable access makes rapier look at a body.
        if self.engine.bodies.get(handle).is_some_and(|it| it.soft_ccd_prediction() != way_m)
            && let Some(in_engine) = self.engine.bodies.get_mut(handle)
        {
            in_engine.set_soft_ccd_prediction(way_m);
        }
    }

    /// Lets rapier find the contacts of a body that enters a mechanism within the margins of its shapes; and those of a body that
    /// leaves one where it is: rapier would hold it at the distance of its margins.
    pub(super) fn set_contact_reach(&mut self, id: NodeId, is_linked: bool) {
        let Some(handle) = self.body(id).map(|body| body.handle) else { return };
        if !is_linked {
            self.set_way(handle, 0.0);
        }
        let Some(in_engine) = self.engine.bodies.get(handle) else { return };
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
