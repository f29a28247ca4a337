//! Gyroscope: the attitude of the sensor in the world.

use morse_sim::prelude::*;

use crate::common::pose_data::AttitudeData;

/// Measures the attitude of the sensor in the world frame, as XYZ Euler angles, without error.
///
/// The rotation matrix from the axes of the sensor to the axes of the world is
///
/// `R = Rz(yaw) · Ry(pitch) · Rx(roll)`
///
/// As in the original, this sensor measures an attitude, not angular velocities. For these use Attitude, Velocity or IMU.
#[derive(Sensor, Clone, Serialize, Deserialize)]
#[component(class = "morse.sensors.gyroscope.Gyroscope", data = AttitudeData, builder(name = "Gyroscope"))]
pub struct Gyroscope;

impl Sensor for Gyroscope {
    fn access(&self) -> WorldAccess {
        WorldAccess::own_motion(1)
    }

    fn sense(&mut self, view: &mut SenseContext<'_>, data: &mut AttitudeData) {
        *data = view.world_from_sensor().euler().into();
    }
}
