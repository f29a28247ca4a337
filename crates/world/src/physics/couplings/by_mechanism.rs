//! The couplings of each mechanism, so that an island is not compared with those of all robots.

use super::{Couplings, EqualityKind, MotorTarget, TendonId};
use crate::NodeId;
use crate::physics::joints::Joint;

/// Some couplings: identifiers of tendons, numbers of equalities, identifiers of motors, each in ascending order.
#[derive(Debug, Default, Clone)]
pub(crate) struct CouplingMembers {
    pub(super) tendons: Vec<u32>,
    pub(super) equalities: Vec<usize>,
    pub(super) motors: Vec<u32>,
}

impl CouplingMembers {
    /// All couplings.
    pub(crate) fn all(couplings: &Couplings) -> CouplingMembers {
        CouplingMembers {
            tendons: couplings.tendons.keys().copied().collect(),
            equalities: (0..couplings.equalities.len()).collect(),
            motors: couplings.motors.keys().copied().collect(),
        }
    }

    /// Those of some mechanisms together.
    pub(crate) fn together<'a>(mechanisms: impl Iterator<Item = &'a CouplingMembers>) -> CouplingMembers {
        let mut all = CouplingMembers::default();
        for some in mechanisms {
            all.tendons.extend_from_slice(&some.tendons);
            all.equalities.extend_from_slice(&some.equalities);
            all.motors.extend_from_slice(&some.motors);
        }
        all.tendons.sort_unstable();
        all.equalities.sort_unstable();
        all.motors.sort_unstable();
        all.tendons.dedup();
        all.equalities.dedup();
        all.motors.dedup();
        all
    }
}

impl Couplings {
    /// The couplings of each of `count` mechanisms: those with a node in it. `mechanism_of` returns the number of the mechanism of a
    /// node.
    pub(crate) fn by_mechanism(
        &self,
        joints: &[Joint],
        count: usize,
        mechanism_of: impl Fn(NodeId) -> Option<usize>,
    ) -> Vec<CouplingMembers> {
        let mut found = vec![CouplingMembers::default(); count];
        if self.is_empty() {
            return found;
        }
        let (mut nodes, mut numbers) = (Vec::new(), Vec::new());
        let mut numbers_of = |fill: &dyn Fn(&mut Vec<NodeId>)| {
            nodes.clear();
            fill(&mut nodes);
            numbers.clear();
            numbers.extend(nodes.iter().filter_map(|node| mechanism_of(*node)).filter(|it| *it < count));
            numbers.sort_unstable();
            numbers.dedup();
            numbers.clone()
        };
        let of_tendon = |id: &TendonId, nodes: &mut Vec<NodeId>| {
            if let Some(tendon) = self.tendons.get(&id.0) {
                tendon.nodes(joints, nodes);
            }
        };
        for (id, tendon) in &self.tendons {
            for number in numbers_of(&|nodes| tendon.nodes(joints, nodes)) {
                found[number].tendons.push(*id);
            }
        }
        for (place, equality) in self.equalities.iter().enumerate() {
            let fill = |nodes: &mut Vec<NodeId>| {
                equality.nodes(joints, nodes);
                if let EqualityKind::Tendon { tendon, other, .. } = &equality.kind {
                    [Some(tendon), other.as_ref()].into_iter().flatten().for_each(|id| of_tendon(id, nodes));
                }
            };
            for number in numbers_of(&fill) {
                found[number].equalities.push(place);
            }
        }
        for (id, motor) in self.motors.iter().filter(|(_, motor)| motor.is_on) {
            let fill = |nodes: &mut Vec<NodeId>| match &motor.spec.target {
                MotorTarget::Tendon { tendon, .. } => of_tendon(tendon, nodes),
                target => target.nodes(joints, nodes),
            };
            for number in numbers_of(&fill) {
                found[number].motors.push(*id);
            }
        }
        found
    }
}
