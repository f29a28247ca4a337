//! RotorcraftAttitude: controls a rotorcraft by attitude and thrust.

use morse_sim::prelude::*;

use crate::common::driving::rotorcraft::{AttitudeControl, Gains};
use crate::common::earth::geodesy::{north_angle, world_angle_from_north};

/// Commanded attitude and thrust. Angles are in a north-east-down frame.
#[derive(Data, Clone, Default)]
#[data(kind = AttitudeThrust)]
pub struct Command {
    /// Rotation about X. [rad]
    roll: f64,
    /// Rotation about Y, positive nose up. [rad]
    pitch: f64,
    /// Yaw rate, or heading if `YawRateControl` is false; positive to the right. [rad/s or rad]
    yaw: f64,
    /// Thrust command, 0 to 1. At 0 the actuator applies neither force nor torque.
    thrust: f64,
}

/// Rotates the robot to an attitude and applies thrust along its Z axis, like an autopilot with attitude and thrust
/// commands.
///
/// The X axis of the commanded angles is the X axis of the world. With `UseAngleAgainstNorth` it is north, as defined by
/// the environment's `angle_against_north`. Torques are proportional to the moments of inertia of the robot, so that
/// the gains suit any robot, and to the thrust command.
#[derive(Actuator, Clone, Serialize, Deserialize)]
#[component(
    class = "morse.actuators.rotorcraft_attitude.RotorcraftAttitude",
    title = "Rotorcraft attitude motion controller",
    data = Command,
    drives(thrust),
    builder(name = "RotorcraftAttitude")
)]
pub struct RotorcraftAttitude {
    /// Proportional gain of roll and pitch. [1/s²]
    #[property(name = "RollPitchPgain", default = 100.0)]
    level_p: f64,
    /// Derivative gain of roll and pitch. [1/s]
    #[property(name = "RollPitchDgain", default = 20.0)]
    level_d: f64,
    /// Proportional gain of yaw. [1/s²]
    #[property(name = "YawPgain", default = 16.0)]
    yaw_p: f64,
    /// Derivative gain of yaw. [1/s]
    #[property(name = "YawDgain", default = 4.0)]
    yaw_d: f64,
    /// Thrust at a command of 1. [N]
    #[property(name = "ThrustFactor", default = 40.0)]
    thrust_factor: f64,
    /// Whether thrust is proportional to the command; otherwise it is proportional to the square of the command.
    #[property(name = "LinearThrust", default = true)]
    linear_thrust: bool,
    /// Whether the yaw command is a rate; otherwise it is a heading.
    #[property(name = "YawRateControl", default = true)]
    controls_yaw_rate: bool,
    /// Whether yaw is measured from north; otherwise from the X axis of the world.
    #[property(name = "UseAngleAgainstNorth", default = false)]
    use_angle_against_north: bool,
    angle_from_north: f64,
    control: AttitudeControl,
    /// The heading to hold. [rad]
    heading: f64,
}

impl RotorcraftAttitude {
    /// Converts an attitude to roll, pitch and yaw in the convention of the commands. [rad]
    fn command_angles(&self, attitude: Euler) -> DVec3 {
        let yaw = match self.use_angle_against_north {
            true => normalise_angle(-north_angle(attitude.yaw, self.angle_from_north)),
            false => attitude.yaw,
        };
        DVec3::new(attitude.roll, -attitude.pitch, -yaw)
    }
}

impl Actuator for RotorcraftAttitude {
    fn needs_moving_body(&self) -> bool {
        true
    }

    fn start(&mut self, setup: &Setup<'_>, data: &mut Command) -> Result<(), SetupError> {
        self.angle_from_north = world_angle_from_north(setup)?;
        self.begin(&setup.begin(), data);
        Ok(())
    }

    fn begin(&mut self, begin: &EpisodeStart<'_>, _data: &mut Command) {
        self.heading = self.command_angles(begin.world.world_from(begin.robot).euler()).z;
    }

    fn act(&mut self, act: &mut ActContext<'_>, data: &mut Command) {
        if data.thrust <= 0.0 {
            return;
        }
        let turn = if self.controls_yaw_rate { self.heading + data.yaw / act.rate_hz } else { data.yaw };
        self.heading = normalise_angle(turn);
        let error = DVec3::new(data.roll, data.pitch, self.heading)
            - self.command_angles(act.world_from_robot().euler());
        let gains = Gains::new([self.level_p, self.level_d], [self.yaw_p, self.yaw_d]);
        let accelerations = self.control.accelerations(error, &gains, act.rate_hz);
        let inertia = act.world.local_inertia(act.robot.node);
        // Pitch and yaw have the opposite sign in a frame whose Z axis points down.
        let torque = inertia * accelerations * DVec3::new(1.0, -1.0, -1.0) * data.thrust;
        let command = if self.linear_thrust { data.thrust } else { data.thrust * data.thrust };
        act.push(Axes::Robot, DVec3::new(0.0, 0.0, self.thrust_factor * command), torque);
    }
}
