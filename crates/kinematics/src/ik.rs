//! Inverse kinematics: joint configurations in which the tails of bones are at given goals.
//!
//! The method is damped least squares (Levenberg-Marquardt) in task space with joint limits: a joint that is pushed
//! against a limit is held there while the others continue. If goals are out of reach, the search minimizes the
//! error, with a metre weighted like a radian. An arm that follows targets weighs errors like its solver in Blender
//! ([`IkSolver`]). All results are deterministic.

mod chain;
mod damped_least_squares;
mod initial_guesses;
mod pull;
mod selectively_damped;
mod solver;
mod svd;

pub use crate::ik::solver::IkSolver;

use crate::ik::chain::Chain;
use crate::ik::damped_least_squares::descend;
use crate::ik::initial_guesses::spread;
use crate::ik::pull::line;
use serde::{Deserialize, Serialize};

use crate::{Armature, JointConfiguration};
use morse_geometry::Pose;

/// Maximum number of steps of one descent.
const STEPS_MAX: usize = 60;
/// Maximum number of initial configurations, the given one included.
const STARTS_MAX: usize = 40;
/// Steps from a guessed configuration before the next guess.
const STEPS_OF_GUESS: usize = 40;
/// A goal within this distance is reached. [m and rad]
const NEAR: f64 = 1e-6;

/// The change of each joint of a straight arm to find a direction of descent. [rad or m]
const BENT: f64 = 0.05;
/// The least gain of that change, as a share of the error.
const GAIN_OF_BENDING: f64 = 1e-3;

/// A goal for the tail of a bone.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct IkGoal {
    /// The index of the bone.
    pub bone: usize,
    /// The goal pose of its tail, with the axes of the bone.
    pub armature_from_tail: Pose,
    /// Whether the orientation is part of the goal.
    pub with_orientation: bool,
    /// The number of bones that may move, counted from this one towards the root; 0 for all.
    pub chain_length: usize,
}

/// The result of a search.
#[derive(Debug, Clone, PartialEq)]
pub struct IkSolution {
    /// The best configuration found.
    pub configuration: JointConfiguration,
    /// The largest distance of a bone from its goal. [m]
    pub distance: f64,
    /// The largest angle of a bone from its goal; zero if orientations are not part of the goals. [rad]
    pub angle: f64,
}

impl IkSolution {
    /// Whether all goals are reached, to a micrometre and a microradian.
    pub fn is_reached(&self) -> bool {
        self.distance <= NEAR && self.angle <= NEAR
    }
}

/// The progress of the legacy solver: for each chain, the number of iterations since its goals were set.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct IkSettling(Vec<u32>);

impl IkSettling {
    /// Whether all chains have settled.
    pub fn is_over(&self) -> bool {
        self.0.iter().all(|&done| done >= selectively_damped::ITERATIONS_MAX)
    }
}

impl Armature {
    /// Searches for a configuration that meets the goals, first from the given configuration and then from others
    /// spread between the joint limits. Goals whose bone does not exist, or that are not finite, are ignored.
    pub fn reach(&self, from: &JointConfiguration, goals: &[IkGoal]) -> IkSolution {
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
        chain.solution(&best.values)
    }

    /// The configuration near the given one with the least error after at most a number of steps, as for an arm that
    /// follows a target. Goals are handled and weighed as in [`Armature::reach`].
    pub fn approach(&self, from: &JointConfiguration, goals: &[IkGoal], steps: usize) -> IkSolution {
        self.follow(Chain::new(self, from, goals), steps)
    }

    /// As [`Armature::approach`], with the goals weighed like iTaSC: it settles where the armature does in Blender.
    pub fn approach_as_itasc(&self, from: &JointConfiguration, goals: &[IkGoal], steps: usize) -> IkSolution {
        self.follow(Chain::new(self, from, goals).pulled_by(IkSolver::Itasc), steps)
    }

    /// Moves a configuration towards the goals by Blender's legacy solver, given the number of iterations done
    /// before. Chains that begin with the same bone are solved together, the others one after the other. Goals are
    /// handled as in [`Armature::reach`].
    pub fn settle(
        &self,
        from: &JointConfiguration,
        goals: &[IkGoal],
        settling: &mut IkSettling,
        steps: u32,
    ) -> JointConfiguration {
        let mut configuration = from.clone();
        let mut roots: Vec<usize> = goals.iter().filter_map(|goal| self.root_of(goal)).collect();
        roots.sort_unstable();
        roots.dedup();
        settling.0.resize(roots.len(), 0);
        for (&root, done) in roots.iter().zip(&mut settling.0) {
            let together = goals.iter().filter(|goal| self.root_of(goal) == Some(root)).copied();
            let together: Vec<IkGoal> = together.collect();
            let mut chain = Chain::new(self, &configuration, &together).pulled_by(IkSolver::Legacy);
            *done = selectively_damped::settle(&mut chain, *done, steps);
            configuration = chain.into_posture();
        }
        configuration
    }

    /// The first bone that moves for a goal.
    fn root_of(&self, goal: &IkGoal) -> Option<usize> {
        if goal.bone < self.bones().len() { line(self, goal).last().copied() } else { None }
    }

    fn follow(&self, mut chain: Chain<'_>, steps: usize) -> IkSolution {
        let before = chain.values();
        let mut best = descend(&mut chain, steps);
        if best.values == before && !best.is_reached() {
            // The gradient of a straight arm whose goal is in line with it vanishes: change all joints a little.
            chain.set(&bent(&before));
            let found = descend(&mut chain, steps);
            if found.cost < best.cost * (1.0 - GAIN_OF_BENDING) {
                best = found;
            }
        }
        chain.solution(&best.values)
    }
}

/// A configuration near another one, with every joint changed.
fn bent(values: &[f64]) -> Vec<f64> {
    let bend = |(number, value): (usize, &f64)| value + if number % 2 == 0 { BENT } else { -BENT };
    values.iter().enumerate().map(bend).collect()
}
