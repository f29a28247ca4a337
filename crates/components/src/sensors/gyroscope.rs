//! Gyroscope: the attitude of the sensor in the world.

use morse_sim::prelude::*;

use crate::data::AttitudeData;

/// Attitude of the sensor in the world frame, as XYZ Euler angles, without error.
#[derive(Sensor, Serialize, Deserialize)]
#[component(class = "morse.sensors.gyroscope.Gyroscope", data = AttitudeData, builder(name = "Gyroscope"))]
pub struct Gyroscope;

impl Sense for Gyroscope {
    fn sense(&mut self, view: &mut View<'_>, data: &mut AttitudeData) {
        *data = view.world_from_sensor().euler().into();
    }
}
