//! Accelerometer: linear velocity and acceleration, and angular acceleration of the sensor.

use morse_sim::prelude::*;

use crate::common::sensor_motion::kinematics::Kinematics;
use crate::common::sensor_motion::velocity_source::{ComputationMode, INTERVAL_S_MIN};

/// Linear and angular acceleration, velocity and distance moved.
#[derive(Data, Clone, Default)]
#[data(kind = Acceleration)]
pub struct AccelerationData {
    /// Distance from the position of the sensor at the last sample. [m]
    distance: f64,
    /// Velocity along the axes of the sensor. [m/s]
    velocity: DVec3,
    /// Acceleration along the axes of the sensor, without gravity. [m/s²]
    acceleration: DVec3,
    /// Angular acceleration about the axes of the sensor. [rad/s²]
    angular_acceleration: DVec3,
}

/// Measures the velocity and the acceleration of the sensor, without gravity.
///
/// Accelerations are means since the last sample. In mode `Velocity`, `velocity` is the velocity of the robot's origin,
/// and `acceleration` is the acceleration of the sensor, with the centripetal and tangential terms at its position.
///
/// `v` is the velocity of the robot's origin in the world. The angular velocity `ω`, the angular acceleration `α`, and
/// the vector `r` from the robot's origin to the sensor are along the axes of the sensor. `R` is the rotation from the
/// sensor to the world, `p` the position of the sensor in the world:
///
/// `acceleration = Rᵀ · (v(t) - v(t - Δt)) / Δt + ω × (ω × r) + α × r`
///
/// `angular_acceleration = α = (ω(t) - ω(t - Δt)) / Δt`
///
/// `velocity = Rᵀ · v`
///
/// `distance = |p(t) - p(t - Δt)|`
///
/// This is the acceleration of a point of a rigid body (Goldstein, "Classical Mechanics", chapter 4). In mode
/// `Position`, `v = (p(t) - p(t - Δt)) / Δt` is the velocity of the sensor itself, and there are no terms with `r`.
#[derive(Sensor, Clone, Serialize, Deserialize)]
#[component(
    class = "morse.sensors.accelerometer.Accelerometer",
    data = AccelerationData,
    builder(name = "Accelerometer")
)]
pub struct Accelerometer {
    /// `Velocity` reads the velocity of the robot's body, `Position` differentiates the pose of the sensor, `Automatic`
    /// uses the body if the robot has one. Read only at the start.
    #[property(name = "ComputationMode", default = ComputationMode::Automatic)]
    mode: ComputationMode,
    kinematics: Kinematics,
    previous: Time,
}

impl Sensor for Accelerometer {
    fn start(&mut self, setup: &Setup<'_>, _data: &mut AccelerationData) -> Result<(), SetupError> {
        self.kinematics = Kinematics::start(self.mode, setup)?;
        Ok(())
    }

    fn begin(&mut self, begin: &EpisodeStart<'_>, _data: &mut AccelerationData) {
        self.kinematics.begin(begin);
    }

    fn sense(&mut self, view: &mut SenseContext<'_>, data: &mut AccelerationData) {
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
