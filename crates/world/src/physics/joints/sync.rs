//! Writes state that was set between two ticks to rapier: velocities, and which bodies are awake.

use crate::NodeId;
use crate::physics::convert::vector_to_engine;
use crate::physics::joints::JointId;
use crate::physics::rapier_world::Physics;
use crate::tree::node_tree::Tree;

/// Links that rotate slower than this may sleep; rapier's default is 0.5 rad/s. [rad/s]
const SLEEP_BELOW_RAD_PER_S: f32 = 0.005;

impl Physics {
    /// Lowers the sleep threshold of a link, so that it does not fall asleep while it rotates slowly.
    pub(crate) fn lower_sleep_threshold(&mut self, child: NodeId) {
        if let Some(body) = self.bodies.get(child)
            && let Some(own) = self.engine.bodies.get_mut(body.handle)
        {
            own.activation_mut().angular_threshold = SLEEP_BELOW_RAD_PER_S;
        }
    }

    /// Wakes the link of a joint.
    pub(crate) fn wake_joint(&mut self, id: JointId) {
        let child = self.joints[id.index()].child;
        if let Some(body) = self.bodies.get(child)
            && let Some(own) = self.engine.bodies.get_mut(body.handle)
        {
            own.wake_up(true);
        }
    }

    /// Wakes the bodies that equalities, tendons and motors connect with nodes that were placed.
    pub(crate) fn wake_coupled(&mut self, tree: &Tree, placed: &[NodeId]) {
        if self.couplings.is_empty() {
            return;
        }
        let groups = self.couplings.groups(&self.joints);
        let is_pulled = |group: &&Vec<NodeId>| group.iter().any(|node| placed.contains(node));
        for node in groups.iter().filter(is_pulled).flatten() {
            if let Some(carrier) = self.carrier(tree, *node) {
                self.wake(carrier);
            }
        }
    }

    /// Writes the stored velocity of a body to rapier.
    pub(crate) fn write_velocity(&mut self, id: NodeId) {
        let Some(body) = self.bodies.get(id).filter(|body| !body.suspended) else {
            return;
        };
        let [linear, angular] = body.kept.map(vector_to_engine);
        if let Some(own) = self.engine.bodies.get_mut(body.handle).filter(|own| own.is_dynamic()) {
            own.set_linvel(linear, false);
            own.set_angvel(angular, false);
        }
    }
}
