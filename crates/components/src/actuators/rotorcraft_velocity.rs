//! RotorcraftVelocity: flies a rotorcraft by a velocity and a turn rate.

use morse_sim::prelude::*;

use super::rotorcraft::{AttitudeControl, Bank, Gains, fly, weight};
use super::wrench::warn_without_body;

/// Velocity to fly at, along the axes that the robot has when it is level.
#[derive(Data, Clone)]
pub struct Velocity {
    /// Velocity ahead, in the heading of the robot and level. [m/s]
    vx: f64,
    /// Velocity to the left of the heading, level. [m/s]
    vy: f64,
    /// Velocity upwards. [m/s]
    vz: f64,
    /// Turn rate, positive to the right. [rad/s]
    vyaw: f64,
    /// Not used. [m/s]
    tolerance: f64,
}

impl Default for Velocity {
    fn default() -> Self {
        Self { vx: 0.0, vy: 0.0, vz: 0.0, vyaw: 0.0, tolerance: 0.2 }
    }
}

/// Flies the robot at a velocity, and turns it at a rate, as a rotorcraft does: it leans where it is to speed up.
///
/// It comes to its velocity in about ten seconds. Without a turn rate, it holds its heading.
#[derive(Actuator, Serialize, Deserialize)]
#[component(
    class = "morse.actuators.rotorcraft_velocity.RotorcraftVelocity",
    title = "Rotorcraft Velocity motion controller",
    data = Velocity,
    builder(name = "RotorcraftVelocity"),
    services
)]
pub struct RotorcraftVelocity {
    /// Proportional gain, horizontal. [rad/(m/s)]
    #[property(name = "HorizontalPgain", default = 0.2)]
    horizontal_p: f64,
    /// Derivative gain, horizontal. [rad/(m/s²)]
    #[property(name = "HorizontalDgain", default = 0.8)]
    horizontal_d: f64,
    /// Proportional gain, vertical. [N/(m/s)]
    #[property(name = "VerticalPgain", default = 8.0)]
    vertical_p: f64,
    /// Not used.
    #[property(name = "VerticalDgain", default = 2.0)]
    vertical_d: f64,
    /// Proportional gain of yaw. [1/s²]
    #[property(name = "YawPgain", default = 12.0)]
    yaw_p: f64,
    /// Derivative gain of yaw. [1/s]
    #[property(name = "YawDgain", default = 8.0)]
    yaw_d: f64,
    /// Proportional gain of roll and pitch. [1/s²]
    #[property(name = "RollPitchPgain", default = 9.7)]
    level_p: f64,
    /// Derivative gain of roll and pitch. [1/s]
    #[property(name = "RollPitchDgain", default = 2.0)]
    level_d: f64,
    /// Largest roll and pitch. [rad]
    #[property(name = "MaxBankAngle", default = 30.0_f64.to_radians(), min = 0, max = 1.5)]
    bank_max: f64,
    /// Not used. [m/s]
    #[property(name = "MaxVelocity", default = 2.0)]
    velocity_max: f64,
    control: AttitudeControl,
    /// The heading to hold. [rad]
    heading: f64,
    velocity_before: DVec3,
}

impl Actuate for RotorcraftVelocity {
    fn start(&mut self, setup: &Setup<'_>, _data: &mut Velocity) -> Result<(), SetupError> {
        warn_without_body(setup);
        self.heading = setup.world.world_from(setup.robot).euler().yaw;
        Ok(())
    }

    fn act(&mut self, act: &mut Act<'_>, data: &mut Velocity) {
        let now = act.world_from_robot().euler();
        let velocity = act.world.linear_velocity(act.robot.node);
        let acceleration = (velocity - std::mem::replace(&mut self.velocity_before, velocity)) * act.rate_hz;
        let commanded = DQuat::from_rotation_z(now.yaw) * DVec3::new(data.vx, data.vy, data.vz);
        let error = commanded - velocity;

        let towards = self.horizontal_p * error - self.horizontal_d * acceleration;
        let bank = Bank { max: self.bank_max };
        let [roll, pitch] = bank.towards(towards.x, towards.y, now.yaw);
        self.heading = normalise_angle(self.heading - data.vyaw / act.rate_hz);
        let thrust = (weight(act) / bank.lift(now) + self.vertical_p * error.z).max(0.0);
        let gains = Gains::new([self.level_p, self.level_d], [self.yaw_p, self.yaw_d]);
        fly(act, &mut self.control, &gains, DVec3::new(roll, pitch, self.heading), thrust);
    }
}

#[services]
impl RotorcraftVelocity {
    /// Sets the velocity command.
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
