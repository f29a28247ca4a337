//! Inertial measurement unit, level physical: the readings of a commercial device.
//!
//! The default values are from the data sheet of the TDK InvenSense ICM-20948, DS-000189 revision 1.3 (2017), tables 1
//! to 3, with the ranges and filters after power-up (registers GYRO_CONFIG_1 and ACCEL_CONFIG). The sheet gives the 3 dB
//! bandwidth of the filters, which are modeled as first-order filters. Values that the sheet does not give are zero: the
//! random walk of the biases, the noise of the magnetometer, and a latency in addition to the delay of the filters.

use std::f64::consts::PI;

use morse_sim::contract::component::Component;
use morse_sim::contract::uncertainty::Covariance;
use morse_sim::prelude::*;

use crate::common::sensor_motion::velocity_source::ComputationMode;
use crate::sensors::motion::imu::channel::{Channel, Errors};
use crate::sensors::motion::imu::plain::ImuData;
use crate::sensors::motion::imu::truth::IdealImu;

/// One degree. [rad]
const DEGREE: f64 = PI / 180.0;
/// Standard gravity, the unit of accelerations in data sheets. [m/s²]
const G: f64 = 9.806_65;
/// Number of standard deviations that the tolerance of a bias in the data sheet represents.
const DEVIATIONS_IN_TOLERANCE: f64 = 3.0;

/// Measures angular velocity, acceleration with gravity, and magnetic field along the axes of the sensor, with the errors
/// of a real device: bandwidth, noise, bias, range and resolution.
///
/// The default values are those of a TDK InvenSense ICM-20948 with its ranges after power-up (data sheet DS-000189,
/// revision 1.3). The data sheet does not give the random walk of biases, the noise of the magnetometer, and a latency
/// in addition to the delay of the filters; these are zero by default. The magnetometer is assumed to be calibrated, so
/// the default of its bias is also zero.
///
/// Each axis of each quantity is computed in the same way (terms and units of IEEE Std 952-1997, annex C). `x` is the
/// true value `Latency` ago, and each `w` is an independent standard normal number:
///
/// `y ← x + k · (y - x)` with `k = exp(-2π · bandwidth · Δt)`, a first-order filter
///
/// `n ← k · n + √(1 - k²) · density · √(π/2 · bandwidth) · w`, white noise after the filter
///
/// `b ← b + walk · √Δt · w`, with the initial value `b = bias · w`
///
/// `reading = step · round(clip(y + n + b, -range, range) / step)`
///
/// Without a filter `k` is 0 and the noise has a bandwidth of half the rate of the sensor. The magnetometer has no
/// filter, and its noise is `MagNoise · w`.
#[derive(Sensor, Clone, Serialize, Deserialize)]
#[component(
    class = "morse.sensors.imu.PhysicalIMU",
    title = "Inertial measurement unit, physical",
    data = ImuData
)]
pub struct PhysicalImu {
    /// `Velocity` reads the velocity of the robot's body, `Position` differentiates the pose of the sensor, `Automatic`
    /// uses the body if the robot has one. Read only at the start.
    #[property(name = "ComputationMode", default = ComputationMode::Automatic)]
    mode: ComputationMode,
    /// Range of the angular velocity: readings are clipped to ± this value. [rad/s]
    #[property(name = "GyroRange", default = 250.0 * DEGREE, min = 0)]
    gyro_range: f64,
    /// Resolution of the angular velocity; 0 disables rounding. [rad/s]
    #[property(name = "GyroResolution", default = DEGREE / 131.0, min = 0)]
    gyro_resolution: f64,
    /// Bandwidth of the angular velocity, at -3 dB; infinite disables the filter. [Hz]
    #[property(name = "GyroBandwidth", default = 196.6, min = 0)]
    gyro_bandwidth: f64,
    /// Noise density of the angular velocity. [rad/s/√Hz]
    #[property(name = "GyroNoise", default = 0.015 * DEGREE, min = 0)]
    gyro_noise: f64,
    /// Standard deviation of the bias of the angular velocity. The bias is drawn at the start. [rad/s]
    #[property(name = "GyroBias", default = 5.0 * DEGREE / DEVIATIONS_IN_TOLERANCE, min = 0)]
    gyro_bias: f64,
    /// Random walk of the bias of the angular velocity. [rad/s/√s]
    #[property(name = "GyroBiasWalk", default = 0.0, min = 0)]
    gyro_bias_walk: f64,
    /// Range of the acceleration: readings are clipped to ± this value. [m/s²]
    #[property(name = "AccelRange", default = 2.0 * G, min = 0)]
    accel_range: f64,
    /// Resolution of the acceleration; 0 disables rounding. [m/s²]
    #[property(name = "AccelResolution", default = G / 16_384.0, min = 0)]
    accel_resolution: f64,
    /// Bandwidth of the acceleration, at -3 dB; infinite disables the filter. [Hz]
    #[property(name = "AccelBandwidth", default = 246.0, min = 0)]
    accel_bandwidth: f64,
    /// Noise density of the acceleration. [m/s²/√Hz]
    #[property(name = "AccelNoise", default = 230e-6 * G, min = 0)]
    accel_noise: f64,
    /// Standard deviation of the bias of the acceleration. The bias is drawn at the start. [m/s²]
    #[property(name = "AccelBias", default = 25e-3 * G / DEVIATIONS_IN_TOLERANCE, min = 0)]
    accel_bias: f64,
    /// Random walk of the bias of the acceleration. [m/s²/√s]
    #[property(name = "AccelBiasWalk", default = 0.0, min = 0)]
    accel_bias_walk: f64,
    /// Range of the magnetic field: readings are clipped to ± this value. [nT]
    #[property(name = "MagRange", default = 4_900_000.0, min = 0)]
    mag_range: f64,
    /// Resolution of the magnetic field; 0 disables rounding. [nT]
    #[property(name = "MagResolution", default = 150.0, min = 0)]
    mag_resolution: f64,
    /// Standard deviation of the noise of the magnetic field, which is independent for each sample. [nT]
    #[property(name = "MagNoise", default = 0.0, min = 0)]
    mag_noise: f64,
    /// Standard deviation of the bias of the magnetic field. The bias is drawn at the start. [nT]
    #[property(name = "MagBias", default = 0.0, min = 0)]
    mag_bias: f64,
    /// Latency of all readings, in addition to the delay of the filters. [s]
    #[property(name = "Latency", default = 0.0, min = 0, max = 10)]
    latency: f64,
    ideal: IdealImu,
    gyro: Channel,
    accel: Channel,
    mag: Channel,
}

/// Properties that may be infinite, for an instrument without filter or without limits.
const UNLIMITED: [&str; 5] = ["GyroRange", "GyroBandwidth", "AccelRange", "AccelBandwidth", "MagRange"];

impl Sensor for PhysicalImu {
    fn check(&self) -> Result<(), SetupError> {
        let properties = Self::describe().properties;
        let numbers = properties
            .iter()
            .enumerate()
            .filter_map(|(index, property)| Some((property.name.as_str(), self.property(index).as_f64()?)));
        let fits = |name, number: f64| number >= 0.0 && (number.is_finite() || UNLIMITED.contains(&name));
        match numbers.into_iter().find(|&(name, number)| !fits(name, number)) {
            None => Ok(()),
            Some((name, number)) => Err(SetupError::Invalid(format!(
                "{name} is {number}; allowed is a number that is not negative, and infinity for {} only",
                UNLIMITED.join(", ")
            ))),
        }
    }

    fn start(&mut self, setup: &Setup<'_>, _data: &mut ImuData) -> Result<(), SetupError> {
        self.ideal = IdealImu::start(self.mode, setup)?;
        Ok(())
    }

    fn begin(&mut self, begin: &EpisodeStart<'_>, _data: &mut ImuData) {
        self.ideal.begin(begin);
    }

    fn add_errors(&self, rate_hz: f64, errors: &mut Covariance) {
        let dt_s = 1.0 / rate_hz;
        let variances = [self.gyro_errors(), self.accel_errors(), self.mag_errors(dt_s)]
            .map(|of_axis| DVec3::splat(of_axis.variance(dt_s)));
        // In the order of the fields of `ImuData`.
        for (field, variances) in variances.into_iter().enumerate() {
            errors.add_variances(field, variances);
        }
    }

    fn sense(&mut self, view: &mut SenseContext<'_>, data: &mut ImuData) {
        let Some((truth, dt_s)) = self.ideal.read(view) else { return };
        let (gyro, accel, mag) = (self.gyro_errors(), self.accel_errors(), self.mag_errors(dt_s));
        let random = &mut view.random;
        *data = ImuData {
            angular_velocity: self.gyro.read(truth.angular_velocity, dt_s, &gyro, random),
            linear_acceleration: self.accel.read(truth.linear_acceleration, dt_s, &accel, random),
            magnetic_field: self.mag.read(truth.magnetic_field, dt_s, &mag, random),
        };
    }
}

impl PhysicalImu {
    fn gyro_errors(&self) -> Errors {
        Errors {
            range: self.gyro_range,
            resolution: self.gyro_resolution,
            bandwidth_hz: self.gyro_bandwidth,
            noise_density: self.gyro_noise,
            bias: self.gyro_bias,
            bias_walk: self.gyro_bias_walk,
            latency_s: self.latency,
        }
    }

    fn accel_errors(&self) -> Errors {
        Errors {
            range: self.accel_range,
            resolution: self.accel_resolution,
            bandwidth_hz: self.accel_bandwidth,
            noise_density: self.accel_noise,
            bias: self.accel_bias,
            bias_walk: self.accel_bias_walk,
            latency_s: self.latency,
        }
    }

    /// Errors of the magnetometer, which measures once per sample, without filter.
    fn mag_errors(&self, dt_s: f64) -> Errors {
        Errors {
            range: self.mag_range,
            resolution: self.mag_resolution,
            bandwidth_hz: f64::INFINITY,
            noise_density: self.mag_noise * (2.0 * dt_s).sqrt(),
            bias: self.mag_bias,
            bias_walk: 0.0,
            latency_s: self.latency,
        }
    }
}
