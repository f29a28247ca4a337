//! Pose: position and attitude of the sensor.

use morse_sim::prelude::*;

use crate::common::data::PoseData;

/// Position and attitude of the sensor in the world frame, without error.
///
/// `x`, `y` and `z` are the origin of the sensor in the world. The rotation matrix from the axes of the sensor to those
/// of the world is
///
/// `R = Rz(yaw) · Ry(pitch) · Rx(roll)`
#[derive(Sensor, Serialize, Deserialize)]
#[component(class = "morse.sensors.pose.Pose", title = "Pose", data = PoseData, builder(name = "Pose"))]
pub struct PoseSensor;

impl Sensor for PoseSensor {
    fn settles_after(&self) -> Option<u8> {
        Some(1)
    }

    fn sense(&mut self, view: &mut SenseContext<'_>, data: &mut PoseData) {
        *data = view.world_from_sensor().into();
    }
}
