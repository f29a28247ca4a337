//! The movable part of an armature for a set of goals: joint values, errors and Jacobian.

use glam::DVec3;

use morse_geometry::Pose;

use crate::ik::goal_weight::{GoalWeight, goal_weights, moving_bones};
use crate::ik::solver::IkSolver;
use crate::ik::{IkGoal, IkSolution};
use crate::{Armature, BoneSpec, JointConfiguration, JointKind, rotation};

/// One degree of freedom of a configuration.
#[derive(Clone, Copy)]
pub(super) struct Dof {
    pub(super) bone: usize,
    /// Rotation axis; `None` for a slide.
    axis: Option<usize>,
    pub(super) low: f64,
    pub(super) high: f64,
}

/// The degrees of freedom, the goals, and the current configuration.
pub(super) struct Chain<'a> {
    armature: &'a Armature,
    goals: Vec<IkGoal>,
    /// The weight of each goal.
    goal_weights: Vec<GoalWeight>,
    pub(super) dofs: Vec<Dof>,
    /// Bones that may move or have a goal, parents first.
    bones: Vec<usize>,
    /// For each goal and degree of freedom, whether the goal depends on it.
    moves: Vec<Vec<bool>>,
    configuration: JointConfiguration,
    bone_poses: Vec<Pose>,
}

impl<'a> Chain<'a> {
    pub(super) fn new(armature: &'a Armature, from: &JointConfiguration, goals: &[IkGoal]) -> Chain<'a> {
        let count = armature.bones().len();
        let is_usable = |goal: &&IkGoal| goal.bone < count && goal.armature_from_tail.normalized().is_some();
        let goals: Vec<IkGoal> = goals.iter().filter(is_usable).copied().collect();
        let configuration = if armature.fits(from) { from.clone() } else { armature.configuration().clone() };
        let lines: Vec<Vec<usize>> = goals.iter().map(|goal| moving_bones(armature, goal)).collect();
        let mut bones: Vec<usize> = lines.iter().flatten().copied().collect();
        bones.sort_unstable();
        bones.dedup();
        let dofs: Vec<Dof> = bones.iter().flat_map(|&bone| dofs(armature, bone)).collect();
        let moves = lines.iter().map(|moving_bones| {
            dofs.iter().map(|freedom| moving_bones.contains(&freedom.bone)).collect::<Vec<bool>>()
        });
        let moves = moves.collect();
        let bone_poses = armature.bone_poses(&configuration);
        let goal_weights = vec![GoalWeight::PLAIN; goals.len()];
        Chain { armature, goals, goal_weights, dofs, bones, moves, configuration, bone_poses }
    }

    /// Weighs the goals as a solver of Blender does.
    pub(super) fn with_goal_weights(mut self, solver: IkSolver) -> Chain<'a> {
        self.goal_weights = goal_weights(self.armature, &self.bone_poses, &self.goals, solver);
        self
    }

    /// The current configuration.
    pub(super) fn into_configuration(self) -> JointConfiguration {
        self.configuration
    }

    pub(super) fn bone(&self, bone: usize) -> &BoneSpec {
        &self.armature.bones()[bone]
    }

    /// The values of the degrees of freedom.
    pub(super) fn values(&self) -> Vec<f64> {
        let value = |freedom: &Dof| match freedom.axis {
            Some(axis) => self.configuration.0[freedom.bone].turn[axis],
            None => self.configuration.0[freedom.bone].slide,
        };
        self.dofs.iter().map(value).collect()
    }

    /// Sets the configuration, clamped to the limits.
    pub(super) fn set(&mut self, values: &[f64]) {
        for (freedom, &value) in self.dofs.iter().zip(values) {
            let value = value.clamp(freedom.low, freedom.high);
            let bone = &mut self.configuration.0[freedom.bone];
            match freedom.axis {
                Some(axis) => bone.turn[axis] = value,
                None => bone.slide = value,
            }
        }
        for &bone in &self.bones {
            let carried = self.armature.armature_from_carried(&self.bone_poses, bone);
            self.bone_poses[bone] =
                carried * self.armature.bones()[bone].carried_from_bone(self.configuration.0[bone]);
        }
    }

    /// Writes the errors of the goals in rows of three: meters, then radians if orientation is part of the goal, each
    /// multiplied by the square root of its weight. Returns the loss: half the sum of squares unless a goal exceeds
    /// the limit distance.
    pub(super) fn errors(&self, out: &mut Vec<f64>) -> f64 {
        out.clear();
        let mut loss = 0.0;
        for (goal, weight) in self.goals.iter().zip(&self.goal_weights) {
            let tail = self.tail(goal);
            let way = goal.armature_from_tail.translation - tail.translation;
            let distance_m = way.length();
            loss += weight.loss(distance_m);
            out.extend((way * weight.root_weight(distance_m)).to_array());
            if goal.with_orientation {
                let turn = turn_to(goal, &tail) * weight.radian;
                loss += turn.length_squared() / 2.0;
                out.extend(turn.to_array());
            }
        }
        loss
    }

    /// Writes the errors of the goals in rows as in [`Chain::errors`], clamped to the limit distance. For an
    /// orientation, the error is the sine of the angle.
    pub(super) fn limited_error(&self, out: &mut Vec<f64>) {
        out.clear();
        for (goal, weight) in self.goals.iter().zip(&self.goal_weights) {
            let tail = self.tail(goal);
            let way = goal.armature_from_tail.translation - tail.translation;
            out.extend(way.clamp_length_max(weight.limit_m).to_array());
            if goal.with_orientation {
                let turn = goal.armature_from_tail.rotation * tail.rotation.conjugate();
                out.extend((turn.xyz() * (2.0 * turn.w * weight.radian)).to_array());
            }
        }
    }

    /// The axis of a degree of freedom in the armature frame: the angular velocity of its bone per unit, or the
    /// direction of its slide.
    pub(super) fn axis(&self, freedom: usize) -> DVec3 {
        let Dof { bone, axis, .. } = self.dofs[freedom];
        let carried = self.armature.armature_from_carried(&self.bone_poses, bone);
        let in_carried = match axis {
            Some(axis) => rotation::columns(self.configuration.0[bone].turn, self.bone(bone).turns())[axis],
            None => DVec3::Y,
        };
        carried.rotation * in_carried
    }

    /// The bone's own axis that a degree of freedom rotates about, in the armature frame.
    pub(super) fn own_axis(&self, freedom: usize) -> DVec3 {
        let Dof { bone, axis, .. } = self.dofs[freedom];
        self.bone_poses[bone].rotation * axis.map_or(DVec3::Y, |axis| DVec3::AXES[axis])
    }

    /// Appends the Jacobian column of a degree of freedom with this axis: rows as in [`Chain::limited_error`].
    pub(super) fn unweighted_column(&self, freedom: usize, axis: DVec3, out: &mut Vec<f64>) {
        let weights = self.goals.iter().zip(&self.goal_weights).zip(&self.moves);
        for ((goal, weight), moves) in weights {
            let tail = self.tail(goal).translation;
            let (linear, angular) = self.end_velocity(freedom, axis, tail, moves[freedom]);
            out.extend(linear.to_array());
            if goal.with_orientation {
                out.extend((angular * weight.radian).to_array());
            }
        }
    }

    /// The linear and angular velocity of a tail per unit of a degree of freedom with this axis.
    fn end_velocity(&self, freedom: usize, axis: DVec3, tail: DVec3, moves: bool) -> (DVec3, DVec3) {
        let Dof { bone, axis: turns, .. } = self.dofs[freedom];
        match (moves, turns) {
            (false, _) => (DVec3::ZERO, DVec3::ZERO),
            (true, None) => (axis, DVec3::ZERO),
            (true, Some(_)) => (axis.cross(tail - self.bone_poses[bone].translation), axis),
        }
    }

    /// Writes the Jacobian, column by column, with rows as in [`Chain::errors`].
    pub(super) fn jacobian(&self, out: &mut Vec<f64>) {
        out.clear();
        let ends = self.goals.iter().zip(&self.goal_weights).map(|(goal, weight)| {
            let tail = self.tail(goal).translation;
            (tail, weight.root_weight(goal.armature_from_tail.translation.distance(tail)))
        });
        let ends: Vec<(DVec3, f64)> = ends.collect();
        for number in 0..self.dofs.len() {
            let axis = self.axis(number);
            let goals = self.goals.iter().zip(&self.goal_weights).zip(&ends).zip(&self.moves);
            for (((goal, weight), &(tail, root_weight)), moves) in goals {
                let (linear, angular) = self.end_velocity(number, axis, tail, moves[number]);
                out.extend((linear * root_weight).to_array());
                if goal.with_orientation {
                    out.extend((angular * weight.radian).to_array());
                }
            }
        }
    }

    /// The configuration with these joint values, and its errors.
    pub(super) fn solution(&mut self, values: &[f64]) -> IkSolution {
        self.set(values);
        let tails = self.goals.iter().map(|goal| (goal, self.tail(goal)));
        let off = tails.map(|(goal, tail)| {
            let distance = goal.armature_from_tail.translation.distance(tail.translation);
            let angle = if goal.with_orientation { turn_to(goal, &tail).length() } else { 0.0 };
            (distance, angle)
        });
        let (distance, angle) =
            off.fold((0.0_f64, 0.0_f64), |most, off| (most.0.max(off.0), most.1.max(off.1)));
        IkSolution { configuration: self.configuration.clone(), distance, angle }
    }

    fn tail(&self, goal: &IkGoal) -> Pose {
        self.bone_poses[goal.bone] * self.armature.bone_from_tail(goal.bone)
    }
}

/// The rotation vector from the tail of a bone to its goal.
fn turn_to(goal: &IkGoal, tail: &Pose) -> DVec3 {
    let turn = goal.armature_from_tail.rotation * tail.rotation.conjugate();
    let turn = if turn.w < 0.0 { -turn } else { turn };
    turn.to_scaled_axis()
}

fn dofs(armature: &Armature, bone: usize) -> Vec<Dof> {
    let spec = &armature.bones()[bone];
    if spec.joint_kind() == JointKind::Prismatic {
        let [low, high] = spec.joint_limits();
        return vec![Dof { bone, axis: None, low, high }];
    }
    let axes = (0..3).filter(|&axis| spec.free[axis]);
    let freedom = |axis: usize| {
        let [low, high] = spec.limits[axis].unwrap_or([-std::f64::consts::PI, std::f64::consts::PI]);
        Dof { bone, axis: Some(axis), low, high }
    };
    axes.map(freedom).collect()
}
