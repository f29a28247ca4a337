//! Weights of goals, as in Blender's two solvers.
//!
//! Both limit the error in position that they work on to half of the mean length of the bones in the chain
//! (`IK_QTask.cpp`, `CopyPose.cpp` and `itasc_plugin.cpp` in Blender 2.79). Such a solver settles at the minimum of
//! the Huber loss of the distance, which grows as the square of it below that limit and linearly above. iTaSC weighs
//! a metre as a radian; the legacy solver measures lengths in units of the total length of its bones.

use crate::Armature;
use crate::ik::IkGoal;
use crate::ik::solver::IkSolver;
use morse_geometry::Pose;

/// The weight of one goal.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Pull {
    /// The distance to which the error is limited. [m]
    pub(super) limit_m: f64,
    /// The weight of a radian, relative to that of a metre.
    pub(super) radian: f64,
}

impl Pull {
    /// The plain square of the distance, with a metre weighted like a radian.
    pub(super) const PLAIN: Pull = Pull { limit_m: f64::INFINITY, radian: 1.0 };

    /// The square root of the weight with which an error of this length has the gradient of the loss in a sum of
    /// squares.
    pub(super) fn root_weight(&self, distance_m: f64) -> f64 {
        if distance_m > self.limit_m { (self.limit_m / distance_m).sqrt() } else { 1.0 }
    }

    /// The Huber loss of an error of that length.
    pub(super) fn loss(&self, distance_m: f64) -> f64 {
        let near_m = distance_m.min(self.limit_m);
        near_m * (distance_m - near_m / 2.0)
    }
}

/// The bones that may move for a goal, from its own bone towards the root.
pub(super) fn line(armature: &Armature, goal: &IkGoal) -> Vec<usize> {
    let most = if goal.chain_length == 0 { usize::MAX } else { goal.chain_length };
    std::iter::successors(Some(goal.bone), |&bone| armature.bones()[bone].parent).take(most).collect()
}

/// The weights of goals in a configuration, for a solver.
pub(super) fn pulls(armature: &Armature, stand: &[Pose], goals: &[IkGoal], solver: IkSolver) -> Vec<Pull> {
    let lines: Vec<Vec<usize>> = goals.iter().map(|goal| line(armature, goal)).collect();
    let pull = |line: &Vec<usize>| {
        let length = |bone: usize| armature.bones()[bone].length;
        // From the tail of the previous bone to its own tail; a chain begins at the head of its first bone.
        let extent = |bone: usize| length(bone) + gap(armature, stand, bone);
        let along = |part: &dyn Fn(usize) -> f64| line.iter().map(|&bone| part(bone)).sum::<f64>();
        let (whole, radian) = match solver {
            IkSolver::Itasc => (along(&length), 1.0),
            IkSolver::Legacy => {
                let first = line.last();
                let gap_of_first = first.map_or(0.0, |&bone| gap(armature, stand, bone));
                // Chains that begin with the same bone are solved together.
                let mut together: Vec<usize> =
                    lines.iter().filter(|other| other.last() == first).flatten().copied().collect();
                together.sort_unstable();
                together.dedup();
                let together = together.into_iter().map(extent).sum::<f64>();
                (along(&extent) - gap_of_first, together - gap_of_first)
            }
        };
        let limit_m = whole / (2.0 * line.len().max(1) as f64);
        // Bones without length define no unit.
        let is_usable = limit_m > 0.0 && radian > 0.0;
        if is_usable { Pull { limit_m, radian } } else { Pull::PLAIN }
    };
    lines.iter().map(pull).collect()
}

/// The distance from the tail of a bone's parent to its head. [m]
fn gap(armature: &Armature, stand: &[Pose], bone: usize) -> f64 {
    armature.bones()[bone].parent.map_or(0.0, |parent| {
        let tail = stand[parent] * armature.bone_from_tail(parent);
        tail.translation.distance(stand[bone].translation)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_weighted_square_has_the_gradient_of_the_loss() {
        let pull = Pull { limit_m: 0.1, radian: 1.0 };
        for distance_m in [0.02, 0.0999, 0.1001, 0.7] {
            let step = 1e-7;
            let slope = (pull.loss(distance_m + step) - pull.loss(distance_m - step)) / (2.0 * step);
            let weighted = pull.root_weight(distance_m).powi(2) * distance_m;
            assert!((slope - weighted).abs() < 1e-6, "{distance_m} m: {slope} and {weighted}");
        }
        assert_eq!(Pull::PLAIN.loss(3.0), 4.5);
    }
}
