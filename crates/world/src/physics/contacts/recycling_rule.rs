//! The rule by which contacts are recycled: per body or per pair.

use rapier3d::math::Real;
use serde::{Deserialize, Serialize};

use crate::physics::rapier_config;

/// Selects between the recycling range of each body and rapier's rule for each pair of shapes.
///
/// In a crowd, a body that leaves its range causes new contacts with all its neighbors, even with neighbors relative to which
/// it has hardly moved. rapier's rule is cheaper in this case.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub(crate) enum RecyclingRule {
    /// By the recycling range of each body.
    Bodies,
    /// By rapier's rule for each pair.
    Pairs,
    /// Transition to `Pairs`: all contacts are computed once, because rapier stores the rule with each pair.
    Settling,
}

/// A distance larger than any motion. [unit]
const UNLIMITED: Real = 1e9;

impl RecyclingRule {
    /// The better rule after a tick, given the number of bodies that moved along flat ground and the number of bodies that
    /// moved with other contacts.
    pub(crate) fn after(self, along: usize, otherwise: usize) -> RecyclingRule {
        match self {
            RecyclingRule::Bodies if along < otherwise => RecyclingRule::Settling,
            RecyclingRule::Pairs | RecyclingRule::Settling if along <= 2 * otherwise => RecyclingRule::Pairs,
            _ => RecyclingRule::Bodies,
        }
    }

    /// The distance that two touching shapes may move relative to each other before rapier recomputes their contacts. [unit]
    pub(crate) fn engine_keeps_within(self) -> Real {
        if self == RecyclingRule::Bodies { UNLIMITED } else { rapier_config::KEPT_WITHIN }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rule_changes_with_many_bodies_and_has_hysteresis() {
        let among = |recycling_rule: RecyclingRule, along| recycling_rule.after(along, 10);
        assert_eq!(
            [9, 10].map(|along| among(RecyclingRule::Bodies, along)),
            [RecyclingRule::Settling, RecyclingRule::Bodies]
        );
        assert_eq!(
            [20, 21].map(|along| among(RecyclingRule::Pairs, along)),
            [RecyclingRule::Pairs, RecyclingRule::Bodies]
        );
        assert_eq!(among(RecyclingRule::Settling, 9), RecyclingRule::Pairs);
    }
}
