//! Finds mechanisms.
//!
//! If a joint is added or cut, a root gets a new parent, or a link is suspended, all mechanisms are listed again at the
//! beginning of the next tick, with unchanged positions and velocities.
//!
//! rapier knows nothing of mechanisms. It finds the contacts of their bodies, which it moves as if they were free and
//! weightless; the result of `joint_space` replaces its own.

use std::collections::{BTreeMap, BTreeSet};

use glam::DVec3;

use crate::physics::joints::{Joint, Mechanism};
use crate::physics::rapier_world::Physics;
use crate::tree::node_tree::Tree;
use crate::{NodeId, PhysicsType, Pose};

impl Physics {
    /// The moving body that carries a node and to which joints can transmit forces; `None` for static nodes.
    pub(crate) fn carrier(&self, tree: &Tree, node: NodeId) -> Option<NodeId> {
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

    /// Lists the mechanisms, and the bodies that belong to them.
    pub(crate) fn list_mechanisms(&mut self, tree: &Tree) {
        // A mechanism is suspended as a whole.
        let still: BTreeSet<NodeId> = self
            .movers
            .iter()
            .filter(|&&id| self.body(id).is_some_and(|body| body.suspended))
            .map(|&id| self.mechanism_root(tree, id))
            .collect();
        let mut groups = self.coupled_bodies(tree);
        // Alone, a body that resists rolling is a mechanism, too: rapier knows no such resistance.
        let resists = self.tuning.iter().filter(|(_, tuning)| tuning.rolling_resistance_m != [0.0; 2]);
        groups.extend(resists.filter_map(|(node, _)| Some(vec![self.carrier(tree, *node)?])));
        let mut members: BTreeSet<NodeId> = (self.joints.iter().filter(|joint| joint.moves()))
            .flat_map(|joint| [Some(joint.child), joint.parent.and_then(|at| self.carrier(tree, at))])
            .flatten()
            .collect();
        members.extend(groups.iter().flatten());
        for id in self.movers.clone() {
            let is_member = members.contains(&id);
            let is_held = is_member && still.contains(&self.mechanism_root(tree, id));
            let velocities = self.engine_velocities(tree, id);
            let Some(body) = self.bodies.get_mut(id) else { continue };
            body.kept = velocities;
            body.suspended |= is_held;
            let is_linked = is_member && !body.suspended;
            let was_linked = std::mem::replace(&mut body.linked, is_linked);
            if is_linked || was_linked {
                self.set_contact_reach(id, is_linked);
            }
            let Some(body) = self.bodies.get_mut(id) else { continue };
            if was_linked != is_linked {
                let share = body.total.weight_share() as f32;
                if let Some(in_engine) = self.engine.bodies.get_mut(body.handle) {
                    in_engine.set_gravity_scale(if is_linked { 0.0 } else { share }, false);
                }
                self.write_velocity(id);
            }
        }
        let before = std::mem::take(&mut self.mechanisms);
        self.mechanisms = self.linked_mechanisms(tree, &groups);
        // A mechanism that is the same begins with its accelerations.
        let mut known: BTreeMap<_, _> =
            before.into_iter().map(|it| ((it.root, it.joints), it.accelerations)).collect();
        for mechanism in &mut self.mechanisms {
            let key = (mechanism.root, std::mem::take(&mut mechanism.joints));
            mechanism.accelerations = known.remove(&key).unwrap_or_default();
            mechanism.joints = key.1;
        }
        for number in 0..self.mechanisms.len() {
            for id in self.mechanisms[number].members(&self.joints).collect::<Vec<_>>() {
                if let Some(body) = self.bodies.get_mut(id) {
                    body.mechanism = number as u32;
                }
            }
        }
        for joint in &self.joints {
            let Some(leader) = joint.mimic.and_then(|mimic| self.joints.get(mimic.leader.index())) else {
                continue;
            };
            let sides = [joint, leader].map(|joint| self.mechanism_number(joint.child));
            if let [Some(one), Some(other)] = sides
                && one != other
            {
                self.mechanisms[one].coupled.push(other);
                self.mechanisms[other].coupled.push(one);
            }
        }
        for group in &groups {
            let numbers: BTreeSet<usize> =
                group.iter().filter_map(|body| self.mechanism_number(*body)).collect();
            let numbers: Vec<usize> = numbers.into_iter().collect();
            for pair in numbers.windows(2) {
                self.mechanisms[pair[0]].coupled.push(pair[1]);
                self.mechanisms[pair[1]].coupled.push(pair[0]);
            }
        }
    }

    /// The moving bodies that each coupling connects.
    fn coupled_bodies(&self, tree: &Tree) -> Vec<Vec<NodeId>> {
        let groups = self.couplings.groups(&self.joints).into_iter();
        let bodies =
            |nodes: Vec<NodeId>| nodes.into_iter().filter_map(|node| self.carrier(tree, node)).collect();
        groups.map(bodies).collect()
    }

    /// The mechanism that a body belongs to.
    pub(super) fn mechanism_number(&self, node: NodeId) -> Option<usize> {
        let body = self.body(node).filter(|body| body.linked)?;
        Some(body.mechanism as usize)
    }

    /// The mechanisms whose bodies physics moves, in the order of their topmost joints.
    fn linked_mechanisms(&self, tree: &Tree, coupled: &[Vec<NodeId>]) -> Vec<Mechanism> {
        let mut carried: BTreeMap<NodeId, Vec<usize>> = BTreeMap::new();
        let mut feet = Vec::new();
        for (index, joint) in self.joints.iter().enumerate() {
            let is_running = self.body(joint.child).is_some_and(|body| body.linked);
            if !joint.moves() || !is_running || !tree.node(joint.child).free {
                continue;
            }
            match joint.parent.and_then(|parent| self.carrier(tree, parent)) {
                Some(carrier) => carried.entry(carrier).or_default().push(index),
                None => feet.push(index),
            }
        }
        // A body without joints that a coupling holds is a mechanism, too.
        for body in coupled.iter().flatten().filter(|body| self.body(**body).is_some_and(|it| it.linked)) {
            carried.entry(*body).or_default();
        }
        let with_joints_below = |first: Vec<usize>| {
            let mut joints = Vec::new();
            let mut waiting: Vec<usize> = first.into_iter().rev().collect();
            while let Some(index) = waiting.pop() {
                joints.push(index);
                waiting.extend(carried.get(&self.joints[index].child).into_iter().flatten().rev());
            }
            joints
        };
        let is_moved =
            |id: NodeId| tree.node(id).joint.is_some_and(|joint| self.joints[joint.index()].moves());
        let is_root = |id: &NodeId| self.mechanism_root(tree, *id) == *id && !is_moved(*id);
        let roots = carried.iter().filter(|(id, _)| is_root(id));
        let free = roots.map(|(id, first)| (Some(*id), with_joints_below(first.clone())));
        let standing = feet.iter().map(|foot| (None, with_joints_below(vec![*foot])));
        let mut mechanisms: Vec<_> = free
            .chain(standing)
            .map(|(root, joints)| Mechanism { root, joints, ..Mechanism::default() })
            .collect();
        mechanisms.sort_by_key(|mechanism| mechanism.joints.first().copied());
        mechanisms
    }

    /// Stops a mechanism at its last valid state, and suspends it.
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
                body.suspended = true;
                self.halted.insert(id);
                self.stale = true;
            }
        }
    }

    /// Resumes the mechanisms that were halted.
    pub(crate) fn resume_halted(&mut self, tree: &Tree) {
        for id in std::mem::take(&mut self.halted) {
            self.set_suspended(tree, id, false);
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
