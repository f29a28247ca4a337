//! Writes state that was set between two ticks to rapier: joints, and roots of mechanisms.

use crate::NodeId;
use crate::physics::convert::vector_to_engine;
use crate::physics::joints::JointId;
use crate::physics::joints::joint::within_single;
use crate::physics::rapier_world::Physics;

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

    /// Writes the position and velocity of a joint to rapier.
    pub(crate) fn write_joint(&mut self, id: JointId) {
        self.wake_joint(id);
        let joint = &self.joints[id.index()];
        if let Some(body) = self.bodies.get(joint.child).filter(|_| joint.in_engine)
            && let Some(link) = self.engine.multibody_joints.rigid_body_link(body.handle).copied()
            && let Some(multibody) = self.engine.multibody_joints.get_multibody_mut(link.multibody)
            && let Some(own) = multibody.link_mut(link.id)
        {
            let coordinate = within_single(joint.position - joint.turned);
            let at = own.assembly_id();
            let moved = coordinate - own.joint.coords()[joint.axis() as usize];
            own.joint.apply_displacement(&[moved]);
            multibody.generalized_velocity_mut()[at] = within_single(joint.velocity);
        }
    }

    /// Writes the velocity that was set for the root of a mechanism to rapier.
    pub(crate) fn write_root_velocity(&mut self, id: NodeId) {
        if self.body(id).is_some_and(|body| body.linked) {
            self.write_velocity(id);
        }
    }

    /// Writes the stored velocity of a body to rapier, if the body is alone or a moving root.
    pub(crate) fn write_velocity(&mut self, id: NodeId) {
        let Some(body) = self.bodies.get(id).filter(|body| !body.suspended) else {
            return;
        };
        let [linear, angular] = body.kept.map(vector_to_engine);
        if !body.linked {
            if let Some(own) = self.engine.bodies.get_mut(body.handle).filter(|own| own.is_dynamic()) {
                own.set_linvel(linear, false);
                own.set_angvel(angular, false);
            }
            return;
        }
        let Some(link) = self.engine.multibody_joints.rigid_body_link(body.handle).copied() else {
            return;
        };
        if let Some(multibody) = self.engine.multibody_joints.get_multibody_mut(link.multibody)
            && link.id == 0
            && multibody.root().joint().ndofs() == 6
        {
            let numbers = linear.to_array().into_iter().chain(angular.to_array());
            for (row, number) in numbers.enumerate() {
                multibody.generalized_velocity_mut()[row] = number;
            }
        }
    }
}
