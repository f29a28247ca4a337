//! Inertial measurement unit, level physical: the readings of a commercial device.
//!
//! The figures are those of the TDK InvenSense ICM-20948, data sheet DS-000189 revision 1.3 (2017), tables 1 to 3,
//! with its ranges and filters after power-up (registers GYRO_CONFIG_1 and ACCEL_CONFIG). The sheet gives the 3 dB
//! bandwidth of its filters, which are modelled as first-order filters. Values that the sheet does not give are zero:
//! the random walk of the biases, the noise of the magnetometer, and a latency besides that of the filters.

use std::f64::consts::PI;

use morse_sim::contract::component::Component;
use morse_sim::prelude::*;

use crate::common::motion::velocity_source::ComputationMode;
use crate::sensors::motion::imu::channel::{Channel, Errors};
use crate::sensors::motion::imu::plain::ImuData;
use crate::sensors::motion::imu::truth::IdealImu;

/// A degree in radians.
const DEGREE: f64 = PI / 180.0;
/// Standard gravity, the unit of accelerations in data sheets. [m/s²]
const G: f64 = 9.806_65;
/// Tolerances of biases in the data sheet are interpreted as this number of standard deviations.
const DEVIATIONS_IN_TOLERANCE: f64 = 3.0;

/// Angular rates, acceleration with gravity, and magnetic field along the axes of the sensor, with the errors of a
/// real device: bandwidth, noise, bias, range and resolution.
///
/// The defaults are those of an ICM-20948 of TDK InvenSense with its ranges after power-up (data sheet DS-000189,
/// revision 1.3). The data sheet does not give the random walk of biases, the noise of the magnetometer, and a
/// latency besides that of the filters; these are zero until a scene sets them. The bias of the magnetometer is
/// assumed to be calibrated away.
///
/// Each axis of each quantity passes the same channel (terms and units of IEEE Std 952-1997, annex C). `x` is the
/// true value `Latency` ago, and each `w` is an independent standard normal number:
///
/// `y ← x + k · (y - x)` with `k = exp(-2π · bandwidth · Δt)`, a first-order filter
///
/// `n ← k · n + √(1 - k²) · density · √(π/2 · bandwidth) · w`, white noise behind that filter
///
/// `b ← b + walk · √Δt · w`, which begins with `b = bias · w`
///
/// `reading = step · round(clip(y + n + b, -range, range) / step)`
///
/// Without a filter `k` is 0 and the noise has a bandwidth of half the rate of the sensor. The magnetometer has no
/// filter, and its noise is `MagNoise · w`.
#[derive(Sensor, Serialize, Deserialize)]
#[component(
    class = "morse.sensors.imu.PhysicalIMU",
    title = "Inertial measurement unit, physical",
    data = ImuData
)]
pub struct PhysicalImu {
    /// Velocity reads the body's velocity, Position differentiates the pose, Automatic uses the body if there is one.
    /// Read at the start.
    #[property(name = "ComputationMode", default = ComputationMode::Automatic)]
    mode: ComputationMode,
    /// Largest angular rate. [rad/s]
    #[property(name = "GyroRange", default = 250.0 * DEGREE, min = 0)]
    gyro_range: f64,
    /// Step of the angular rates; 0 for none. [rad/s]
    #[property(name = "GyroResolution", default = DEGREE / 131.0, min = 0)]
    gyro_resolution: f64,
    /// Bandwidth of the angular rates. [Hz]
    #[property(name = "GyroBandwidth", default = 196.6, min = 0)]
    gyro_bandwidth: f64,
    /// Noise density of the angular rates. [rad/s/√Hz]
    #[property(name = "GyroNoise", default = 0.015 * DEGREE, min = 0)]
    gyro_noise: f64,
    /// Standard deviation of the bias of the angular rates, which is drawn at the start. [rad/s]
    #[property(name = "GyroBias", default = 5.0 * DEGREE / DEVIATIONS_IN_TOLERANCE, min = 0)]
    gyro_bias: f64,
    /// Random walk of the bias of the angular rates. [rad/s/√s]
    #[property(name = "GyroBiasWalk", default = 0.0, min = 0)]
    gyro_bias_walk: f64,
    /// Largest acceleration. [m/s²]
    #[property(name = "AccelRange", default = 2.0 * G, min = 0)]
    accel_range: f64,
    /// Step of the accelerations; 0 for none. [m/s²]
    #[property(name = "AccelResolution", default = G / 16_384.0, min = 0)]
    accel_resolution: f64,
    /// Bandwidth of the accelerations. [Hz]
    #[property(name = "AccelBandwidth", default = 246.0, min = 0)]
    accel_bandwidth: f64,
    /// Noise density of the accelerations. [m/s²/√Hz]
    #[property(name = "AccelNoise", default = 230e-6 * G, min = 0)]
    accel_noise: f64,
    /// Standard deviation of the bias of the accelerations, which is drawn at the start. [m/s²]
    #[property(name = "AccelBias", default = 25e-3 * G / DEVIATIONS_IN_TOLERANCE, min = 0)]
    accel_bias: f64,
    /// Random walk of the bias of the accelerations. [m/s²/√s]
    #[property(name = "AccelBiasWalk", default = 0.0, min = 0)]
    accel_bias_walk: f64,
    /// Largest magnetic field. [nT]
    #[property(name = "MagRange", default = 4_900_000.0, min = 0)]
    mag_range: f64,
    /// Step of the magnetic field; 0 for none. [nT]
    #[property(name = "MagResolution", default = 150.0, min = 0)]
    mag_resolution: f64,
    /// Standard deviation of the noise of the magnetic field, drawn anew for each sample. [nT]
    #[property(name = "MagNoise", default = 0.0, min = 0)]
    mag_noise: f64,
    /// Standard deviation of the bias of the magnetic field, which is drawn at the start. [nT]
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

/// Properties that may be infinite: an instrument may have no filter and no limit.
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
                "{name} is {number}; allowed is a number from 0 on, infinite for {} only",
                UNLIMITED.join(", ")
            ))),
        }
    }

    fn start(&mut self, setup: &Setup<'_>, _data: &mut ImuData) -> Result<(), SetupError> {
        self.ideal = IdealImu::start(self.mode, setup)?;
        Ok(())
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

    /// The magnetometer measures once per sample, without filter.
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
