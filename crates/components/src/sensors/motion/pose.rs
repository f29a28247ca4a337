//! Pose: position and attitude of the sensor.

use morse_sim::prelude::*;

use crate::common::data::PoseData;

/// Where the sensor is, from which the angles follow.
#[derive(Debug, Clone, Default)]
pub struct PoseMeasurement {
    world_from_sensor: Pose,
}

impl Measurement for PoseMeasurement {
    type Data = PoseData;

    fn to_data(&self) -> PoseData {
        self.world_from_sensor.into()
    }
}

/// Position and attitude of the sensor in the world frame, without error.
///
/// `x`, `y` and `z` are the origin of the sensor in the world. The rotation matrix from the axes of the sensor to those
/// of the world is
///
/// `R = Rz(yaw) · Ry(pitch) · Rx(roll)`
#[derive(Sensor, Serialize, Deserialize)]
#[component(
    class = "morse.sensors.pose.Pose",
    title = "Pose",
    data = LazyData<PoseMeasurement>,
    builder(name = "Pose")
)]
pub struct PoseSensor;

impl Sensor for PoseSensor {
    fn settles_after(&self) -> Option<u8> {
        Some(1)
    }

    fn sense(&mut self, view: &mut SenseContext<'_>, data: &mut LazyData<PoseMeasurement>) {
        data.measure(PoseMeasurement { world_from_sensor: view.world_from_sensor() });
    }
}
