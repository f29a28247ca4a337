//! Gyroscope: the attitude of the sensor in the world.

use morse_sim::prelude::*;

use crate::data::AttitudeData;

/// Attitude of the sensor in the world frame, as XYZ Euler angles, without error.
///
/// The rotation matrix from the axes of the sensor to those of the world is
///
/// `R = Rz(yaw) · Ry(pitch) · Rx(roll)`
///
/// What the original calls a gyroscope tells an attitude, not rates; for these take Attitude, Velocity or IMU.
#[derive(Sensor, Serialize, Deserialize)]
#[component(class = "morse.sensors.gyroscope.Gyroscope", data = AttitudeData, builder(name = "Gyroscope"))]
pub struct Gyroscope;

impl Sense for Gyroscope {
    fn sense(&mut self, view: &mut View<'_>, data: &mut AttitudeData) {
        *data = view.world_from_sensor().euler().into();
    }
}
