//! Gyroscope: the attitude of the sensor in the world.

use morse_sim::prelude::*;

/// Attitude of the sensor frame in the world frame, as XYZ Euler angles.
#[derive(Data, Clone, Default)]
#[data(kind = "attitude")]
pub struct GyroscopeData {
    /// Rotation about Z. [rad]
    yaw: f64,
    /// Rotation about Y. [rad]
    pitch: f64,
    /// Rotation about X. [rad]
    roll: f64,
}

/// Reads the attitude of its own frame without error.
#[derive(Sensor, Serialize, Deserialize)]
#[component(class = "morse.sensors.gyroscope.Gyroscope", data = GyroscopeData, builder(name = "Gyroscope"))]
pub struct Gyroscope;

impl Sense for Gyroscope {
    fn sense(&mut self, view: &mut View<'_>, data: &mut GyroscopeData) {
        let Euler { roll, pitch, yaw } = Euler::from_quat(view.world_from_sensor().rotation);
        *data = GyroscopeData { yaw, pitch, roll };
    }
}
