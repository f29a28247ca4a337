//! MotionVWDiff: drives the wheels of a robot with a forward speed and a turn rate.

use morse_sim::prelude::*;

use crate::actuators::driving::v_omega::Speed;
use crate::common::driving::kinematic::{KINEMATIC, Kinematic};

/// Drives the wheels of a robot with a differential drive at a forward speed and a turn rate, until the next command.
///
/// The contact of the wheels with the ground moves the robot: their grip limits its acceleration, and it does not move
/// when they are in the air. At zero speed the wheels brake. For a robot without such wheels use MotionVW.
#[derive(Actuator, Clone, Serialize, Deserialize)]
#[component(
    class = "morse.actuators.v_omega_diff_drive.MotionVWDiff",
    title = "Differential Driver Actuator: Linear and angular speed (V, W)",
    data = Speed,
    drives(command),
    builder(name = "MotionVWDiff"),
    level(name = "dynamic", doc = "The wheels turn, and their contact with the ground moves the robot.", default),
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

impl Actuator for MotionVwDiff {
    fn mount(&mut self, mount: &mut MountContext<'_>) -> Result<(), SetupError> {
        self.kinematic = Kinematic::mount(mount);
        Ok(())
    }

    fn start(&mut self, setup: &Setup<'_>, _data: &mut Speed) -> Result<(), SetupError> {
        match setup.wheels {
            Some(WheelDrive::Differential(_)) => Ok(()),
            _ => Err(SetupError::Missing(format!(
                "{} drives the wheels of a differential drive, but its robot has no such wheels; put it on a SegwayRMP400, \
                 Pioneer3DX or PatrolBot, or use MotionVW",
                setup.name
            ))),
        }
    }

    fn release(&mut self, act: &mut ActContext<'_>) {
        act.release_wheels();
    }

    fn act(&mut self, act: &mut ActContext<'_>, data: &mut Speed) {
        if !self.kinematic.drive(act, [data.v, 0.0], data.w) {
            act.set_wheel_speeds(data.v, data.w);
        }
    }
}

#[services]
impl MotionVwDiff {
    /// Sets the forward speed [m/s] and the turn rate [rad/s].
    #[service]
    fn set_speed(&mut self, call: &mut Call<'_, Speed>, v: f64, w: f64) {
        *call.data = Speed { v, w };
    }

    /// Sets speed and turn rate to zero.
    #[service]
    fn stop(&mut self, call: &mut Call<'_, Speed>) {
        *call.data = Speed::default();
    }
}
