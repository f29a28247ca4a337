//! Weights of goals, as in Blender's two solvers.
//!
//! Both solvers limit the position error to half of the mean length of the bones in the chain (`IK_QTask.cpp`,
//! `CopyPose.cpp` and `itasc_plugin.cpp` in Blender 2.79). Such a solver settles at the minimum of the Huber loss of
//! the distance, which is quadratic below that limit and linear above. iTaSC weighs a meter as a radian; the legacy
//! solver measures lengths in units of the total length of its bones.

use crate::Armature;
use crate::ik::IkGoal;
use crate::ik::solver::IkSolver;
use morse_geometry::Pose;

/// The weight of one goal.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct GoalWeight {
    /// The distance to which the error is limited. [m]
    pub(super) limit_m: f64,
    /// The weight of a radian, relative to that of a meter.
    pub(super) radian: f64,
}

impl GoalWeight {
    /// The squared distance without a limit; a meter weighs as much as a radian.
    pub(super) const PLAIN: GoalWeight = GoalWeight { limit_m: f64::INFINITY, radian: 1.0 };

    /// The square root of the weight that gives an error of this length the gradient of the Huber loss in a sum of
    /// squares.
    pub(super) fn root_weight(&self, distance_m: f64) -> f64 {
        if distance_m > self.limit_m { (self.limit_m / distance_m).sqrt() } else { 1.0 }
    }

    /// The Huber loss of an error of this length.
    pub(super) fn loss(&self, distance_m: f64) -> f64 {
        let near_m = distance_m.min(self.limit_m);
        near_m * (distance_m - near_m / 2.0)
    }
}

/// The bones that may move for a goal, from its own bone towards the root.
pub(super) fn moving_bones(armature: &Armature, goal: &IkGoal) -> Vec<usize> {
    let most = if goal.chain_length == 0 { usize::MAX } else { goal.chain_length };
    std::iter::successors(Some(goal.bone), |&bone| armature.bones()[bone].parent).take(most).collect()
}

/// The weights that a solver gives to the goals in a configuration.
pub(super) fn goal_weights(
    armature: &Armature,
    bone_poses: &[Pose],
    goals: &[IkGoal],
    solver: IkSolver,
) -> Vec<GoalWeight> {
    let lines: Vec<Vec<usize>> = goals.iter().map(|goal| moving_bones(armature, goal)).collect();
    let weight = |line: &Vec<usize>| {
        let length = |bone: usize| armature.bones()[bone].length;
        // From the tail of the previous bone to its own tail; a chain begins at the head of its first bone.
        let extent = |bone: usize| length(bone) + gap(armature, bone_poses, bone);
        let along = |part: &dyn Fn(usize) -> f64| line.iter().map(|&bone| part(bone)).sum::<f64>();
        let (whole, radian) = match solver {
            IkSolver::Itasc => (along(&length), 1.0),
            IkSolver::Legacy => {
                let first = line.last();
                let gap_of_first = first.map_or(0.0, |&bone| gap(armature, bone_poses, bone));
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
        if is_usable { GoalWeight { limit_m, radian } } else { GoalWeight::PLAIN }
    };
    lines.iter().map(weight).collect()
}

/// The distance from the tail of a bone's parent to the bone's head. [m]
fn gap(armature: &Armature, bone_poses: &[Pose], bone: usize) -> f64 {
    armature.bones()[bone].parent.map_or(0.0, |parent| {
        let tail = bone_poses[parent] * armature.bone_from_tail(parent);
        tail.translation.distance(bone_poses[bone].translation)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weighted_square_has_gradient_of_loss() {
        let weight = GoalWeight { limit_m: 0.1, radian: 1.0 };
        for distance_m in [0.02, 0.0999, 0.1001, 0.7] {
            let step = 1e-7;
            let slope = (weight.loss(distance_m + step) - weight.loss(distance_m - step)) / (2.0 * step);
            let weighted = weight.root_weight(distance_m).powi(2) * distance_m;
            assert!((slope - weighted).abs() < 1e-6, "{distance_m} m: {slope} and {weighted}");
        }
        assert_eq!(GoalWeight::PLAIN.loss(3.0), 4.5);
    }
}
