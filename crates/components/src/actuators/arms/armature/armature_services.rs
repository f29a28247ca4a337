//! Services of an armature.

use morse_sim::prelude::*;

use crate::actuators::arms::armature::Armature;
use crate::actuators::arms::armature::commands::JointMotion;
use crate::actuators::arms::armature::target::destination;
use crate::common::model_parts::joints;
use crate::common::model_parts::joints::{JointValues, goals_by_name, positive};
use crate::common::model_parts::trajectory::Trajectory;

#[services]
impl Armature {
    /// Returns the names of the targets of inverse kinematics.
    #[service(name = "list_IK_targets")]
    fn list_ik_targets(&mut self, _call: &mut Call<'_, JointValues>) -> Value {
        Value::List(self.targets.iter().map(|target| Value::from(target.name.as_str())).collect())
    }

    /// Sets the pose of a target of inverse kinematics at once and activates inverse kinematics. The pose has a
    /// position [m] and angles about the x, y and z axes of the world [rad]. It is relative to the current pose of the
    /// target, or absolute in the world. Without angles the target keeps its orientation.
    #[service(name = "place_IK_target")]
    fn place_ik_target(
        &mut self,
        call: &mut Call<'_, JointValues>,
        name: String,
        translation: DVec3,
        #[default(())] euler_rotation: Option<DVec3>,
        #[default(true)] relative: bool,
    ) -> Result<(), ServiceError> {
        self.targets.retain(|target| call.world.contains(target.node));
        let target = self.target(&name)?;
        target.stop();
        let to = destination(call.world, target, translation, euler_rotation, relative);
        call.world.set_world_pose(target.node, to);
        self.switch_ik_on(call.world);
        Ok(())
    }

    /// Moves a target of inverse kinematics to a pose as in `place_IK_target`, at a speed along each axis of the
    /// world [m/s] and a turn rate [rad/s]. The properties give the defaults. The arm follows the target. The answer
    /// is sent when the target arrives.
    #[service(name = "move_IK_target", asynchronous, interruptible = true)]
    #[allow(clippy::too_many_arguments, reason = "the arguments of the service")]
    fn move_ik_target(
        &mut self,
        call: &mut Call<'_, JointValues>,
        name: String,
        translation: DVec3,
        #[default(())] euler_rotation: Option<DVec3>,
        #[default(true)] relative: bool,
        #[default(())] linear_speed: Option<f64>,
        #[default(())] radial_speed: Option<f64>,
    ) -> Result<(), ServiceError> {
        let speed = positive(linear_speed, "linear_speed")?.unwrap_or(self.ik_linear_speed);
        let turn_rate = positive(radial_speed, "radial_speed")?.unwrap_or(self.ik_rotation_speed);
        let now = call.now;
        self.targets.retain(|target| call.world.contains(target.node));
        let target = self.target(&name)?;
        let to = destination(call.world, target, translation, euler_rotation, relative);
        target.start_motion(call.world, now, to, speed, turn_rate);
        self.switch_ik_on(call.world);
        Ok(())
    }

    /// Sets a sliding joint at once. [m]
    #[service]
    fn set_translation(
        &mut self,
        call: &mut Call<'_, JointValues>,
        joint: String,
        translation: f64,
    ) -> Result<(), ServiceError> {
        self.set_joint(call, &joint, translation, JointMotion::Translation)
    }

    /// Sets the first sliding joints at once, in order, one for each value. [m]
    #[service]
    fn set_translations(
        &mut self,
        call: &mut Call<'_, JointValues>,
        translations: Vec<f64>,
    ) -> Result<(), ServiceError> {
        self.set_joints(call, &translations, JointMotion::Translation)
    }

    /// Moves a sliding joint to a goal [m] at a speed [m/s]. The answer is sent on arrival.
    #[service(asynchronous, interruptible = true)]
    fn translate(
        &mut self,
        call: &mut Call<'_, JointValues>,
        joint: String,
        translation: f64,
        #[default(())] speed: Option<f64>,
    ) -> Result<(), ServiceError> {
        self.start_moving(call, vec![(joint, translation)], speed, JointMotion::Translation)
    }

    /// Moves sliding joints to goals by name [m] at a speed [m/s]. The answer is sent on arrival.
    #[service(asynchronous, interruptible = true)]
    fn translate_joints(
        &mut self,
        call: &mut Call<'_, JointValues>,
        joint_translations: Value,
        #[default(())] speed: Option<f64>,
    ) -> Result<(), ServiceError> {
        self.start_moving(call, goals_by_name(&joint_translations)?, speed, JointMotion::Translation)
    }

    /// Sets a rotating joint at once. [rad]
    #[service]
    fn set_rotation(
        &mut self,
        call: &mut Call<'_, JointValues>,
        joint: String,
        rotation: f64,
    ) -> Result<(), ServiceError> {
        self.set_joint(call, &joint, rotation, JointMotion::Rotation)
    }

    /// Sets the first rotating joints at once, in order, one for each value. [rad]
    #[service]
    fn set_rotations(
        &mut self,
        call: &mut Call<'_, JointValues>,
        rotations: Vec<f64>,
    ) -> Result<(), ServiceError> {
        self.set_joints(call, &rotations, JointMotion::Rotation)
    }

    /// Moves a rotating joint to a goal [rad] at a speed [rad/s]. The answer is sent on arrival.
    #[service(asynchronous, interruptible = true)]
    fn rotate(
        &mut self,
        call: &mut Call<'_, JointValues>,
        joint: String,
        rotation: f64,
        #[default(())] speed: Option<f64>,
    ) -> Result<(), ServiceError> {
        self.start_moving(call, vec![(joint, rotation)], speed, JointMotion::Rotation)
    }

    /// Moves rotating joints to goals by name [rad] at a speed [rad/s]. The answer is sent on arrival.
    #[service(asynchronous, interruptible = true)]
    fn rotate_joints(
        &mut self,
        call: &mut Call<'_, JointValues>,
        joint_rotations: Value,
        #[default(())] speed: Option<f64>,
    ) -> Result<(), ServiceError> {
        self.start_moving(call, goals_by_name(&joint_rotations)?, speed, JointMotion::Rotation)
    }

    /// Returns, by joint name, whether the joint can rotate about its own x, y and z axes.
    #[service]
    fn get_dofs(&mut self, call: &mut Call<'_, JointValues>) -> Result<Map, ServiceError> {
        let armature = joints::armature(call.world, self.arm)?;
        let entry = |bone: usize| {
            let free = armature.bones()[bone].free.map(Value::Bool).to_vec();
            (joints::name(armature, bone).to_owned(), Value::List(free))
        };
        Ok(joints::joints(armature).map(entry).collect())
    }

    /// Returns the names of the joints, in order.
    #[service]
    fn get_joints(&mut self, call: &mut Call<'_, JointValues>) -> Result<Value, ServiceError> {
        joints::armature(call.world, self.arm).map(joints::names)
    }

    /// Returns the minimum and maximum value of a joint. [rad or m]
    #[service(name = "get_IK_limits")]
    fn get_ik_limits(
        &mut self,
        call: &mut Call<'_, JointValues>,
        joint: String,
    ) -> Result<Value, ServiceError> {
        let armature = joints::armature(call.world, self.arm)?;
        let bone = joints::find(armature, &joint)?;
        Ok(Value::List(armature.bones()[bone].joint_limits().map(Value::Float).to_vec()))
    }

    /// Moves the joints through points, each with a position for every joint [rad or m] and a time after the start
    /// [s], as described above. The answer is sent at the time of the last point.
    #[service(asynchronous)]
    fn trajectory(
        &mut self,
        call: &mut Call<'_, JointValues>,
        trajectory: Value,
    ) -> Result<(), ServiceError> {
        let joints = joints::joints(joints::armature(call.world, self.arm)?).count();
        self.trajectory = Some(Trajectory::read(&trajectory, joints, call.now, call.client_time_s)?);
        self.switch_ik_off();
        Ok(())
    }
}
