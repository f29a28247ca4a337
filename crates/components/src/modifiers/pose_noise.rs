//! Pose noise: Gaussian noise on a position, an attitude, or both.

use morse_sim::contract::uncertainty::Covariance;
use morse_sim::prelude::*;

use crate::common::noise::{Deviation, NumericNoise, QuaternionNoise};
use crate::common::numeric_fields::missing_fields;

/// Default standard deviation of a position. [m]
const POSITION_DEVIATION_M: f64 = 0.05;
/// Default standard deviation of an angle. [rad]
const ANGLE_DEVIATION: f64 = 5.0 * std::f64::consts::PI / 180.0;

const POSITION: [&str; 3] = ["x", "y", "z"];
const ANGLES: [&str; 3] = ["roll", "pitch", "yaw"];

/// Properties of all three modifiers. A modifier ignores the properties of data that it does not change.
#[derive(Clone, PropertyGroup, Serialize, Deserialize)]
struct Deviations {
    /// Standard deviation of the position: a number, or a dictionary by the axes x, y, z. OrientationNoiseModifier does
    /// not use it. [m]
    #[property(name = "pos_std", default = POSITION_DEVIATION_M, min = 0)]
    position: Deviation,
    /// Standard deviation of the angles: a number, or a dictionary by roll, pitch, yaw. PositionNoiseModifier does not
    /// use it. [rad]
    #[property(name = "rot_std", default = ANGLE_DEVIATION, min = 0)]
    angles: Deviation,
    /// Whether the noise is limited to x, y and yaw. Any non-empty text is true.
    #[property(name = "_2D", default = false)]
    is_2d: PyTruthy,
}

impl Deviations {
    fn position(&self, setup: &Setup<'_>, data: &dyn Data) -> Result<NumericNoise, SetupError> {
        self.position.check_axes("pos_std", setup, POSITION)?;
        let noisy = if self.is_2d.0 { &POSITION[..2] } else { &POSITION };
        Ok(NumericNoise::on(data, noisy, &self.position))
    }

    fn attitude(&self, setup: &Setup<'_>, data: &dyn Data) -> Result<AttitudeNoise, SetupError> {
        self.angles.check_axes("rot_std", setup, ANGLES)?;
        let is_2d = self.is_2d.0;
        let quaternion = QuaternionNoise::on(data, &self.angles, is_2d);
        let noisy = if is_2d { &ANGLES[2..] } else { &ANGLES };
        let angles = if quaternion.is_some() {
            NumericNoise::default()
        } else {
            NumericNoise::on(data, noisy, &self.angles)
        };
        Ok(AttitudeNoise { angles, quaternion })
    }
}

/// Noise on an attitude, as Euler angles or as a quaternion.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
struct AttitudeNoise {
    angles: NumericNoise,
    quaternion: Option<QuaternionNoise>,
}

impl AttitudeNoise {
    fn is_empty(&self) -> bool {
        self.angles.is_empty() && self.quaternion.is_none()
    }

    fn apply(&self, random: &mut Random, data: &mut dyn Data) {
        self.angles.apply(random, data);
        if let Some(quaternion) = &self.quaternion {
            quaternion.apply(random, data);
        }
    }

    fn add_errors(&self, errors: &mut Covariance) {
        self.angles.add_errors(errors);
        if let Some(quaternion) = &self.quaternion {
            quaternion.add_errors(errors);
        }
    }
}

/// Adds Gaussian noise to position and attitude.
///
/// Each of the fields x, y, z, roll, pitch, yaw that the sensor has gets independent noise. A quaternion `orientation`
/// is rotated by a small random rotation instead.
#[derive(Modifier, Clone, Serialize, Deserialize)]
#[component(
    class = "morse.modifiers.pose_noise.PoseNoiseModifier",
    title = "Pose noise",
    fits("morse.sensors.odometry.Odometry", "morse.sensors.pose.Pose")
)]
pub struct PoseNoise {
    #[property(flatten)]
    deviations: Deviations,
    position: NumericNoise,
    attitude: AttitudeNoise,
}

impl Modifier for PoseNoise {
    fn start(&mut self, setup: &Setup<'_>, data: &dyn Data) -> Result<(), ModifyError> {
        self.position = self.deviations.position(setup, data)?;
        self.attitude = self.deviations.attitude(setup, data)?;
        if self.position.is_empty() && self.attitude.is_empty() {
            return Err(missing_fields(
                "PoseNoiseModifier",
                setup,
                data,
                "x, y, z or yaw, pitch, roll or orientation",
            ));
        }
        Ok(())
    }

    fn modify(&mut self, moment: &mut ModifyContext<'_>, data: &mut dyn Data) {
        self.position.apply(moment.random, data);
        self.attitude.apply(moment.random, data);
    }

    fn propagate_errors(&self, errors: &mut Covariance) {
        self.position.add_errors(errors);
        self.attitude.add_errors(errors);
    }
}

/// Adds Gaussian noise to the position x, y, z. The noise is independent for each axis and sample.
#[derive(Modifier, Clone, Serialize, Deserialize)]
#[component(
    class = "morse.modifiers.pose_noise.PositionNoiseModifier",
    title = "Position noise",
    fits("morse.sensors.gps.GPS")
)]
pub struct PositionNoise {
    #[property(flatten)]
    deviations: Deviations,
    position: NumericNoise,
}

impl Modifier for PositionNoise {
    fn start(&mut self, setup: &Setup<'_>, data: &dyn Data) -> Result<(), ModifyError> {
        self.position = self.deviations.position(setup, data)?;
        if self.position.is_empty() {
            return Err(missing_fields("PositionNoiseModifier", setup, data, "x, y or z"));
        }
        Ok(())
    }

    fn modify(&mut self, moment: &mut ModifyContext<'_>, data: &mut dyn Data) {
        self.position.apply(moment.random, data);
    }

    fn propagate_errors(&self, errors: &mut Covariance) {
        self.position.add_errors(errors);
    }
}

/// Adds Gaussian noise to the angles roll, pitch and yaw, or a small random rotation to a quaternion `orientation`.
#[derive(Modifier, Clone, Serialize, Deserialize)]
#[component(
    class = "morse.modifiers.pose_noise.OrientationNoiseModifier",
    title = "Orientation noise",
    fits("morse.sensors.gyroscope.Gyroscope")
)]
pub struct OrientationNoise {
    #[property(flatten)]
    deviations: Deviations,
    attitude: AttitudeNoise,
}

impl Modifier for OrientationNoise {
    fn start(&mut self, setup: &Setup<'_>, data: &dyn Data) -> Result<(), ModifyError> {
        self.attitude = self.deviations.attitude(setup, data)?;
        if self.attitude.is_empty() {
            return Err(missing_fields(
                "OrientationNoiseModifier",
                setup,
                data,
                "yaw, pitch, roll or orientation",
            ));
        }
        Ok(())
    }

    fn modify(&mut self, moment: &mut ModifyContext<'_>, data: &mut dyn Data) {
        self.attitude.apply(moment.random, data);
    }

    fn propagate_errors(&self, errors: &mut Covariance) {
        self.attitude.add_errors(errors);
    }
}
