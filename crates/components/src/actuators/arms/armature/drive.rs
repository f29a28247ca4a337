//! Moves joints towards their goals, and arms towards their targets.

use morse_sim::prelude::*;
use morse_world::{IkGoal, IkSettling, IkSolver, JointKind, NodeId, World};

use crate::actuators::arms::armature::Armature;
use crate::common::parts::joints;
use crate::common::parts::joints::JointValues;

/// Maximum number of inverse kinematics steps in one activation.
const IK_STEPS: usize = 20;
/// Maximum number of iterations of the legacy solver in one activation.
const ITERATIONS: u32 = 40;

/// Smaller motions of a target are ignored. [m and rad]
const STAYED: f64 = 1e-9;

fn is_same_place(now: &Pose, before: &Pose) -> bool {
    now.translation.abs_diff_eq(before.translation, STAYED)
        && now.rotation.abs_diff_eq(before.rotation, STAYED)
}

impl Armature {
    /// Moves every joint towards its goal. Returns whether all of them have stopped.
    pub(super) fn drive(&self, act: &mut ActContext<'_>, arm: NodeId, data: &JointValues) -> bool {
        let Some(armature) = act.world.armature(arm) else { return true };
        let mut configuration = armature.configuration().clone();
        let mut rests = true;
        for bone in joints::joints(armature) {
            let slides = armature.bones()[bone].joint_kind() == JointKind::Prismatic;
            let (tolerance, usual) = match slides {
                true => (self.distance_tolerance, self.linear_speed),
                false => (self.angle_tolerance, self.rotation_speed),
            };
            let [low, high] = armature.bones()[bone].joint_limits();
            let value = armature.value(bone);
            let goal = data.get(joints::name(armature, bone)).unwrap_or(value).clamp(low, high);
            let missing = goal - value;
            if missing.abs() < tolerance || missing == 0.0 {
                continue;
            }
            rests = false;
            let speed = if self.speeds[bone] == 0.0 { usual } else { self.speeds[bone] };
            let step = (speed / act.rate_hz).min(missing.abs());
            armature.put(&mut configuration, bone, value + step.copysign(missing));
        }
        if !rests {
            act.world.set_configuration(arm, configuration);
        }
        rests
    }

    /// Moves the ends of bones towards their targets, and sets the goals of the joints accordingly.
    ///
    /// As in Blender, iTaSC continues from the current configuration. The legacy solver restarts from the
    /// configuration at activation whenever a target has moved, so that its result does not depend on the path of the
    /// target.
    pub(super) fn follow(&mut self, world: &mut World, arm: NodeId, data: &mut JointValues) {
        let arm_from_world = world.world_from(arm).inverse();
        let Some(armature) = world.armature(arm) else { return };
        let goal = |target: &super::Target| IkGoal {
            bone: target.bone,
            armature_from_tail: arm_from_world * world.world_from(target.node),
            with_orientation: true,
            chain_length: armature.bones()[target.bone].ik_chain,
        };
        let goals: Vec<IkGoal> = self.targets.iter().map(goal).collect();
        let configuration = match armature.ik_solver() {
            IkSolver::Itasc => {
                armature.approach_as_itasc(armature.configuration(), &goals, IK_STEPS).configuration
            }
            IkSolver::Legacy => {
                let places: Vec<Pose> = goals.iter().map(|goal| goal.armature_from_tail).collect();
                let stayed = places.len() == self.followed.len()
                    && places.iter().zip(&self.followed).all(|(now, before)| is_same_place(now, before));
                let mut from = armature.configuration();
                if !stayed {
                    from = self.before_ik.as_ref().unwrap_or(from);
                    self.settling = IkSettling::default();
                    self.followed = places;
                } else if self.settling.is_over() {
                    return;
                }
                armature.settle(from, &goals, &mut self.settling, ITERATIONS)
            }
        };
        world.set_configuration(arm, configuration);
        if let Some(armature) = world.armature(arm) {
            *data = JointValues::of(armature);
        }
    }
}
