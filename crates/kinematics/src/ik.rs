//! Inverse kinematics: joint configurations in which the tails of bones are at given goals.
//!
//! The method is damped least squares (Levenberg-Marquardt) in task space with joint limits. A joint that is pushed
//! against a limit is fixed there while the other joints continue. If goals are out of reach, the search minimizes the
//! error; a meter weighs as much as a radian. An arm that follows targets weighs errors like its solver in Blender
//! ([`IkSolver`]). All results are deterministic.

mod chain;
mod damped_least_squares;
mod goal_weight;
mod initial_guesses;
mod selectively_damped;
mod solver;
mod svd;

pub use crate::ik::solver::IkSolver;

use crate::ik::chain::Chain;
use crate::ik::damped_least_squares::descend;
use crate::ik::goal_weight::moving_bones;
use crate::ik::initial_guesses::spread;
use serde::{Deserialize, Serialize};

use crate::{Armature, JointConfiguration};
use morse_geometry::Pose;

/// Maximum number of steps of one descent.
const STEPS_MAX: usize = 60;
/// Maximum number of initial configurations, the given one included.
const STARTS_MAX: usize = 40;
/// Maximum number of steps from a guessed configuration before the next guess.
const STEPS_OF_GUESS: usize = 40;
/// A goal within this distance and angle counts as reached. [m and rad]
const NEAR: f64 = 1e-6;

/// Perturbation of each joint of a straight arm, to find a direction of descent. [rad or m]
const PERTURBATION: f64 = 0.05;
/// Minimum gain by that perturbation, as a share of the error.
const GAIN_OF_PERTURBATION: f64 = 1e-3;

/// A goal for the tail of a bone.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct IkGoal {
    /// The index of the bone.
    pub bone: usize,
    /// The goal pose of the bone's tail, with the axes of the bone.
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
    /// The largest distance between a bone's tail and its goal. [m]
    pub distance: f64,
    /// The largest angle between a bone and its goal; zero if orientations are not part of the goals. [rad]
    pub angle: f64,
}

impl IkSolution {
    /// Whether all goals are reached, to a micrometer and a microradian.
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
    /// Searches for a configuration that meets the goals: first from the given configuration, then from initial guesses
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

    /// Descends from the given configuration for at most `steps` steps, as for an arm that follows a target. Goals are
    /// handled and weighed as in [`Armature::reach`].
    pub fn approach(&self, from: &JointConfiguration, goals: &[IkGoal], steps: usize) -> IkSolution {
        self.follow(Chain::new(self, from, goals), steps)
    }

    /// As [`Armature::approach`], with the goals weighed as in iTaSC: it settles at the same configuration as Blender.
    pub fn approach_as_itasc(&self, from: &JointConfiguration, goals: &[IkGoal], steps: usize) -> IkSolution {
        self.follow(Chain::new(self, from, goals).with_goal_weights(IkSolver::Itasc), steps)
    }

    /// Moves a configuration towards the goals by at most `steps` iterations of Blender's legacy solver. `settling`
    /// holds the number of iterations already done. Chains that begin with the same bone are solved together; separate
    /// chains are solved in sequence. Goals are handled as in [`Armature::reach`].
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
            let mut chain = Chain::new(self, &configuration, &together).with_goal_weights(IkSolver::Legacy);
            *done = selectively_damped::settle(&mut chain, *done, steps);
            configuration = chain.into_configuration();
        }
        configuration
    }

    /// The first bone that moves for a goal.
    fn root_of(&self, goal: &IkGoal) -> Option<usize> {
        if goal.bone < self.bones().len() { moving_bones(self, goal).last().copied() } else { None }
    }

    fn follow(&self, mut chain: Chain<'_>, steps: usize) -> IkSolution {
        let before = chain.values();
        let mut best = descend(&mut chain, steps);
        if best.values == before && !best.is_reached() {
            // The gradient of a straight arm vanishes if the goal is in line with it: perturb all joints.
            chain.set(&perturbed(&before));
            let found = descend(&mut chain, steps);
            if found.cost < best.cost * (1.0 - GAIN_OF_PERTURBATION) {
                best = found;
            }
        }
        chain.solution(&best.values)
    }
}

/// The joint values with a small alternating perturbation.
fn perturbed(values: &[f64]) -> Vec<f64> {
    let perturb =
        |(number, value): (usize, &f64)| value + if number % 2 == 0 { PERTURBATION } else { -PERTURBATION };
    values.iter().enumerate().map(perturb).collect()
}
