//! Inverse kinematics: postures in which the ends of bones are where somebody wants them.
//!
//! Damped least squares (Levenberg and Marquardt) in the space of the goals, with joints kept between their limits: what
//! pushes against a limit is held there while the others go on. A metre weighs as much as a radian. Where a goal cannot
//! be reached, the posture comes as near as it can. Everything is deterministic.

mod chain;
mod descent;
mod spread;

use chain::Chain;
use descent::descend;
use spread::spread;

use super::{Armature, Posture};
use crate::Pose;

/// Steps of one descent, at most.
const STEPS_MAX: usize = 60;
/// Postures from which a descent begins, at most, the given one included.
const STARTS_MAX: usize = 40;
/// Steps from a posture that was only guessed, before the next guess.
const STEPS_OF_GUESS: usize = 40;
/// A goal nearer than this is reached. [m and rad]
const NEAR: f64 = 1e-6;

/// How far a stretched arm is bent to find out where to go. [rad or m]
const BENT: f64 = 0.05;
/// What that has to gain, as a part of what is missing.
const GAIN_OF_BENDING: f64 = 1e-3;

/// Where the end of a bone is wanted.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct IkGoal {
    /// The bone.
    pub bone: usize,
    /// Where its tail is wanted, with its own axes.
    pub armature_from_tail: Pose,
    /// Whether its axes matter.
    pub with_orientation: bool,
    /// How many bones may move, counted from this one towards the root; 0 for all of them.
    pub chain_length: usize,
}

/// What came of a search for a posture.
#[derive(Debug, Clone, PartialEq)]
pub struct IkSolution {
    /// The best posture that was found.
    pub posture: Posture,
    /// How far the ends of the bones are from their goals, the farthest one. [m]
    pub distance: f64,
    /// How far they are turned from their goals, the farthest one; zero where orientations do not matter. [rad]
    pub angle: f64,
}

impl IkSolution {
    /// Whether all goals are met, to a micrometre and a microradian.
    pub fn is_reached(&self) -> bool {
        self.distance <= NEAR && self.angle <= NEAR
    }
}

impl Armature {
    /// A posture that meets the goals, looked for from the given posture first and then from others, spread between the
    /// limits of the joints. Goals whose bone the armature does not have, or that are not finite, are left out.
    pub fn reach(&self, from: &Posture, goals: &[IkGoal]) -> IkSolution {
        let mut chain = Chain::new(self, from, goals);
        let mut best = descend(&mut chain, STEPS_MAX);
        for guess in 1..STARTS_MAX {
            if best.is_reached() {
                break;
            }
            spread(&mut chain, guess);
            let found = descend(&mut chain, STEPS_OF_GUESS);
            if found.cost < best.cost {
                best = found;
            }
        }
        chain.solution(&best)
    }

    /// The posture next to the given one that comes nearest to the goals, in so many steps at most: what an arm does
    /// that follows a target. Goals are taken as in [`Armature::reach`].
    pub fn approach(&self, from: &Posture, goals: &[IkGoal], steps: usize) -> IkSolution {
        let mut chain = Chain::new(self, from, goals);
        let before = chain.values();
        let mut best = descend(&mut chain, steps);
        if best.values == before && !best.is_reached() {
            // A stretched arm whose goal lies along it does not know where to bend: a little to any side.
            chain.set(&bent(&before));
            let found = descend(&mut chain, steps);
            if found.cost < best.cost * (1.0 - GAIN_OF_BENDING) {
                best = found;
            }
        }
        chain.solution(&best)
    }
}

/// A posture next to another one, with no joint where it was.
fn bent(values: &[f64]) -> Vec<f64> {
    let bend = |(number, value): (usize, &f64)| value + if number % 2 == 0 { BENT } else { -BENT };
    values.iter().enumerate().map(bend).collect()
}
