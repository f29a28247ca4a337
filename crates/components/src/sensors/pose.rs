//! Pose: where the sensor is.

use morse_sim::prelude::*;

use crate::data::PoseData;

/// Position and attitude of the sensor in the world frame, without error.
#[derive(Sensor, Serialize, Deserialize)]
#[component(class = "morse.sensors.pose.Pose", title = "Pose", data = PoseData, builder(name = "Pose"))]
pub struct PoseSensor;

impl Sense for PoseSensor {
    fn sense(&mut self, view: &mut View<'_>, data: &mut PoseData) {
        *data = view.world_from_sensor().into();
    }
}
