//! Islands: mechanisms, and bodies that move freely, which affect each other in a tick.

use std::collections::{BTreeMap, BTreeSet};

use rapier3d::dynamics::{RigidBody, RigidBodyHandle};

use crate::NodeId;
use crate::physics::joints::Mechanism;
use crate::physics::rapier_world::Physics;

/// Mechanisms that affect each other in a tick.
pub(super) struct Island {
    /// Index of its first mechanism.
    pub(super) first: usize,
    /// Indices of its mechanisms.
    pub(super) mechanisms: Vec<usize>,
    /// Bodies that move freely, as mechanisms without joints.
    pub(super) bodies: Vec<Mechanism>,
    /// Whether nothing touches it, and no constraint holds it.
    pub(super) is_alone: bool,
}

impl Island {
    /// Its mechanisms, and then its bodies that move freely.
    pub(super) fn parts<'a>(&'a self, mechanisms: &'a [Mechanism]) -> impl Iterator<Item = &'a Mechanism> {
        self.mechanisms.iter().map(|&number| &mechanisms[number]).chain(&self.bodies)
    }
}

/// Groups of mechanisms while they are found.
struct Groups {
    /// For each mechanism one of its group; the first of a group refers to itself.
    of: Vec<usize>,
    /// Mechanisms and free bodies that something touches.
    touched: BTreeSet<usize>,
    /// The mechanism that each free body touches.
    bodies: BTreeMap<NodeId, usize>,
    /// Bodies whose neighbors are yet to be found, each with its mechanism.
    waiting: Vec<(NodeId, usize)>,
    /// Mechanisms that were reached.
    reached: BTreeSet<usize>,
}

impl Groups {
    fn root(&self, mut mechanism: usize) -> usize {
        while self.of[mechanism] != mechanism {
            mechanism = self.of[mechanism];
        }
        mechanism
    }

    fn join(&mut self, one: usize, other: usize) {
        let (one, other) = (self.root(one), self.root(other));
        self.of[one.max(other)] = one.min(other);
    }
}

impl Physics {
    /// The islands that are awake, in the order of their first mechanisms.
    pub(super) fn islands(&self) -> Vec<Island> {
        let mechanisms = &self.mechanisms;
        let mut groups = Groups {
            of: (0..mechanisms.len()).collect(),
            touched: BTreeSet::new(),
            bodies: BTreeMap::new(),
            waiting: Vec::new(),
            reached: BTreeSet::new(),
        };
        for (number, mechanism) in mechanisms.iter().enumerate() {
            if mechanism.members(&self.joints).any(|id| self.is_awake(id)) {
                self.reach_mechanism(&mut groups, number);
            }
        }
        while let Some((id, mechanism)) = groups.waiting.pop() {
            self.add_neighbors(&mut groups, id, mechanism);
        }
        let mut islands: BTreeMap<usize, Island> = BTreeMap::new();
        for &number in &groups.reached {
            let first = groups.root(number);
            let island = islands.entry(first).or_insert(Island {
                first,
                mechanisms: Vec::new(),
                bodies: Vec::new(),
                is_alone: true,
            });
            island.mechanisms.push(number);
            island.is_alone &= !groups.touched.contains(&number);
        }
        for (&id, &mechanism) in &groups.bodies {
            if let Some(island) = islands.get_mut(&groups.root(mechanism)) {
                island.bodies.push(Mechanism { root: Some(id), ..Mechanism::default() });
                island.is_alone = false;
            }
        }
        islands.into_values().collect()
    }

    /// Adds a mechanism, and those that follow its joints or lead them.
    fn reach_mechanism(&self, groups: &mut Groups, number: usize) {
        if !groups.reached.insert(number) {
            return;
        }
        for &other in &self.mechanisms[number].coupled {
            groups.join(number, other);
            self.reach_mechanism(groups, other);
        }
        groups.waiting.extend(self.mechanisms[number].members(&self.joints).map(|id| (id, number)));
    }

    /// Adds the mechanisms and free bodies that a body touches, or that constraints connect with it.
    fn add_neighbors(&self, groups: &mut Groups, id: NodeId, mechanism: usize) {
        let engine = &self.engine;
        let Some(handle) = self.body(id).map(|body| body.handle) else { return };
        let Some(body) = engine.bodies.get(handle) else { return };
        let mut others: Vec<Option<RigidBodyHandle>> = Vec::new();
        for &own in body.colliders() {
            for pair in engine.narrow_phase.contact_pairs_with(own) {
                if pair.has_any_active_contact() {
                    let other = if pair.collider1 == own { pair.collider2 } else { pair.collider1 };
                    others.push(engine.colliders.get(other).and_then(|other| other.parent()));
                }
            }
        }
        for (one, other, ..) in engine.impulse_joints.attached_joints(handle) {
            others.push(Some(if one == handle { other } else { one }));
        }
        if !others.is_empty() {
            groups.touched.insert(mechanism);
        }
        for other in others.into_iter().flatten() {
            let Some((node, in_engine)) = self.node_of(other).filter(|(_, it)| it.is_dynamic()) else {
                continue;
            };
            if let Some(number) = self.mechanism_number(node) {
                if number != mechanism {
                    groups.join(mechanism, number);
                    self.reach_mechanism(groups, number);
                }
            } else if let Some(&known) = groups.bodies.get(&node) {
                groups.join(mechanism, known);
            } else if self.is_free_body(node, in_engine) {
                groups.bodies.insert(node, mechanism);
                groups.waiting.push((node, mechanism));
            }
        }
    }

    /// The node of a rapier body.
    fn node_of(&self, handle: RigidBodyHandle) -> Option<(NodeId, &RigidBody)> {
        let in_engine = self.engine.bodies.get(handle)?;
        let node = NodeId::of_user_data(in_engine.user_data);
        let is_its_own = self.body(node).is_some_and(|body| body.handle == handle);
        is_its_own.then_some((node, in_engine))
    }

    /// Whether a body moves and turns in all directions. Other bodies that move are obstacles to mechanisms.
    fn is_free_body(&self, node: NodeId, in_engine: &RigidBody) -> bool {
        let is_free =
            |body: &crate::physics::body::state::Body| body.physics.turns() && body.locked.is_empty();
        in_engine.is_enabled() && self.body(node).is_some_and(is_free)
    }
}
