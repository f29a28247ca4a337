//! Accelerometer: how the velocity of the sensor changes.

use morse_sim::prelude::*;

use super::computation::{ComputationMode, INTERVAL_S_MIN};
use super::kinematics::Kinematics;

/// Accelerations, and what they came from.
#[derive(Data, Clone, Default)]
#[data(kind = "acceleration")]
pub struct AccelerationData {
    /// Distance from where the sensor was at the last sample. [m]
    distance: f64,
    /// Velocity along the axes of the sensor. [m/s]
    velocity: DVec3,
    /// Acceleration along the axes of the sensor, without gravity. [m/s²]
    acceleration: DVec3,
    /// Angular acceleration about the axes of the sensor. [rad/s²]
    angular_acceleration: DVec3,
}

/// Velocity and acceleration of the sensor, without gravity.
///
/// All of it is the mean since the last sample. Read from the robot's body, the velocity is that of the robot's origin and
/// the acceleration that of the sensor: with what turning adds at its place on the robot.
///
/// With `v` the velocity of the robot's origin in the world, and along the axes of the sensor the angular rates `ω`,
/// the angular acceleration `α` and the way `r` from the robot's origin to the sensor:
///
/// `acceleration = Rᵀ · (v(t) - v(t - Δt)) / Δt + ω × (ω × r) + α × r`
///
/// `angular_acceleration = α = (ω(t) - ω(t - Δt)) / Δt`
///
/// `velocity = Rᵀ · v`
///
/// `distance = |p(t) - p(t - Δt)|`
///
/// This is the acceleration of a point of a rigid body (for example Goldstein, "Classical Mechanics", chapter 4). From
/// differences of the pose, `v = (p(t) - p(t - Δt)) / Δt` is the velocity of the sensor itself, and there are no terms
/// with `r`.
#[derive(Sensor, Serialize, Deserialize)]
#[component(
    class = "morse.sensors.accelerometer.Accelerometer",
    data = AccelerationData,
    builder(name = "Accelerometer")
)]
pub struct Accelerometer {
    /// Velocity reads the body's velocity, Position differentiates the pose, Automatic takes the body if there is one.
    /// Taken at the start.
    #[property(name = "ComputationMode", default = ComputationMode::Automatic)]
    mode: ComputationMode,
    kinematics: Kinematics,
    previous: Time,
}

impl Sense for Accelerometer {
    fn start(&mut self, setup: &Setup<'_>, _data: &mut AccelerationData) -> Result<(), SetupError> {
        self.kinematics = Kinematics::start(self.mode, setup)?;
        Ok(())
    }

    fn sense(&mut self, view: &mut View<'_>, data: &mut AccelerationData) {
        let dt_s = view.now.seconds() - self.previous.seconds();
        if dt_s < INTERVAL_S_MIN {
            return;
        }
        self.previous = view.now;
        let motion = self.kinematics.advance(view, dt_s);
        *data = AccelerationData {
            distance: motion.distance,
            velocity: motion.velocity,
            acceleration: motion.acceleration,
            angular_acceleration: motion.angular_acceleration,
        };
    }
}
