//! IMU noise: Gaussian noise on angular velocities and accelerations.

use morse_sim::contract::uncertainty::Covariance;
use morse_sim::prelude::*;

use crate::common::noise::{Deviation, VectorNoise};
use crate::common::numeric_fields::missing_fields;

/// Default standard deviation of an angular velocity. [rad/s]
const RATE_DEVIATION: f64 = 0.5;
/// Default standard deviation of an acceleration. [m/s²]
const ACCELERATION_DEVIATION: f64 = 0.5;

const AXES: [&str; 3] = ["x", "y", "z"];

/// Adds Gaussian noise to the angular velocity and linear acceleration of an inertial measurement unit. The noise is
/// independent for each axis and sample.
#[derive(Modifier, Clone, Serialize, Deserialize)]
#[component(
    class = "morse.modifiers.imu_noise.IMUNoiseModifier",
    title = "IMU noise",
    fits("morse.sensors.imu.IMU")
)]
pub struct ImuNoise {
    /// Standard deviation of the angular velocity: a number, or a dictionary by the axes x, y, z. [rad/s]
    #[property(name = "gyro_std", default = RATE_DEVIATION, min = 0)]
    rate_deviation: Deviation,
    /// Standard deviation of the acceleration: a number, or a dictionary by the axes x, y, z. [m/s²]
    #[property(name = "accel_std", default = ACCELERATION_DEVIATION, min = 0)]
    acceleration_deviation: Deviation,
    rates: Option<VectorNoise>,
    accelerations: Option<VectorNoise>,
}

impl Modifier for ImuNoise {
    fn start(&mut self, setup: &Setup<'_>, data: &dyn Data) -> Result<(), ModifyError> {
        self.rate_deviation.check_axes("gyro_std", setup, AXES)?;
        self.acceleration_deviation.check_axes("accel_std", setup, AXES)?;
        self.rates = VectorNoise::on(data, "angular_velocity", &self.rate_deviation);
        self.accelerations = VectorNoise::on(data, "linear_acceleration", &self.acceleration_deviation);
        if self.rates.is_none() && self.accelerations.is_none() {
            return Err(missing_fields(
                "IMUNoiseModifier",
                setup,
                data,
                "angular_velocity or linear_acceleration",
            ));
        }
        Ok(())
    }

    fn modify(&mut self, moment: &mut ModifyContext<'_>, data: &mut dyn Data) {
        for noise in [self.rates, self.accelerations].into_iter().flatten() {
            noise.apply(moment.random, data);
        }
    }

    fn propagate_errors(&self, errors: &mut Covariance) {
        for noise in [&self.rates, &self.accelerations].into_iter().flatten() {
            noise.add_errors(errors);
        }
    }
}
