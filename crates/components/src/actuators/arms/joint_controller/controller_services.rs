//! Services of a joint controller.

use morse_sim::prelude::*;
use morse_world::JointKind;

use crate::actuators::arms::joint_controller::{JointController, Level};
use crate::common::model_parts::joints::{JointValues, goals_by_name, positive};
use crate::common::model_parts::robot_joints;
use crate::common::model_parts::robot_joints::{Gains, RobotJoint};
use crate::common::model_parts::trajectory::Trajectory;

/// Largest gain. [N m/rad or N/m, with s for damping]
const GAIN_MAX: f64 = 1e9;

#[services]
impl JointController {
    /// Returns the names of the joints, or of the actuators at level `motors`, in order.
    #[service]
    fn get_joints(&mut self, _call: &mut Call<'_, JointValues>) -> Value {
        if self.level == Level::Motors {
            return self.motor_names();
        }
        robot_joints::names(&self.joints)
    }

    /// Returns the positions of all joints by name. [rad or m]
    #[service]
    fn get_state(&mut self, call: &mut Call<'_, JointValues>) -> Map {
        let positions = robot_joints::positions(call.world, &self.joints);
        positions.map(|(name, position)| (name, Value::Float(position))).collect()
    }

    /// Returns the efforts of the motors of all joints, or of all actuators at level `motors`, by name. Joints at level `kinematic`
    /// have none. [N m or N]
    #[service]
    fn get_efforts(&mut self, call: &mut Call<'_, JointValues>) -> Map {
        if self.level == Level::Motors {
            return self.motor_efforts(call.world);
        }
        robot_joints::efforts(call.world, &self.joints)
    }

    /// Returns the stiffness [N m/rad or N/m] and the damping [N m s/rad or N s/m] of each joint by name.
    #[service]
    fn get_gains(&mut self, _call: &mut Call<'_, JointValues>) -> Map {
        let entry = |(index, joint): (usize, &RobotJoint)| {
            let Gains { stiffness, damping } = self.gains_of(index);
            (joint.name.clone(), Value::List(vec![stiffness.into(), damping.into()]))
        };
        self.joints.iter().enumerate().map(entry).collect()
    }

    /// Sets the stiffness [N m/rad or N/m] and the damping [N m s/rad or N s/m] of the motor of a joint. Without damping, the
    /// joint is critically damped.
    #[service]
    fn set_gains(
        &mut self,
        _call: &mut Call<'_, JointValues>,
        joint: String,
        stiffness: f64,
        #[default(())] damping: Option<f64>,
    ) -> Result<(), ServiceError> {
        let index = robot_joints::index(&self.joints, &joint)?;
        for (name, value) in [("stiffness", Some(stiffness)), ("damping", damping)] {
            if value.is_some_and(|value| !(0.0..=GAIN_MAX).contains(&value)) {
                return Err(ServiceError::Refused(format!("{name} must be between 0 and {GAIN_MAX:e}")));
            }
        }
        self.gains[index] = Some(Gains::of(self.loads[index], None, Some(stiffness), damping));
        Ok(())
    }

    /// Returns the lowest and highest position [rad or m], the maximum speed [rad/s or m/s] and the maximum effort
    /// [N m or N] of each joint by name; infinity means that there is no limit.
    #[service]
    fn get_limits(&mut self, call: &mut Call<'_, JointValues>) -> Map {
        let world = &*call.world;
        let entry = |joint: &RobotJoint| {
            let limits = world.joint_limits(joint.id);
            let all = [limits.lower, limits.upper, limits.velocity, limits.effort];
            (joint.name.clone(), Value::List(all.map(Value::Float).to_vec()))
        };
        self.joints.iter().map(entry).collect()
    }

    /// Moves a rotating joint to a position [rad] at a speed [rad/s]. The answer is sent on arrival.
    #[service(asynchronous, interruptible = true)]
    fn rotate(
        &mut self,
        call: &mut Call<'_, JointValues>,
        joint: String,
        rotation: f64,
        #[default(())] speed: Option<f64>,
    ) -> Result<(), ServiceError> {
        self.start_moving(call, &[(joint, rotation)], speed, false)
    }

    /// Moves rotating joints to positions by name [rad] at a speed [rad/s]. The answer is sent on arrival.
    #[service(asynchronous, interruptible = true)]
    fn rotate_joints(
        &mut self,
        call: &mut Call<'_, JointValues>,
        joint_rotations: Value,
        #[default(())] speed: Option<f64>,
    ) -> Result<(), ServiceError> {
        self.start_moving(call, &goals_by_name(&joint_rotations)?, speed, false)
    }

    /// Moves a sliding joint to a position [m] at a speed [m/s]. The answer is sent on arrival.
    #[service(asynchronous, interruptible = true)]
    fn translate(
        &mut self,
        call: &mut Call<'_, JointValues>,
        joint: String,
        translation: f64,
        #[default(())] speed: Option<f64>,
    ) -> Result<(), ServiceError> {
        self.start_moving(call, &[(joint, translation)], speed, true)
    }

    /// Moves sliding joints to positions by name [m] at a speed [m/s]. The answer is sent on arrival.
    #[service(asynchronous, interruptible = true)]
    fn translate_joints(
        &mut self,
        call: &mut Call<'_, JointValues>,
        joint_translations: Value,
        #[default(())] speed: Option<f64>,
    ) -> Result<(), ServiceError> {
        self.start_moving(call, &goals_by_name(&joint_translations)?, speed, true)
    }

    /// Moves the joints through points, each with a position for every joint [rad or m] and a time after the start
    /// [s], as described above. The answer is sent when the joints have arrived at the last point.
    #[service(asynchronous)]
    fn trajectory(
        &mut self,
        call: &mut Call<'_, JointValues>,
        trajectory: Value,
    ) -> Result<(), ServiceError> {
        self.require_positions()?;
        let read = Trajectory::read(&trajectory, self.joints.len(), call.now, call.client_time_s)?;
        self.start_trajectory(call.world, read);
        Ok(())
    }
}

impl JointController {
    fn require_positions(&self) -> Result<(), ServiceError> {
        if self.commands_positions() {
            return Ok(());
        }
        Err(ServiceError::Refused(
            "it commands no positions: its level is `effort` or `motors`, or its property `Command` is not Position"
                .to_owned(),
        ))
    }

    /// Starts moving joints to goals by name [rad or m], at a speed [rad/s or m/s] or at the default speed.
    fn start_moving(
        &mut self,
        call: &mut Call<'_, JointValues>,
        goals: &[(String, f64)],
        speed: Option<f64>,
        slides: bool,
    ) -> Result<(), ServiceError> {
        self.require_positions()?;
        let speed = positive(speed, "speed")?.unwrap_or(0.0);
        let mut found = Vec::with_capacity(goals.len());
        for (name, goal) in goals {
            let index = robot_joints::index(&self.joints, name)?;
            if !goal.is_finite() {
                return Err(ServiceError::Refused(format!("the goal of joint `{name}` must be finite")));
            }
            if (call.world.joint_kind(self.joints[index].id) == JointKind::Prismatic) != slides {
                let (verb, services) =
                    if slides { ("turns", "rotations") } else { ("slides", "translations") };
                return Err(ServiceError::Refused(format!(
                    "joint `{name}` {verb}: use the services for {services}"
                )));
            }
            found.push((index, name, *goal));
        }
        self.trajectory = None;
        for (index, name, goal) in found {
            self.speeds[index] = speed;
            call.data.set(name, goal);
        }
        Ok(())
    }
}
