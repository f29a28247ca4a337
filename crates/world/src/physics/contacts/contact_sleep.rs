//! Contact forces of bodies that sleep, which last until the bodies wake.

use crate::NodeId;
use crate::physics::rapier_world::Physics;

impl Physics {
    /// Forgets the contacts of the last tick, except those of bodies that sleep.
    pub(crate) fn forget_contact_forces(&mut self) {
        let mut contacts = std::mem::take(&mut self.contact_forces);
        contacts.retain(|contact| {
            let [one, other] = [contact.one, contact.other].map(|node| self.carrier_is_awake(node));
            !one && !other
        });
        self.contact_forces = contacts;
    }

    /// Whether the body that carries the shapes of a node is awake.
    fn carrier_is_awake(&self, node: NodeId) -> bool {
        let part = self.body(node).and_then(|body| body.colliders().next());
        let carrier = part.and_then(|part| self.engine.colliders.get(part)?.parent());
        let in_engine = carrier.and_then(|carrier| self.engine.bodies.get(carrier));
        in_engine.is_some_and(|body| body.is_dynamic() && !body.is_sleeping())
    }
}
