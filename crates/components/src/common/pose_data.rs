//! Poses and attitudes as local data of sensors and actuators.

use morse_sim::prelude::*;

/// A pose in the world: position and XYZ Euler angles.
#[derive(Data, Debug, Clone, Default, PartialEq)]
#[data(kind = Pose)]
pub struct PoseData {
    /// Position along the X axis of the world. [m]
    pub(crate) x: f64,
    /// Position along the Y axis of the world. [m]
    pub(crate) y: f64,
    /// Position along the Z axis of the world. [m]
    pub(crate) z: f64,
    /// Rotation about Z. [rad]
    pub(crate) yaw: f64,
    /// Rotation about Y. [rad]
    pub(crate) pitch: f64,
    /// Rotation about X. [rad]
    pub(crate) roll: f64,
}

impl From<Pose> for PoseData {
    fn from(pose: Pose) -> Self {
        let DVec3 { x, y, z } = pose.translation;
        let Euler { roll, pitch, yaw } = pose.euler();
        Self { x, y, z, yaw, pitch, roll }
    }
}

impl From<&PoseData> for Pose {
    fn from(&PoseData { x, y, z, yaw, pitch, roll }: &PoseData) -> Self {
        Self::from_euler(DVec3::new(x, y, z), Euler { roll, pitch, yaw })
    }
}

/// An attitude in the world, as XYZ Euler angles.
#[derive(Data, Debug, Clone, Default, PartialEq)]
#[data(kind = Attitude)]
pub struct AttitudeData {
    /// Rotation about Z. [rad]
    pub(crate) yaw: f64,
    /// Rotation about Y. [rad]
    pub(crate) pitch: f64,
    /// Rotation about X. [rad]
    pub(crate) roll: f64,
}

impl From<Euler> for AttitudeData {
    fn from(Euler { roll, pitch, yaw }: Euler) -> Self {
        Self { yaw, pitch, roll }
    }
}

impl From<&AttitudeData> for Euler {
    fn from(&AttitudeData { yaw, pitch, roll }: &AttitudeData) -> Self {
        Self { roll, pitch, yaw }
    }
}
