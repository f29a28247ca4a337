//! Joint motions that the services of an armature start.

use morse_sim::prelude::*;
use morse_world::{JointKind, World};

use crate::actuators::arms::armature::{Armature, Target};
use crate::common::model_parts::joints;
use crate::common::model_parts::joints::{JointValues, positive};

/// Motion of a joint.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum JointMotion {
    Rotation,
    Translation,
}

impl Armature {
    /// Activates inverse kinematics: the arm follows its targets.
    pub(super) fn switch_ik_on(&mut self, world: &World) {
        self.trajectory = None;
        if !std::mem::replace(&mut self.follows_targets, true) {
            let armature = self.arm.and_then(|arm| world.armature(arm));
            self.before_ik = armature.map(|armature| armature.configuration().clone());
            self.followed.clear();
        }
    }

    /// Deactivates inverse kinematics: the arm keeps its configuration until the next command.
    pub(super) fn switch_ik_off(&mut self) {
        self.follows_targets = false;
        self.before_ik = None;
        self.targets.iter_mut().for_each(Target::stop);
    }

    /// Sets one joint at once. [rad or m]
    pub(super) fn set_joint(
        &mut self,
        call: &mut Call<'_, JointValues>,
        joint: &str,
        value: f64,
        motion: JointMotion,
    ) -> Result<(), ServiceError> {
        let bone = self.bone(call, joint, motion)?;
        self.set_values(call, &[(bone, value)]);
        Ok(())
    }

    /// Sets the first joints at once, one for each value. [rad or m]
    pub(super) fn set_joints(
        &mut self,
        call: &mut Call<'_, JointValues>,
        values: &[f64],
        motion: JointMotion,
    ) -> Result<(), ServiceError> {
        let armature = joints::armature(call.world, self.arm)?;
        let values: Vec<(usize, f64)> = joints::joints(armature).zip(values.iter().copied()).collect();
        values.iter().try_for_each(|&(bone, _)| check_motion(armature, bone, motion))?;
        self.set_values(call, &values);
        Ok(())
    }

    fn set_values(&mut self, call: &mut Call<'_, JointValues>, values: &[(usize, f64)]) {
        self.switch_ik_off();
        let Some((arm, armature)) = self.arm.and_then(|arm| Some((arm, call.world.armature(arm)?))) else {
            return;
        };
        let mut configuration = armature.configuration().clone();
        for &(bone, value) in values {
            armature.set_value_in(&mut configuration, bone, value);
            call.data.set(joints::name(armature, bone), armature.value_in(&configuration, bone));
        }
        call.world.set_configuration(arm, configuration);
    }

    /// Starts moving joints to goals by name [rad or m], at a speed [rad/s or m/s] or at the default speed.
    pub(super) fn start_moving(
        &mut self,
        call: &mut Call<'_, JointValues>,
        goals: Vec<(String, f64)>,
        speed: Option<f64>,
        motion: JointMotion,
    ) -> Result<(), ServiceError> {
        let speed = positive(speed, "speed")?.unwrap_or(0.0);
        let goals: Vec<(usize, String, f64)> = goals
            .into_iter()
            .map(|(joint, value)| Ok((self.bone(call, &joint, motion)?, joint, value)))
            .collect::<Result<_, ServiceError>>()?;
        self.switch_ik_off();
        for (bone, joint, value) in goals {
            self.speeds[bone] = speed;
            call.data.set(&joint, value);
        }
        Ok(())
    }

    /// Finds the bone of a joint. Returns an error for a joint that does not have this motion.
    fn bone(
        &self,
        call: &Call<'_, JointValues>,
        joint: &str,
        motion: JointMotion,
    ) -> Result<usize, ServiceError> {
        let armature = joints::armature(call.world, self.arm)?;
        let bone = joints::find(armature, joint)?;
        check_motion(armature, bone, motion).map(|()| bone)
    }
}

fn check_motion(
    armature: &morse_world::Armature,
    bone: usize,
    motion: JointMotion,
) -> Result<(), ServiceError> {
    let slides = armature.bones()[bone].joint_kind() == JointKind::Prismatic;
    if slides == (motion == JointMotion::Translation) {
        return Ok(());
    }
    let joint = joints::name(armature, bone);
    let (verb, services) = if slides { ("slides", "translations") } else { ("turns", "rotations") };
    Err(ServiceError::Refused(format!("joint {joint:?} {verb}: use the services for {services}")))
}
