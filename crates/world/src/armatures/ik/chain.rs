//! The part of an armature that may move for some goals, as numbers: joints, how far off the goals are, and how that
//! changes with the joints.

use glam::DVec3;

use super::descent::Found;
use super::{IkGoal, IkSolution};
use crate::armatures::{Armature, Posture, turning};
use crate::{JointKind, Pose};

/// One number of a posture that may change.
#[derive(Clone, Copy)]
pub(super) struct Freedom {
    pub(super) bone: usize,
    /// Axis of the turn; `None` for a slide.
    axis: Option<usize>,
    pub(super) low: f64,
    pub(super) high: f64,
}

/// What moves, what is wanted, and the posture that is looked at.
pub(super) struct Chain<'a> {
    armature: &'a Armature,
    goals: Vec<IkGoal>,
    pub(super) freedoms: Vec<Freedom>,
    /// Bones that may move or carry a goal, parents first.
    bones: Vec<usize>,
    /// For each goal and freedom, whether the one moves the other.
    moves: Vec<Vec<bool>>,
    posture: Posture,
    stand: Vec<Pose>,
}

impl<'a> Chain<'a> {
    pub(super) fn new(armature: &'a Armature, from: &Posture, goals: &[IkGoal]) -> Chain<'a> {
        let count = armature.bones().len();
        let is_usable = |goal: &&IkGoal| goal.bone < count && goal.armature_from_tail.normalised().is_some();
        let goals: Vec<IkGoal> = goals.iter().filter(is_usable).copied().collect();
        let posture = if armature.fits(from) { from.clone() } else { armature.posture().clone() };
        let lines: Vec<Vec<usize>> = goals.iter().map(|goal| line(armature, goal)).collect();
        let mut bones: Vec<usize> = lines.iter().flatten().copied().collect();
        bones.sort_unstable();
        bones.dedup();
        let freedoms: Vec<Freedom> = bones.iter().flat_map(|&bone| freedoms(armature, bone)).collect();
        let moves = lines
            .iter()
            .map(|line| freedoms.iter().map(|freedom| line.contains(&freedom.bone)).collect::<Vec<bool>>());
        let moves = moves.collect();
        let stand = armature.stand(&posture);
        Chain { armature, goals, freedoms, bones, moves, posture, stand }
    }

    /// The numbers of the posture that may change.
    pub(super) fn values(&self) -> Vec<f64> {
        let value = |freedom: &Freedom| match freedom.axis {
            Some(axis) => self.posture.0[freedom.bone].turn[axis],
            None => self.posture.0[freedom.bone].slide,
        };
        self.freedoms.iter().map(value).collect()
    }

    /// Takes a posture, between the limits.
    pub(super) fn set(&mut self, values: &[f64]) {
        for (freedom, &value) in self.freedoms.iter().zip(values) {
            let value = value.clamp(freedom.low, freedom.high);
            let bone = &mut self.posture.0[freedom.bone];
            match freedom.axis {
                Some(axis) => bone.turn[axis] = value,
                None => bone.slide = value,
            }
        }
        for &bone in &self.bones {
            let carried = self.armature.armature_from_carried(&self.stand, bone);
            self.stand[bone] = carried * self.armature.bones()[bone].carried_from_bone(self.posture.0[bone]);
        }
    }

    /// What is missing to the goals, in rows of three: metres, and radians where orientation matters.
    pub(super) fn missing(&self, out: &mut Vec<f64>) {
        out.clear();
        for goal in &self.goals {
            let tail = self.tail(goal);
            out.extend((goal.armature_from_tail.translation - tail.translation).to_array());
            if goal.with_orientation {
                out.extend(turn_to(goal, &tail).to_array());
            }
        }
    }

    /// How the ends move with each freedom: rows as in [`Chain::missing`], one column after the other.
    pub(super) fn jacobian(&self, out: &mut Vec<f64>) {
        out.clear();
        for (number, freedom) in self.freedoms.iter().enumerate() {
            let carried = self.armature.armature_from_carried(&self.stand, freedom.bone);
            let bone = &self.armature.bones()[freedom.bone];
            let (axis, origin) = match freedom.axis {
                Some(axis) => {
                    let turn = self.posture.0[freedom.bone].turn;
                    let column = turning::columns(turn, bone.turns())[axis];
                    (carried.rotation * column, self.stand[freedom.bone].translation)
                }
                None => (carried.rotation * DVec3::Y, DVec3::ZERO),
            };
            for (goal, moves) in self.goals.iter().zip(&self.moves) {
                let tail = self.tail(goal).translation;
                let (linear, angular) = match (moves[number], freedom.axis) {
                    (false, _) => (DVec3::ZERO, DVec3::ZERO),
                    (true, None) => (axis, DVec3::ZERO),
                    (true, Some(_)) => (axis.cross(tail - origin), axis),
                };
                out.extend(linear.to_array());
                if goal.with_orientation {
                    out.extend(angular.to_array());
                }
            }
        }
    }

    /// The posture that was found, and how far off it is.
    pub(super) fn solution(&mut self, found: &Found) -> IkSolution {
        self.set(&found.values);
        let tails = self.goals.iter().map(|goal| (goal, self.tail(goal)));
        let off = tails.map(|(goal, tail)| {
            let distance = goal.armature_from_tail.translation.distance(tail.translation);
            let angle = if goal.with_orientation { turn_to(goal, &tail).length() } else { 0.0 };
            (distance, angle)
        });
        let (distance, angle) =
            off.fold((0.0_f64, 0.0_f64), |most, off| (most.0.max(off.0), most.1.max(off.1)));
        IkSolution { posture: self.posture.clone(), distance, angle }
    }

    fn tail(&self, goal: &IkGoal) -> Pose {
        self.stand[goal.bone] * self.armature.bone_from_tail(goal.bone)
    }
}

/// The rotation vector that turns the end of a bone to its goal.
fn turn_to(goal: &IkGoal, tail: &Pose) -> DVec3 {
    let turn = goal.armature_from_tail.rotation * tail.rotation.conjugate();
    let turn = if turn.w < 0.0 { -turn } else { turn };
    turn.to_scaled_axis()
}

/// The bones that may move for a goal, from its own upwards.
fn line(armature: &Armature, goal: &IkGoal) -> Vec<usize> {
    let most = if goal.chain_length == 0 { usize::MAX } else { goal.chain_length };
    std::iter::successors(Some(goal.bone), |&bone| armature.bones()[bone].parent).take(most).collect()
}

fn freedoms(armature: &Armature, bone: usize) -> Vec<Freedom> {
    let spec = &armature.bones()[bone];
    if spec.joint_kind() == JointKind::Prismatic {
        let [low, high] = spec.joint_limits();
        return vec![Freedom { bone, axis: None, low, high }];
    }
    let axes = (0..3).filter(|&axis| spec.free[axis]);
    let freedom = |axis: usize| {
        let [low, high] = spec.limits[axis].unwrap_or([-std::f64::consts::PI, std::f64::consts::PI]);
        Freedom { bone, axis: Some(axis), low, high }
    };
    axes.map(freedom).collect()
}
