//! Couplings of joints and bodies: equalities such as closed loops, tendons, and motors with transmissions.
//!
//! They act on mechanisms, which the crate `dynamics` computes with them. A robot owns its couplings: they are removed with it.

mod by_mechanism;
pub(crate) mod coupling_access;
mod in_island;
mod spec;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::NodeId;
use crate::physics::joints::{Joint, JointId};
pub(crate) use by_mechanism::CouplingMembers;
pub(crate) use in_island::{IslandCouplings, Placement};
pub use spec::{
    Attachment, Equality, EqualityKind, MotorId, MotorSpec, MotorTarget, Tendon, TendonId, TendonPath,
    Waypoint,
};

/// A motor and its state.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Motor {
    pub(crate) spec: MotorSpec,
    /// Whether it acts: from the first command on.
    pub(crate) is_on: bool,
    pub(crate) command: f64,
    /// Value of its filter or integrator.
    pub(crate) activation: f64,
    /// Mean effort in the last tick, of the transmission. [N m or N]
    pub(crate) effort: f64,
}

/// All couplings of a world.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(crate) struct Couplings {
    pub(crate) equalities: Vec<Equality>,
    pub(crate) tendons: BTreeMap<u32, Tendon>,
    pub(crate) motors: BTreeMap<u32, Motor>,
    /// Number of changes, by which prepared models are recognized.
    #[serde(skip)]
    pub(crate) revision: u64,
}

impl Couplings {
    /// Whether there are none.
    pub(crate) fn is_empty(&self) -> bool {
        self.equalities.is_empty() && self.tendons.is_empty() && self.motors.is_empty()
    }

    /// The nodes that each coupling connects. Motors count while they act.
    pub(crate) fn groups(&self, joints: &[Joint]) -> Vec<Vec<NodeId>> {
        let mut groups = Vec::new();
        let of_tendon = |id: &TendonId, nodes: &mut Vec<NodeId>| {
            if let Some(tendon) = self.tendons.get(&id.0) {
                tendon.nodes(joints, nodes);
            }
        };
        for equality in &self.equalities {
            let mut nodes = Vec::new();
            equality.nodes(joints, &mut nodes);
            if let EqualityKind::Tendon { tendon, other, .. } = &equality.kind {
                [Some(tendon), other.as_ref()].into_iter().flatten().for_each(|id| of_tendon(id, &mut nodes));
            }
            groups.push(nodes);
        }
        for id in self.tendons.keys() {
            let mut nodes = Vec::new();
            of_tendon(&TendonId(*id), &mut nodes);
            groups.push(nodes);
        }
        for motor in self.motors.values().filter(|motor| motor.is_on) {
            let mut nodes = Vec::new();
            motor.spec.target.nodes(joints, &mut nodes);
            groups.push(nodes);
        }
        groups
    }

    /// Removes the couplings of removed nodes and joints.
    pub(crate) fn remove(&mut self, is_gone: impl Fn(NodeId) -> bool, joints: &[Joint]) {
        if self.is_empty() {
            return;
        }
        let before = (self.equalities.len(), self.tendons.len(), self.motors.len());
        let misses = |owner: NodeId, fill: &dyn Fn(&mut Vec<NodeId>)| {
            let mut nodes = vec![owner];
            fill(&mut nodes);
            nodes.into_iter().any(&is_gone)
        };
        self.tendons.retain(|_, it| !misses(it.owner, &|nodes| it.nodes(joints, nodes)));
        let tendons = &self.tendons;
        let known = |id: &TendonId| tendons.contains_key(&id.0);
        self.equalities.retain(|it| {
            let follows = match &it.kind {
                EqualityKind::Tendon { tendon, other, .. } => {
                    known(tendon) && other.as_ref().is_none_or(known)
                }
                _ => true,
            };
            follows && !misses(it.owner, &|nodes| it.nodes(joints, nodes))
        });
        self.motors.retain(|_, it| {
            let pulls = match &it.spec.target {
                MotorTarget::Tendon { tendon, .. } => known(tendon),
                _ => true,
            };
            pulls && !misses(it.spec.owner, &|nodes| it.spec.target.nodes(joints, nodes))
        });
        if before != (self.equalities.len(), self.tendons.len(), self.motors.len()) {
            self.revision += 1;
        }
    }

    /// Ends the action of all motors.
    pub(crate) fn stop(&mut self) {
        for motor in self.motors.values_mut() {
            let command = motor.spec.command;
            (motor.is_on, motor.command, motor.activation, motor.effort) = (false, command, 0.0, 0.0);
        }
    }

    /// Hashes all state that influences the future of the motors.
    pub(crate) fn state_bits(&self, feed: &mut impl FnMut(u64)) {
        for motor in self.motors.values() {
            feed(u64::from(motor.is_on));
            [motor.command, motor.activation].into_iter().for_each(|number| feed(number.to_bits()));
        }
    }
}

/// The node that a joint moves.
fn moved(joints: &[Joint], id: JointId) -> Option<NodeId> {
    joints.get(id.index()).map(|joint| joint.child)
}
