//! By which rule contacts are kept: that of each body, or that of each pair.

use rapier3d::math::Real;
use serde::{Deserialize, Serialize};

use crate::engine;

/// Whether contacts are kept by the leeway of each body, or by the engine's rule for each pair of shapes.
///
/// Where most push each other, a body that has gone too far has contacts found with all around it, near as they may have
/// stayed to it; the engine's rule costs less then.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub(crate) enum Keeping {
    /// By the leeway of each body.
    Bodies,
    /// By the engine's rule for each pair.
    Pairs,
    /// By pair from now on: all contacts are found once, because the engine keeps its rule with each pair.
    Settling,
}

/// Farther than anything goes. [unit]
const FOR_GOOD: Real = 1e9;

impl Keeping {
    /// What is best after a tick in which so many bodies moved along flat ground, and so many while they touched something
    /// else.
    pub(crate) fn after(self, along: usize, otherwise: usize) -> Keeping {
        match self {
            Keeping::Bodies if along < otherwise => Keeping::Settling,
            Keeping::Pairs | Keeping::Settling if along <= 2 * otherwise => Keeping::Pairs,
            _ => Keeping::Bodies,
        }
    }

    /// How far two shapes that touch may move against each other until the engine finds their contacts anew. [unit]
    pub(crate) fn engine_keeps_within(self) -> Real {
        if self == Keeping::Bodies { FOR_GOOD } else { engine::KEPT_WITHIN }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rule_changes_with_the_many_and_not_back_with_a_few() {
        let among = |keeping: Keeping, along| keeping.after(along, 10);
        assert_eq!([9, 10].map(|along| among(Keeping::Bodies, along)), [Keeping::Settling, Keeping::Bodies]);
        assert_eq!([20, 21].map(|along| among(Keeping::Pairs, along)), [Keeping::Pairs, Keeping::Bodies]);
        assert_eq!(among(Keeping::Settling, 9), Keeping::Pairs);
    }
}
