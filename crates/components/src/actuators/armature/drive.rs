//! Joints on their way to their goals, and arms that follow targets.

use morse_sim::prelude::*;
use morse_world::{IkGoal, JointKind, NodeId, World};

use super::Armature;
use crate::joints::{self, JointValues};

/// Steps of inverse kinematics in one activation, at most.
const IK_STEPS: usize = 20;

impl Armature {
    /// Moves every joint towards its goal; whether all of them rest.
    pub(super) fn drive(&self, act: &mut Act<'_>, arm: NodeId, data: &JointValues) -> bool {
        let Some(armature) = act.world.armature(arm) else { return true };
        let mut posture = armature.posture().clone();
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
            armature.put(&mut posture, bone, value + step.copysign(missing));
        }
        if !rests {
            act.world.set_posture(arm, posture);
        }
        rests
    }

    /// Brings the ends of bones nearer to their targets; the goals of the joints go along.
    pub(super) fn follow(&self, world: &mut World, arm: NodeId, data: &mut JointValues) {
        let arm_from_world = world.world_from(arm).inverse();
        let Some(armature) = world.armature(arm) else { return };
        let goal = |target: &super::Target| IkGoal {
            bone: target.bone,
            armature_from_tail: arm_from_world * world.world_from(target.node),
            with_orientation: true,
            chain_length: armature.bones()[target.bone].ik_chain,
        };
        let goals: Vec<IkGoal> = self.targets.iter().map(goal).collect();
        let found = armature.approach(armature.posture(), &goals, IK_STEPS);
        world.set_posture(arm, found.posture);
        if let Some(armature) = world.armature(arm) {
            *data = JointValues::of(armature);
        }
    }
}
