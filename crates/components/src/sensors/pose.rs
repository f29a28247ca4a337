//! Pose: where the sensor is.

use morse_sim::prelude::*;

use crate::data::PoseData;

/// Position and attitude of the sensor in the world frame, without error.
///
/// `x`, `y` and `z` are the origin of the sensor in the world. The rotation matrix from the axes of the sensor to those
/// of the world is
///
/// `R = Rz(yaw) · Ry(pitch) · Rx(roll)`
#[derive(Sensor, Serialize, Deserialize)]
#[component(class = "morse.sensors.pose.Pose", title = "Pose", data = PoseData, builder(name = "Pose"))]
pub struct PoseSensor;

impl Sense for PoseSensor {
    fn sense(&mut self, view: &mut View<'_>, data: &mut PoseData) {
        *data = view.world_from_sensor().into();
    }
}
