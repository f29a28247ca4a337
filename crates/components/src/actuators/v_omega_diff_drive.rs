//! MotionVWDiff: drives the wheels of a robot by a forward speed and a turn rate.

use morse_sim::prelude::*;

use super::kinematic::{KINEMATIC, Kinematic};
use super::v_omega::Speed;

/// Turns the wheels of a robot with a differential drive as a forward speed and a turn rate need it, until told
/// otherwise.
///
/// The robot goes as its wheels take it: it speeds up no faster than they grip, and does not move when they are in the
/// air. Told to stand, it brakes. A robot without such wheels is driven by MotionVW.
#[derive(Actuator, Serialize, Deserialize)]
#[component(
    class = "morse.actuators.v_omega_diff_drive.MotionVWDiff",
    title = "Differential Driver Actuator: Linear and angular speed (V, W)",
    data = Speed,
    builder(name = "MotionVWDiff"),
    level(name = "dynamic", doc = "The wheels turn, and the robot goes as they take it.", default),
    level(name = "kinematic", doc = KINEMATIC),
    fits(
        "morse.robots.segwayrmp400.SegwayRMP400",
        "morse.robots.pioneer3dx.Pioneer3DX",
        "morse.robots.patrolbot.PatrolBot"
    ),
    services
)]
pub struct MotionVwDiff {
    kinematic: Kinematic,
}

impl Actuate for MotionVwDiff {
    fn mount(&mut self, mount: &mut Mount<'_>) -> Result<(), SetupError> {
        self.kinematic = Kinematic::mount(mount);
        Ok(())
    }

    fn start(&mut self, setup: &Setup<'_>, _data: &mut Speed) -> Result<(), SetupError> {
        match setup.wheels {
            Some(WheelDrive::Differential(_)) => Ok(()),
            _ => Err(SetupError(format!(
                "{} drives the wheels of a differential drive, and its robot has none; put it on a SegwayRMP400, \
                 Pioneer3DX or PatrolBot, or use MotionVW",
                setup.name
            ))),
        }
    }

    fn act(&mut self, act: &mut Act<'_>, data: &mut Speed) {
        if !self.kinematic.drive(act, [data.v, 0.0], data.w) {
            act.set_wheel_speeds(data.v, data.w);
        }
    }
}

#[services]
impl MotionVwDiff {
    /// Sets the speed.
    #[service]
    fn set_speed(&mut self, call: &mut Call<'_, Speed>, v: f64, w: f64) {
        *call.data = Speed { v, w };
    }

    /// Sets both speeds to zero.
    #[service]
    fn stop(&mut self, call: &mut Call<'_, Speed>) {
        *call.data = Speed::default();
    }
}
