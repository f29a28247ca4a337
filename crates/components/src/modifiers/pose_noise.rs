//! Pose noise: Gaussian errors on a position, an attitude, or both.

use morse_sim::prelude::*;

use crate::common::fields::lacking;
use crate::common::noise::{Deviation, NumberNoise, QuaternionNoise};

/// Standard deviation of a position when the scene gives none. [m]
const POSITION_DEVIATION_M: f64 = 0.05;
/// Standard deviation of an angle when the scene gives none. [rad]
const ANGLE_DEVIATION: f64 = 5.0 * std::f64::consts::PI / 180.0;

const POSITION: [&str; 3] = ["x", "y", "z"];
const ANGLES: [&str; 3] = ["roll", "pitch", "yaw"];

/// The arguments of all three: each leaves unused what it does not disturb.
#[derive(PropertyGroup, Serialize, Deserialize)]
struct Deviations {
    /// Standard deviation of the position: a number, or a dictionary by axis. OrientationNoiseModifier does not use it.
    /// [m]
    #[property(name = "pos_std", default = POSITION_DEVIATION_M, min = 0)]
    position: Deviation,
    /// Standard deviation of the angles: a number, or a dictionary by roll, pitch, yaw. PositionNoiseModifier does not
    /// use it. [rad]
    #[property(name = "rot_std", default = ANGLE_DEVIATION, min = 0)]
    angles: Deviation,
    /// Of what the modifier disturbs, disturb x, y and yaw only. Any non-empty text is true.
    #[property(name = "_2D", default = false)]
    is_planar: PyTruthy,
}

impl Deviations {
    fn position(&self, setup: &Setup<'_>, data: &dyn Data) -> Result<NumberNoise, SetupError> {
        self.position.check_axes("pos_std", setup, POSITION)?;
        let disturbed = if self.is_planar.0 { &POSITION[..2] } else { &POSITION };
        Ok(NumberNoise::on(data, disturbed, &self.position))
    }

    fn attitude(&self, setup: &Setup<'_>, data: &dyn Data) -> Result<AttitudeNoise, SetupError> {
        self.angles.check_axes("rot_std", setup, ANGLES)?;
        let is_planar = self.is_planar.0;
        let quaternion = QuaternionNoise::on(data, &self.angles, is_planar);
        let disturbed = if is_planar { &ANGLES[2..] } else { &ANGLES };
        let angles = if quaternion.is_some() {
            NumberNoise::default()
        } else {
            NumberNoise::on(data, disturbed, &self.angles)
        };
        Ok(AttitudeNoise { angles, quaternion })
    }
}

/// Noise on an attitude, for each representation of the data.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
struct AttitudeNoise {
    angles: NumberNoise,
    quaternion: Option<QuaternionNoise>,
}

impl AttitudeNoise {
    fn is_empty(&self) -> bool {
        self.angles.is_empty() && self.quaternion.is_none()
    }

    fn disturb(&self, random: &mut Random, data: &mut dyn Data) {
        self.angles.disturb(random, data);
        if let Some(quaternion) = &self.quaternion {
            quaternion.disturb(random, data);
        }
    }
}

/// Gaussian noise on position and attitude.
///
/// Each of x, y, z, roll, pitch, yaw that the sensor has gets an independent error; a quaternion `orientation` gets a
/// small rotation instead.
#[derive(Modifier, Serialize, Deserialize)]
#[component(
    class = "morse.modifiers.pose_noise.PoseNoiseModifier",
    title = "Pose noise",
    fits("morse.sensors.odometry.Odometry", "morse.sensors.pose.Pose")
)]
pub struct PoseNoise {
    #[property(flatten)]
    deviations: Deviations,
    position: NumberNoise,
    attitude: AttitudeNoise,
}

impl Modifier for PoseNoise {
    fn start(&mut self, setup: &Setup<'_>, data: &dyn Data) -> Result<(), ModifyError> {
        self.position = self.deviations.position(setup, data)?;
        self.attitude = self.deviations.attitude(setup, data)?;
        if self.position.is_empty() && self.attitude.is_empty() {
            return Err(lacking(
                "PoseNoiseModifier",
                setup,
                data,
                "x, y, z or yaw, pitch, roll or orientation",
            ));
        }
        Ok(())
    }

    fn modify(&mut self, moment: &mut ModifyContext<'_>, data: &mut dyn Data) {
        self.position.disturb(moment.random, data);
        self.attitude.disturb(moment.random, data);
    }
}

/// Gaussian noise on a position.
#[derive(Modifier, Serialize, Deserialize)]
#[component(
    class = "morse.modifiers.pose_noise.PositionNoiseModifier",
    title = "Position noise",
    fits("morse.sensors.gps.GPS")
)]
pub struct PositionNoise {
    #[property(flatten)]
    deviations: Deviations,
    position: NumberNoise,
}

impl Modifier for PositionNoise {
    fn start(&mut self, setup: &Setup<'_>, data: &dyn Data) -> Result<(), ModifyError> {
        self.position = self.deviations.position(setup, data)?;
        if self.position.is_empty() {
            return Err(lacking("PositionNoiseModifier", setup, data, "x, y or z"));
        }
        Ok(())
    }

    fn modify(&mut self, moment: &mut ModifyContext<'_>, data: &mut dyn Data) {
        self.position.disturb(moment.random, data);
    }
}

/// Gaussian noise on an attitude.
#[derive(Modifier, Serialize, Deserialize)]
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
            return Err(lacking("OrientationNoiseModifier", setup, data, "yaw, pitch, roll or orientation"));
        }
        Ok(())
    }

    fn modify(&mut self, moment: &mut ModifyContext<'_>, data: &mut dyn Data) {
        self.attitude.disturb(moment.random, data);
    }
}
