//! RotorcraftVelocity: controls a rotorcraft by velocity and turn rate.

use morse_sim::prelude::*;

use crate::common::driving::rotorcraft::{AttitudeControl, TiltControl};

/// Velocity command, in the horizontal frame of the robot: its heading, without roll and pitch.
#[derive(Data, Clone)]
#[data(kind = RotorcraftVelocity)]
pub struct Velocity {
    /// Forward velocity. [m/s]
    vx: f64,
    /// Velocity to the left. [m/s]
    vy: f64,
    /// Upward velocity. [m/s]
    vz: f64,
    /// Yaw rate, positive to the right. [rad/s]
    vyaw: f64,
    /// Not used. [m/s]
    tolerance: f64,
}

impl Default for Velocity {
    fn default() -> Self {
        Self { vx: 0.0, vy: 0.0, vz: 0.0, vyaw: 0.0, tolerance: 0.2 }
    }
}

/// Flies the robot at a velocity and a yaw rate. The robot tilts in the direction of acceleration, as a rotorcraft does.
///
/// The robot reaches the commanded velocity in about ten seconds. With a zero yaw rate it holds its heading.
#[derive(Actuator, Clone, Serialize, Deserialize)]
#[component(
    class = "morse.actuators.rotorcraft_velocity.RotorcraftVelocity",
    title = "Rotorcraft Velocity motion controller",
    data = Velocity,
    drives(command),
    builder(name = "RotorcraftVelocity"),
    services
)]
pub struct RotorcraftVelocity {
    /// Proportional gain of the horizontal velocity: tilt per velocity error. [rad/(m/s)]
    #[property(name = "HorizontalPgain", default = 0.2)]
    horizontal_p: f64,
    /// Derivative gain of the horizontal velocity: tilt per acceleration. [rad/(m/s²)]
    #[property(name = "HorizontalDgain", default = 0.8)]
    horizontal_d: f64,
    /// Proportional gain of the vertical velocity: thrust per velocity error. [N/(m/s)]
    #[property(name = "VerticalPgain", default = 8.0)]
    vertical_p: f64,
    /// Not used.
    #[property(name = "VerticalDgain", default = 2.0)]
    vertical_d: f64,
    #[property(flatten, default = TiltControl::with_yaw_d(8.0))]
    tilt: TiltControl,
    /// Not used. [m/s]
    #[property(name = "MaxVelocity", default = 2.0)]
    velocity_max: f64,
    control: AttitudeControl,
    /// The heading to hold. [rad]
    heading: f64,
    velocity_before: DVec3,
}

impl Actuator for RotorcraftVelocity {
    fn needs_moving_body(&self) -> bool {
        true
    }

    fn start(&mut self, setup: &Setup<'_>, data: &mut Velocity) -> Result<(), SetupError> {
        self.begin(&setup.begin(), data);
        Ok(())
    }

    fn begin(&mut self, begin: &EpisodeStart<'_>, _data: &mut Velocity) {
        self.heading = begin.world.world_from(begin.robot).euler().yaw;
    }

    fn act(&mut self, act: &mut ActContext<'_>, data: &mut Velocity) {
        let now = act.world_from_robot().euler();
        let velocity = act.world.linear_velocity(act.robot.node);
        let acceleration = (velocity - std::mem::replace(&mut self.velocity_before, velocity)) * act.rate_hz;
        let commanded = DQuat::from_rotation_z(now.yaw) * DVec3::new(data.vx, data.vy, data.vz);
        let error = commanded - velocity;

        let tilt = self.horizontal_p * error - self.horizontal_d * acceleration;
        self.heading = normalise_angle(self.heading - data.vyaw / act.rate_hz);
        self.tilt.fly(act, &mut self.control, tilt, self.heading, self.vertical_p * error.z);
    }
}

#[services]
impl RotorcraftVelocity {
    /// Sets the velocity [m/s] and the yaw rate [rad/s]. `tolerance` is not used.
    #[service]
    fn setvel(
        &mut self,
        call: &mut Call<'_, Velocity>,
        vx: f64,
        vy: f64,
        vz: f64,
        vyaw: f64,
        #[default(0.1)] tolerance: f64,
    ) {
        *call.data = Velocity { vx, vy, vz, vyaw, tolerance };
    }
}
