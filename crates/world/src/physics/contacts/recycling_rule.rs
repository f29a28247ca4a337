//! The rule by which contacts are recycled: per body or per pair.

use rapier3d::math::Real;
use serde::{Deserialize, Serialize};

use crate::physics::rapier_config;

/// Selects between the recycling range of each body and rapier's rule for each pair of shapes.
///
/// In a crowd, a body that leaves its range causes new contacts with all its neighbours, even those it has hardly
/// moved against; rapier's rule costs less then.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub(crate) enum RecyclingRule {
    /// By the recycling range of each body.
    Bodies,
    /// By rapier's rule for each pair.
    Pairs,
    /// By pair from now on: all contacts are computed once, because rapier stores the rule with each pair.
    Settling,
}

/// A distance larger than any motion. [unit]
const FOR_GOOD: Real = 1e9;

impl RecyclingRule {
    /// The better rule after a tick, from the number of bodies that moved along flat ground and the number that moved
    /// while touching something else.
    pub(crate) fn after(self, along: usize, otherwise: usize) -> RecyclingRule {
        match self {
            RecyclingRule::Bodies if along < otherwise => RecyclingRule::Settling,
            RecyclingRule::Pairs | RecyclingRule::Settling if along <= 2 * otherwise => RecyclingRule::Pairs,
            _ => RecyclingRule::Bodies,
        }
    }

    /// The distance that two touching shapes may move relative to each other until rapier computes their contacts
    /// again. [unit]
    pub(crate) fn engine_keeps_within(self) -> Real {
        if self == RecyclingRule::Bodies { FOR_GOOD } else { rapier_config::KEPT_WITHIN }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rule_changes_with_the_many_and_not_back_with_a_few() {
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
