//! What clients may ask of an armature.

use morse_sim::prelude::*;
use morse_world::JointKind;

use super::target::destination;
use super::{Armature, Trajectory};
use crate::joints::{self, JointValues};

/// What a joint does.
#[derive(Clone, Copy, PartialEq)]
enum Way {
    Turns,
    Slides,
}

#[services]
impl Armature {
    /// Names of the targets of inverse kinematics.
    #[service(name = "list_IK_targets")]
    fn list_ik_targets(&mut self, _call: &mut Call<'_, JointValues>) -> Value {
        Value::List(self.targets.iter().map(|target| Value::from(target.name.as_str())).collect())
    }

    /// Puts a target of inverse kinematics somewhere in the world [m], turned by angles about x, y and z [rad], at once:
    /// relative to where it is, or absolute. Without angles it stays turned as it is. The arm follows from now on.
    #[service(name = "place_IK_target")]
    fn place_ik_target(
        &mut self,
        call: &mut Call<'_, JointValues>,
        name: String,
        translation: DVec3,
        #[default(())] euler_rotation: Option<DVec3>,
        #[default(true)] relative: bool,
    ) -> Result<(), ServiceError> {
        let target = self.target(&name)?;
        target.stop();
        let to = destination(call.world, target, translation, euler_rotation, relative);
        call.world.set_world_pose(target.node, to);
        self.switch_ik(true);
        Ok(())
    }

    /// Moves a target of inverse kinematics as `place_IK_target` puts it, at a speed along each axis of the world [m/s]
    /// and a turn rate [rad/s], those of the properties unless given, and answers when it is there. The arm follows.
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
        let target = self.target(&name)?;
        let to = destination(call.world, target, translation, euler_rotation, relative);
        target.send(call.world, now, to, speed, turn_rate);
        self.switch_ik(true);
        Ok(())
    }

    /// Slides a joint to a value at once. [m]
    #[service]
    fn set_translation(
        &mut self,
        call: &mut Call<'_, JointValues>,
        joint: String,
        translation: f64,
    ) -> Result<(), ServiceError> {
        self.set_joint(call, &joint, translation, Way::Slides)
    }

    /// Slides the joints to these values at once, in their order, as many as there are values. [m]
    #[service]
    fn set_translations(
        &mut self,
        call: &mut Call<'_, JointValues>,
        translations: Vec<f64>,
    ) -> Result<(), ServiceError> {
        self.set_joints(call, &translations, Way::Slides)
    }

    /// Slides a joint to a value [m] at a speed [m/s], and answers when it is there.
    #[service(asynchronous, interruptible = true)]
    fn translate(
        &mut self,
        call: &mut Call<'_, JointValues>,
        joint: String,
        translation: f64,
        #[default(())] speed: Option<f64>,
    ) -> Result<(), ServiceError> {
        self.go(call, vec![(joint, translation)], speed, Way::Slides)
    }

    /// Slides joints to values by their names [m] at a speed [m/s], and answers when they are there.
    #[service(asynchronous, interruptible = true)]
    fn translate_joints(
        &mut self,
        call: &mut Call<'_, JointValues>,
        joint_translations: Value,
        #[default(())] speed: Option<f64>,
    ) -> Result<(), ServiceError> {
        self.go(call, by_name(&joint_translations)?, speed, Way::Slides)
    }

    /// Turns a joint to a value at once. [rad]
    #[service]
    fn set_rotation(
        &mut self,
        call: &mut Call<'_, JointValues>,
        joint: String,
        rotation: f64,
    ) -> Result<(), ServiceError> {
        self.set_joint(call, &joint, rotation, Way::Turns)
    }

    /// Turns the joints to these values at once, in their order, as many as there are values. [rad]
    #[service]
    fn set_rotations(
        &mut self,
        call: &mut Call<'_, JointValues>,
        rotations: Vec<f64>,
    ) -> Result<(), ServiceError> {
        self.set_joints(call, &rotations, Way::Turns)
    }

    /// Turns a joint to a value [rad] at a speed [rad/s], and answers when it is there.
    #[service(asynchronous, interruptible = true)]
    fn rotate(
        &mut self,
        call: &mut Call<'_, JointValues>,
        joint: String,
        rotation: f64,
        #[default(())] speed: Option<f64>,
    ) -> Result<(), ServiceError> {
        self.go(call, vec![(joint, rotation)], speed, Way::Turns)
    }

    /// Turns joints to values by their names [rad] at a speed [rad/s], and answers when they are there.
    #[service(asynchronous, interruptible = true)]
    fn rotate_joints(
        &mut self,
        call: &mut Call<'_, JointValues>,
        joint_rotations: Value,
        #[default(())] speed: Option<f64>,
    ) -> Result<(), ServiceError> {
        self.go(call, by_name(&joint_rotations)?, speed, Way::Turns)
    }

    /// For each joint, whether it may turn about its own x, y and z.
    #[service]
    fn get_dofs(&mut self, call: &mut Call<'_, JointValues>) -> Result<Map, ServiceError> {
        let armature = joints::armature(call.world, self.arm)?;
        let entry = |bone: usize| {
            let free = armature.bones()[bone].free.map(Value::Bool).to_vec();
            (joints::name(armature, bone).to_owned(), Value::List(free))
        };
        Ok(joints::joints(armature).map(entry).collect())
    }

    /// Names of the joints, in order.
    #[service]
    fn get_joints(&mut self, call: &mut Call<'_, JointValues>) -> Result<Value, ServiceError> {
        joints::armature(call.world, self.arm).map(joints::names)
    }

    /// Smallest and largest value of a joint. [rad or m]
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

    /// Leads the joints through points, each with a position for every joint [rad or m] and the time after the start at
    /// which they shall be there [s], as said above; answers when the last one is due.
    #[service(asynchronous)]
    fn trajectory(
        &mut self,
        call: &mut Call<'_, JointValues>,
        trajectory: Value,
    ) -> Result<(), ServiceError> {
        let joints = joints::joints(joints::armature(call.world, self.arm)?).count();
        self.trajectory = Some(Trajectory::read(&trajectory, joints, call.now, call.client_time_s)?);
        self.switch_ik(false);
        Ok(())
    }
}

impl Armature {
    fn switch_ik(&mut self, on: bool) {
        self.follows_targets = on;
        if on {
            self.trajectory = None;
        } else {
            self.targets.iter_mut().for_each(super::Target::stop);
        }
    }

    /// Puts one joint somewhere at once.
    fn set_joint(
        &mut self,
        call: &mut Call<'_, JointValues>,
        joint: &str,
        value: f64,
        way: Way,
    ) -> Result<(), ServiceError> {
        let bone = self.bone(call, joint, way)?;
        self.put(call, &[(bone, value)]);
        Ok(())
    }

    /// Puts the first joints somewhere at once, one for each value.
    fn set_joints(
        &mut self,
        call: &mut Call<'_, JointValues>,
        values: &[f64],
        way: Way,
    ) -> Result<(), ServiceError> {
        let armature = joints::armature(call.world, self.arm)?;
        let values: Vec<(usize, f64)> = joints::joints(armature).zip(values.iter().copied()).collect();
        values.iter().try_for_each(|&(bone, _)| check_way(armature, bone, way))?;
        self.put(call, &values);
        Ok(())
    }

    fn put(&mut self, call: &mut Call<'_, JointValues>, values: &[(usize, f64)]) {
        self.switch_ik(false);
        let Some((arm, armature)) = self.arm.and_then(|arm| Some((arm, call.world.armature(arm)?))) else {
            return;
        };
        let mut posture = armature.posture().clone();
        for &(bone, value) in values {
            armature.put(&mut posture, bone, value);
            call.data.set(joints::name(armature, bone), armature.value_in(&posture, bone));
        }
        call.world.set_posture(arm, posture);
    }

    /// Sends joints to values by their names.
    fn go(
        &mut self,
        call: &mut Call<'_, JointValues>,
        goals: Vec<(String, f64)>,
        speed: Option<f64>,
        way: Way,
    ) -> Result<(), ServiceError> {
        let speed = positive(speed, "speed")?.unwrap_or(0.0);
        let goals: Vec<(usize, String, f64)> = goals
            .into_iter()
            .map(|(joint, value)| Ok((self.bone(call, &joint, way)?, joint, value)))
            .collect::<Result<_, ServiceError>>()?;
        self.switch_ik(false);
        for (bone, joint, value) in goals {
            self.speeds[bone] = speed;
            call.data.set(&joint, value);
        }
        Ok(())
    }

    /// The bone of a joint that moves in that way.
    fn bone(&self, call: &Call<'_, JointValues>, joint: &str, way: Way) -> Result<usize, ServiceError> {
        let armature = joints::armature(call.world, self.arm)?;
        let bone = joints::find(armature, joint)?;
        check_way(armature, bone, way).map(|()| bone)
    }
}

fn check_way(armature: &morse_world::Armature, bone: usize, way: Way) -> Result<(), ServiceError> {
    let slides = armature.bones()[bone].joint_kind() == JointKind::Prismatic;
    if slides == (way == Way::Slides) {
        return Ok(());
    }
    let joint = joints::name(armature, bone);
    let (does, services) = if slides { ("slides", "translations") } else { ("turns", "rotations") };
    Err(ServiceError::Refused(format!("joint {joint:?} {does}: use the services for {services}")))
}

/// A speed that was given, and can be one.
fn positive(speed: Option<f64>, name: &str) -> Result<Option<f64>, ServiceError> {
    match speed {
        Some(speed) if speed <= 0.0 => {
            Err(ServiceError::Refused(format!("{name} is {speed}; it must be more than 0")))
        }
        speed => Ok(speed),
    }
}

/// Values by the names of joints.
fn by_name(given: &Value) -> Result<Vec<(String, f64)>, ServiceError> {
    let map =
        given.as_map().ok_or_else(|| ServiceError::Refused("joints must be given by name".to_owned()))?;
    let entry = |(joint, value): (&str, &Value)| {
        let value = value.as_f64().filter(|value| value.is_finite());
        let value = value.ok_or_else(|| {
            ServiceError::Refused(format!("the value of joint {joint:?} must be a finite number"))
        });
        Ok((joint.to_owned(), value?))
    };
    map.iter().map(entry).collect()
}
