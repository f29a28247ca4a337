//! Pose: position and attitude of the sensor.

use morse_sim::prelude::*;

use crate::common::pose_data::PoseData;

/// Pose of the sensor. The Euler angles of the reading are computed from it on first access.
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

/// Measures the position and attitude of the sensor in the world frame, without error.
///
/// `x`, `y` and `z` are the position of the sensor's origin. The rotation matrix from the axes of the sensor to the axes
/// of the world is
///
/// `R = Rz(yaw) · Ry(pitch) · Rx(roll)`
#[derive(Sensor, Clone, Serialize, Deserialize)]
#[component(
    class = "morse.sensors.pose.Pose",
    title = "Pose",
    data = LazyData<PoseMeasurement>,
    builder(name = "Pose")
)]
pub struct PoseSensor;

impl Sensor for PoseSensor {
    fn access(&self) -> WorldAccess {
        WorldAccess::own_motion(1)
    }

    fn sense(&mut self, view: &mut SenseContext<'_>, data: &mut LazyData<PoseMeasurement>) {
        data.measure(PoseMeasurement { world_from_sensor: view.world_from_sensor() });
    }
}
