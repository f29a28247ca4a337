//! Finds mechanisms, and adds them to and removes them from rapier.
//!
//! rapier only contains complete mechanisms. If a joint is added or cut, a root gets a new parent, or a link is suspended, all
//! mechanisms are removed and added again at the beginning of the next tick, with unchanged positions and velocities.

use std::collections::BTreeSet;

use rapier3d::dynamics::{MultibodyDofCoupling, MultibodyIndex, RigidBodyBuilder, RigidBodyHandle};

use crate::physics::convert::pose_to_engine;
use crate::physics::joints::joint::within_single;
use crate::physics::joints::{Joint, JointId};
use crate::physics::rapier_world::Physics;
use crate::tree::node_tree::Tree;
use crate::{NodeId, PhysicsType, Pose};

impl Physics {
    /// The moving body that carries a node and to which joints can transmit forces; `None` for static nodes.
    pub(super) fn carrier(&self, tree: &Tree, node: NodeId) -> Option<NodeId> {
        let anchor = tree.anchor(node);
        let turns = self.body(anchor).is_some_and(|body| body.physics == PhysicsType::RigidBody);
        (turns && tree.node(anchor).free).then_some(anchor)
    }

    /// The topmost body of the mechanism that carries a node.
    pub(crate) fn mechanism_root(&self, tree: &Tree, node: NodeId) -> NodeId {
        let mut at = tree.anchor(node);
        while let Some(joint) = tree.node(at).joint.and_then(|id| self.joints.get(id.index()))
            && let Some(above) = joint.parent.and_then(|parent| self.carrier(tree, parent))
        {
            at = above;
        }
        at
    }

    /// The bodies of the mechanism of a node, in order; only the node itself if it does not belong to a mechanism.
    pub(crate) fn mechanism_of(&self, tree: &Tree, node: NodeId) -> Vec<NodeId> {
        if self.joints.is_empty() {
            return vec![node];
        }
        let root = self.mechanism_root(tree, node);
        let below = tree.subtree(root).into_iter();
        let mut members: Vec<_> = below
            .filter(|&at| at == node || tree.node(at).free && self.mechanism_root(tree, at) == root)
            .collect();
        members.sort_unstable();
        members
    }

    /// Removes all mechanisms from rapier. [`Physics::link`] adds them again after every body is up to date.
    pub(crate) fn unlink(&mut self, tree: &Tree) {
        for joint in &mut self.joints {
            if std::mem::take(&mut joint.in_engine)
                && let Some(body) = self.bodies.get(joint.child)
            {
                self.engine.multibody_joints.remove_multibody_articulations(body.handle, true);
            }
        }
        // A mechanism is suspended as a whole.
        let still: BTreeSet<NodeId> = self
            .movers
            .iter()
            .filter(|&&id| self.body(id).is_some_and(|body| body.suspended))
            .map(|&id| self.mechanism_root(tree, id))
            .collect();
        let members: BTreeSet<NodeId> = (self.joints.iter().filter(|joint| joint.moves()))
            .flat_map(|joint| [Some(joint.child), joint.parent.and_then(|at| self.carrier(tree, at))])
            .flatten()
            .collect();
        for id in self.movers.clone() {
            let member = members.contains(&id);
            let held = member && still.contains(&self.mechanism_root(tree, id));
            let velocities = self.engine_velocities(tree, id);
            if let Some(body) = self.bodies.get_mut(id) {
                body.kept = velocities;
                body.suspended |= held;
                let was_linked = std::mem::replace(&mut body.linked, member && !body.suspended);
                if was_linked && !body.linked {
                    self.write_velocity(id);
                }
            }
        }
    }

    /// Adds all mechanisms that physics moves to rapier.
    pub(crate) fn link(&mut self, tree: &Tree) {
        let mut touched: Vec<MultibodyIndex> = Vec::new();
        for index in 0..self.joints.len() {
            let Some((carrier, carrier_from_axis)) = self.carrier_of_joint(tree, index) else {
                continue;
            };
            let joint = &mut self.joints[index];
            let Some(body) = self.bodies.get(joint.child) else {
                continue;
            };
            let own_from_axis = Pose::from_translation(-body.center) * joint.child_from_axis;
            let in_engine = joint.for_engine(carrier_from_axis, own_from_axis);
            let sets = &mut *self.engine;
            if sets.insert_multibody_joint(carrier, body.handle, in_engine).is_none() {
                continue;
            }
            joint.in_engine = true;
            if let Some(id) = sets.multibody_joints.rigid_body_link(body.handle).copied()
                && let Some(multibody) = sets.multibody_joints.get_multibody_mut(id.multibody)
                && let Some(link) = multibody.link_mut(id.id)
            {
                link.joint.apply_displacement(&[within_single(joint.position - joint.turned)]);
            }
        }
        for joint in self.joints.iter().filter(|joint| joint.in_engine) {
            if let Some(body) = self.bodies.get(joint.child)
                && let Some(id) = self.engine.multibody_joints.rigid_body_link(body.handle)
                && !touched.contains(&id.multibody)
            {
                touched.push(id.multibody);
            }
        }
        for index in touched {
            let engine = &mut *self.engine;
            if let Some(multibody) = engine.multibody_joints.get_multibody_mut(index) {
                // This is also when rapier determines whether the root can move.
                multibody.forward_kinematics(&engine.bodies, true);
                multibody.damping_mut().fill(0.0);
            }
        }
        for index in 0..self.joints.len() {
            self.configure_joint(index);
        }
        for id in self.movers.clone() {
            self.write_velocity(id);
        }
        self.list_mechanisms();
    }

    /// The rapier body that carries a joint, and the pose of the joint in it, if physics moves the joint.
    fn carrier_of_joint(&mut self, tree: &Tree, index: usize) -> Option<(RigidBodyHandle, Pose)> {
        let joint = &self.joints[index];
        let running = self.body(joint.child).is_some_and(|body| body.linked && !body.suspended);
        if !joint.moves() || !running || !tree.node(joint.child).free {
            return None;
        }
        if let Some(parent) = joint.parent
            && let Some(carrier) = self.carrier(tree, parent)
        {
            let body = self.body(carrier)?;
            let anchor_from_axis = tree.anchor_from(parent) * joint.parent_from_axis;
            return Some((body.handle, Pose::from_translation(-body.center) * anchor_from_axis));
        }
        // Mechanisms on the same ground must not be merged, because the cost grows with the cube of the size. Each gets a
        // separate base body.
        let first = joint.shares_base_with.map_or(index, JointId::index);
        let handle = match self.joints[first].base {
            Some(handle) => handle,
            None => self.engine.insert_body(RigidBodyBuilder::fixed().build()),
        };
        self.joints[first].base = Some(handle);
        self.place_base(tree, first);
        let [base, axis] = [first, index].map(|index| world_from_axis(tree, &self.joints[index]));
        Some((handle, if first == index { Pose::IDENTITY } else { base.inverse() * axis }))
    }

    /// Moves the base body to the pose of the parent that it represents.
    pub(crate) fn place_base(&mut self, tree: &Tree, index: usize) {
        let joint = &self.joints[index];
        if let Some(handle) = joint.base {
            let pose = pose_to_engine(world_from_axis(tree, joint));
            if let Some(base) = self.engine.bodies.get_mut(handle)
                && *base.position() != pose
            {
                base.set_position(pose, true);
            }
        }
    }

    /// Sets damping, friction, velocity and leader of a joint in rapier.
    fn configure_joint(&mut self, index: usize) {
        let joint = &self.joints[index];
        let handle_of = |joint: &Joint| {
            let body = self.body(joint.child).filter(|_| joint.in_engine)?;
            self.engine.multibody_joints.rigid_body_link(body.handle).copied()
        };
        let Some(own) = handle_of(joint) else { return };
        let leader = joint.mimic.and_then(|mimic| {
            let leader = self.joints.get(mimic.leader.index())?;
            let link = handle_of(leader).filter(|link| link.multibody == own.multibody)?;
            Some((mimic, link.id, leader.axis() as usize))
        });
        let Some(multibody) = self.engine.multibody_joints.get_multibody_mut(own.multibody) else {
            return;
        };
        let Some(at) = multibody.link(own.id).map(|link| link.assembly_id()) else {
            return;
        };
        multibody.damping_mut()[at] = joint.damping as f32;
        multibody.frictions_mut()[at] = joint.friction as f32;
        multibody.generalized_velocity_mut()[at] = joint.velocity as f32;
        if let Some((mimic, link1, axis1)) = leader {
            multibody.add_dof_coupling(MultibodyDofCoupling {
                link1,
                dof1: 0,
                axis1,
                link2: own.id,
                dof2: 0,
                axis2: joint.axis() as usize,
                coeff: mimic.multiplier as f32,
                offset: mimic.offset as f32,
            });
        }
    }

    /// Removes the joint that moves a node.
    pub(crate) fn cut(&mut self, tree: &Tree, node: NodeId) {
        if let Some(joint) = tree.node(node).joint.and_then(|id| self.joints.get_mut(id.index())) {
            joint.cut = true;
            joint.velocity = 0.0;
        }
        // Even without a joint it may be the root of a mechanism.
        self.stale |= !self.joints.is_empty();
    }
}

/// The pose of a joint in the world.
pub(super) fn world_from_axis(tree: &Tree, joint: &Joint) -> Pose {
    match joint.parent {
        Some(parent) => tree.world_from(parent) * joint.parent_from_axis,
        None => joint.parent_from_axis,
    }
}
