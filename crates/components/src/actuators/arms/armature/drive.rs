//! Moves joints towards their goals, and arms towards their targets.

use morse_sim::prelude::*;
use morse_world::{IkGoal, IkSettling, IkSolver, JointKind, NodeId, World};

use crate::actuators::arms::armature::Armature;
use crate::common::model_parts::joints;
use crate::common::model_parts::joints::JointValues;

/// Maximum number of inverse kinematics steps in one activation.
const IK_STEPS: usize = 20;
/// Maximum number of iterations of the legacy solver in one activation.
const ITERATIONS: u32 = 40;

/// Motions of a target below this limit are ignored: distance [m], and difference of quaternion components.
const MOTION_MIN: f64 = 1e-9;

fn is_unmoved(now: &Pose, before: &Pose) -> bool {
    now.translation.abs_diff_eq(before.translation, MOTION_MIN)
        && now.rotation.abs_diff_eq(before.rotation, MOTION_MIN)
}

impl Armature {
    /// Moves every joint towards its goal. Returns whether all joints have stopped.
    pub(super) fn drive(&self, act: &mut ActContext<'_>, arm: NodeId, data: &JointValues) -> bool {
        let Some(armature) = act.world.armature(arm) else { return true };
        let mut configuration = armature.configuration().clone();
        let mut joints_rest = true;
        for bone in joints::joints(armature) {
            let slides = armature.bones()[bone].joint_kind() == JointKind::Prismatic;
            let (tolerance, default_speed) = match slides {
                true => (self.distance_tolerance, self.linear_speed),
                false => (self.angle_tolerance, self.rotation_speed),
            };
            let [low, high] = armature.bones()[bone].joint_limits();
            let value = armature.value(bone);
            let goal = data.get(joints::name(armature, bone)).unwrap_or(value).clamp(low, high);
            let error = goal - value;
            if error.abs() < tolerance || error == 0.0 {
                continue;
            }
            joints_rest = false;
            let speed = if self.speeds[bone] == 0.0 { default_speed } else { self.speeds[bone] };
            let step = (speed / act.rate_hz).min(error.abs());
            armature.set_value_in(&mut configuration, bone, value + step.copysign(error));
        }
        if !joints_rest {
            act.world.set_configuration(arm, configuration);
        }
        joints_rest
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
                let poses: Vec<Pose> = goals.iter().map(|goal| goal.armature_from_tail).collect();
                let unmoved = poses.len() == self.followed.len()
                    && poses.iter().zip(&self.followed).all(|(now, before)| is_unmoved(now, before));
                let mut from = armature.configuration();
                if !unmoved {
                    from = self.before_ik.as_ref().unwrap_or(from);
                    self.settling = IkSettling::default();
                    self.followed = poses;
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
