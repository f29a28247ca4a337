//! The movable part of an armature for some goals: joint values, errors and Jacobian.

use glam::DVec3;

use morse_geometry::Pose;

use crate::ik::pull::{Pull, line, pulls};
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
    pulls: Vec<Pull>,
    pub(super) dofs: Vec<Dof>,
    /// Bones that may move or have a goal, parents first.
    bones: Vec<usize>,
    /// For each goal and degree of freedom, whether the goal depends on it.
    moves: Vec<Vec<bool>>,
    configuration: JointConfiguration,
    stand: Vec<Pose>,
}

impl<'a> Chain<'a> {
    pub(super) fn new(armature: &'a Armature, from: &JointConfiguration, goals: &[IkGoal]) -> Chain<'a> {
        let count = armature.bones().len();
        let is_usable = |goal: &&IkGoal| goal.bone < count && goal.armature_from_tail.normalised().is_some();
        let goals: Vec<IkGoal> = goals.iter().filter(is_usable).copied().collect();
        let configuration = if armature.fits(from) { from.clone() } else { armature.configuration().clone() };
        let lines: Vec<Vec<usize>> = goals.iter().map(|goal| line(armature, goal)).collect();
        let mut bones: Vec<usize> = lines.iter().flatten().copied().collect();
        bones.sort_unstable();
        bones.dedup();
        let dofs: Vec<Dof> = bones.iter().flat_map(|&bone| dofs(armature, bone)).collect();
        let moves = lines
            .iter()
            .map(|line| dofs.iter().map(|freedom| line.contains(&freedom.bone)).collect::<Vec<bool>>());
        let moves = moves.collect();
        let stand = armature.stand(&configuration);
        let pulls = vec![Pull::PLAIN; goals.len()];
        Chain { armature, goals, pulls, dofs, bones, moves, configuration, stand }
    }

    /// The same, with goals weighed as a solver does.
    pub(super) fn pulled_by(mut self, solver: IkSolver) -> Chain<'a> {
        self.pulls = pulls(self.armature, &self.stand, &self.goals, solver);
        self
    }

    /// The current configuration.
    pub(super) fn into_posture(self) -> JointConfiguration {
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
            let carried = self.armature.armature_from_carried(&self.stand, bone);
            self.stand[bone] =
                carried * self.armature.bones()[bone].carried_from_bone(self.configuration.0[bone]);
        }
    }

    /// The errors of the goals, in rows of three: metres, and radians where orientation is part of the goal, times
    /// the square roots of their weights. Returns the loss, which is half the sum of squares unless a goal exceeds
    /// the limit distance.
    pub(super) fn missing(&self, out: &mut Vec<f64>) -> f64 {
        out.clear();
        let mut loss = 0.0;
        for (goal, pull) in self.goals.iter().zip(&self.pulls) {
            let tail = self.tail(goal);
            let way = goal.armature_from_tail.translation - tail.translation;
            let distance_m = way.length();
            loss += pull.loss(distance_m);
            out.extend((way * pull.root_weight(distance_m)).to_array());
            if goal.with_orientation {
                let turn = turn_to(goal, &tail) * pull.radian;
                loss += turn.length_squared() / 2.0;
                out.extend(turn.to_array());
            }
        }
        loss
    }

    /// The errors of the goals, in rows as in [`Chain::missing`], clamped to the limit distance; for an orientation,
    /// the sine of the angle.
    pub(super) fn limited_error(&self, out: &mut Vec<f64>) {
        out.clear();
        for (goal, pull) in self.goals.iter().zip(&self.pulls) {
            let tail = self.tail(goal);
            let way = goal.armature_from_tail.translation - tail.translation;
            out.extend(way.clamp_length_max(pull.limit_m).to_array());
            if goal.with_orientation {
                let turn = goal.armature_from_tail.rotation * tail.rotation.conjugate();
                out.extend((turn.xyz() * (2.0 * turn.w * pull.radian)).to_array());
            }
        }
    }

    /// The axis of a degree of freedom in the frame of the armature: the angular velocity of its bone per unit, or
    /// the direction of its slide.
    pub(super) fn axis(&self, freedom: usize) -> DVec3 {
        let Dof { bone, axis, .. } = self.dofs[freedom];
        let carried = self.armature.armature_from_carried(&self.stand, bone);
        let in_carried = match axis {
            Some(axis) => rotation::columns(self.configuration.0[bone].turn, self.bone(bone).turns())[axis],
            None => DVec3::Y,
        };
        carried.rotation * in_carried
    }

    /// The bone's own axis that a degree of freedom rotates about, in the frame of the armature.
    pub(super) fn own_axis(&self, freedom: usize) -> DVec3 {
        let Dof { bone, axis, .. } = self.dofs[freedom];
        self.stand[bone].rotation * axis.map_or(DVec3::Y, |axis| DVec3::AXES[axis])
    }

    /// Appends the Jacobian column of a degree of freedom with this axis: rows as in [`Chain::limited_error`].
    pub(super) fn unweighted_column(&self, freedom: usize, axis: DVec3, out: &mut Vec<f64>) {
        let weights = self.goals.iter().zip(&self.pulls).zip(&self.moves);
        for ((goal, pull), moves) in weights {
            let tail = self.tail(goal).translation;
            let (linear, angular) = self.end_velocity(freedom, axis, tail, moves[freedom]);
            out.extend(linear.to_array());
            if goal.with_orientation {
                out.extend((angular * pull.radian).to_array());
            }
        }
    }

    /// The linear and angular velocity of a tail per unit of a degree of freedom with this axis.
    fn end_velocity(&self, freedom: usize, axis: DVec3, tail: DVec3, moves: bool) -> (DVec3, DVec3) {
        let Dof { bone, axis: turns, .. } = self.dofs[freedom];
        match (moves, turns) {
            (false, _) => (DVec3::ZERO, DVec3::ZERO),
            (true, None) => (axis, DVec3::ZERO),
            (true, Some(_)) => (axis.cross(tail - self.stand[bone].translation), axis),
        }
    }

    /// The Jacobian: rows as in [`Chain::missing`], one column after the other.
    pub(super) fn jacobian(&self, out: &mut Vec<f64>) {
        out.clear();
        let ends = self.goals.iter().zip(&self.pulls).map(|(goal, pull)| {
            let tail = self.tail(goal).translation;
            (tail, pull.root_weight(goal.armature_from_tail.translation.distance(tail)))
        });
        let ends: Vec<(DVec3, f64)> = ends.collect();
        for number in 0..self.dofs.len() {
            let axis = self.axis(number);
            let goals = self.goals.iter().zip(&self.pulls).zip(&ends).zip(&self.moves);
            for (((goal, pull), &(tail, root_weight)), moves) in goals {
                let (linear, angular) = self.end_velocity(number, axis, tail, moves[number]);
                out.extend((linear * root_weight).to_array());
                if goal.with_orientation {
                    out.extend((angular * pull.radian).to_array());
                }
            }
        }
    }

    /// The configuration with these values of its joints, and its errors.
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
        self.stand[goal.bone] * self.armature.bone_from_tail(goal.bone)
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
