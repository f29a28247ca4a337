//! Reads the state of the joints from rapier after a tick.

use std::f64::consts::{PI, TAU};

use glam::DVec3;
use rapier3d::dynamics::{Multibody, RigidBodyHandle};

use crate::physics::joints::spec::in_range;
use crate::physics::rapier_world::Physics;
use crate::tree::node_tree::Tree;
use crate::{NodeId, WorldEvent};

impl Physics {
    /// Reads positions and velocities of all joints, and the velocities of their bodies.
    pub(crate) fn collect_joints(&mut self, tree: &Tree, events: &mut Vec<WorldEvent>) {
        for index in 0..self.joints.len() {
            let joint = &mut self.joints[index];
            let Some(child) = self.bodies.get_mut(joint.child).filter(|_| joint.in_engine) else {
                continue;
            };
            let sets = &mut self.engine.multibody_joints;
            let Some(id) = sets.rigid_body_link(child.handle).copied() else { continue };
            let Some(multibody) = sets.get_multibody_mut(id.multibody) else { continue };
            let Some(link) = multibody.link(id.id) else { continue };
            let coordinate = f64::from(link.joint.coords()[joint.axis() as usize]);
            let velocity = f64::from(multibody.joint_velocity(link)[0]);
            if !in_range(coordinate) || !in_range(velocity) {
                events.push(WorldEvent::Diverged { node: joint.child });
                self.halt(tree, self.joints[index].child);
                continue;
            }
            joint.velocity_before = joint.velocity;
            joint.velocity = velocity;
            joint.position = joint.turned + coordinate;
            child.kept = velocities(multibody, id.id);
            let base = link.parent_id() == Some(0);
            let root = (base && multibody.root().joint().ndofs() == 6)
                .then(|| (multibody.root().rigid_body_handle(), velocities(multibody, 0)));
            if joint.counts_turns() && coordinate.abs() > PI {
                let turn = TAU.copysign(coordinate);
                joint.turned += turn;
                if let Some(link) = multibody.link_mut(id.id) {
                    link.joint.apply_displacement(&[-turn as f32]);
                }
            }
            if let Some((handle, kept)) = root {
                self.keep(handle, kept);
            }
        }
    }

    fn keep(&mut self, handle: RigidBodyHandle, velocities: [DVec3; 2]) {
        let node = self.engine.bodies.get(handle).map(|body| NodeId::of_user_data(body.user_data));
        if let Some(body) = node.and_then(|id| self.bodies.get_mut(id)) {
            body.kept = velocities;
        }
    }

    /// Stops a mechanism whose state is not finite at its last valid state.
    pub(crate) fn halt(&mut self, tree: &Tree, node: NodeId) {
        let members = self.mechanism_of(tree, node);
        for joint in self.joints.iter_mut().filter(|joint| members.contains(&joint.child)) {
            joint.velocity = 0.0;
            joint.velocity_before = 0.0;
        }
        for id in members {
            self.watch(id);
            if let Some(body) = self.bodies.get_mut(id).filter(|body| body.linked) {
                body.kept = [DVec3::ZERO; 2];
                self.stale = true;
            }
        }
    }
}

/// Velocity of the center of mass of a link, and its turn rate. [m/s, rad/s]
///
/// rapier's own values are those of the sub-step before the last.
fn velocities(multibody: &Multibody, link: usize) -> [DVec3; 2] {
    let speeds = multibody.body_jacobian(link) * multibody.generalized_velocity();
    let at = |row: usize| f64::from(speeds[row]);
    [DVec3::new(at(0), at(1), at(2)), DVec3::new(at(3), at(4), at(5))]
}
