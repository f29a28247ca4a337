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

fn position_noise(
    setup: &Setup<'_>,
    data: &dyn Data,
    deviation: &Deviation,
    is_planar: bool,
) -> Result<NumberNoise, SetupError> {
    deviation.check_axes("pos_std", setup, POSITION)?;
    let disturbed = if is_planar { &POSITION[..2] } else { &POSITION };
    Ok(NumberNoise::on(data, disturbed, deviation))
}

/// Noise on an attitude, for each representation of the data.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
struct AttitudeNoise {
    angles: NumberNoise,
    quaternion: Option<QuaternionNoise>,
}

impl AttitudeNoise {
    fn on(
        setup: &Setup<'_>,
        data: &dyn Data,
        deviation: &Deviation,
        is_planar: bool,
    ) -> Result<Self, SetupError> {
        deviation.check_axes("rot_std", setup, ANGLES)?;
        let quaternion = QuaternionNoise::on(data, deviation, is_planar);
        let disturbed = if is_planar { &ANGLES[2..] } else { &ANGLES };
        let angles = if quaternion.is_some() {
            NumberNoise::default()
        } else {
            NumberNoise::on(data, disturbed, deviation)
        };
        Ok(Self { angles, quaternion })
    }

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
    /// Standard deviation of the position: a number, or a dictionary by axis. [m]
    #[property(name = "pos_std", default = POSITION_DEVIATION_M, min = 0)]
    position_deviation: Deviation,
    /// Standard deviation of the angles: a number, or a dictionary by roll, pitch, yaw. [rad]
    #[property(name = "rot_std", default = ANGLE_DEVIATION, min = 0)]
    angle_deviation: Deviation,
    /// Disturb x, y and yaw only. Any non-empty text is true.
    #[property(name = "_2D", default = false)]
    is_planar: PyTruthy,
    position: NumberNoise,
    attitude: AttitudeNoise,
}

impl Modifier for PoseNoise {
    fn start(&mut self, setup: &Setup<'_>, data: &dyn Data) -> Result<(), ModifyError> {
        self.position = position_noise(setup, data, &self.position_deviation, self.is_planar.0)?;
        self.attitude = AttitudeNoise::on(setup, data, &self.angle_deviation, self.is_planar.0)?;
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
    /// Standard deviation of the position: a number, or a dictionary by axis. [m]
    #[property(name = "pos_std", default = POSITION_DEVIATION_M, min = 0)]
    position_deviation: Deviation,
    /// Not used: the three pose noises take the same arguments. [rad]
    #[property(name = "rot_std", default = ANGLE_DEVIATION, min = 0)]
    angle_deviation: Deviation,
    /// Disturb x and y only. Any non-empty text is true.
    #[property(name = "_2D", default = false)]
    is_planar: PyTruthy,
    position: NumberNoise,
}

impl Modifier for PositionNoise {
    fn start(&mut self, setup: &Setup<'_>, data: &dyn Data) -> Result<(), ModifyError> {
        self.position = position_noise(setup, data, &self.position_deviation, self.is_planar.0)?;
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
    /// Not used: the three pose noises take the same arguments. [m]
    #[property(name = "pos_std", default = POSITION_DEVIATION_M, min = 0)]
    position_deviation: Deviation,
    /// Standard deviation of the angles: a number, or a dictionary by roll, pitch, yaw. [rad]
    #[property(name = "rot_std", default = ANGLE_DEVIATION, min = 0)]
    angle_deviation: Deviation,
    /// Disturb yaw only. Any non-empty text is true.
    #[property(name = "_2D", default = false)]
    is_planar: PyTruthy,
    attitude: AttitudeNoise,
}

impl Modifier for OrientationNoise {
    fn start(&mut self, setup: &Setup<'_>, data: &dyn Data) -> Result<(), ModifyError> {
        self.attitude = AttitudeNoise::on(setup, data, &self.angle_deviation, self.is_planar.0)?;
        if self.attitude.is_empty() {
            return Err(lacking("OrientationNoiseModifier", setup, data, "yaw, pitch, roll or orientation"));
        }
        Ok(())
    }

    fn modify(&mut self, moment: &mut ModifyContext<'_>, data: &mut dyn Data) {
        self.attitude.disturb(moment.random, data);
    }
}
