//! Conversions between geometric types and `geometry_msgs`.

use glam::{DMat3, DQuat, DVec3};
use morse_sim::transport::stream::Sample;
use morse_world::{Euler, Pose};

use super::fields::numbers;
use crate::messages::geometry_msgs;

pub(super) fn point(v: DVec3) -> geometry_msgs::Point {
    geometry_msgs::Point { x: v.x, y: v.y, z: v.z }
}

pub(super) fn vector3(v: DVec3) -> geometry_msgs::Vector3 {
    geometry_msgs::Vector3 { x: v.x, y: v.y, z: v.z }
}

pub(super) fn quaternion(q: DQuat) -> geometry_msgs::Quaternion {
    geometry_msgs::Quaternion { x: q.x, y: q.y, z: q.z, w: q.w }
}

pub(super) fn pose(pose: Pose) -> geometry_msgs::Pose {
    geometry_msgs::Pose { position: point(pose.translation), orientation: quaternion(pose.rotation) }
}

pub(super) fn transform(pose: Pose) -> geometry_msgs::Transform {
    geometry_msgs::Transform { translation: vector3(pose.translation), rotation: quaternion(pose.rotation) }
}

pub(super) fn twist(linear: DVec3, angular: DVec3) -> geometry_msgs::Twist {
    geometry_msgs::Twist { linear: vector3(linear), angular: vector3(angular) }
}

/// The matrix that converts the data of a magnetometer to the magnetic field along its own axes.
///
/// The data are the components of the field to the north, to the east and down, rotated by the inverse attitude of the
/// sensor as if they were along the axes of the world.
pub(super) fn field_from_magnetometer(world_from_sensor: DQuat, enu_from_world: DQuat) -> DMat3 {
    let sensor_from_world = DMat3::from_quat(world_from_sensor.conjugate());
    let enu_from_ned = DMat3::from_cols(DVec3::Y, DVec3::X, DVec3::NEG_Z);
    let world_from_enu = DMat3::from_quat(enu_from_world.conjugate());
    sensor_from_world * world_from_enu * enu_from_ned * sensor_from_world.transpose()
}

/// The Euler angles of a quaternion of any length. `None` if the length is zero or not finite.
pub(super) fn euler(q: &geometry_msgs::Quaternion) -> Option<Euler> {
    let rotation = DQuat::from_xyzw(q.x, q.y, q.z, q.w);
    let length = rotation.length();
    (length.is_finite() && length > f64::EPSILON).then(|| Euler::from_quat(rotation / length))
}

/// The position in the fields `x`, `y` and `z`.
pub(super) fn position_of(sample: &Sample<'_>) -> DVec3 {
    DVec3::from_array(numbers(sample, ["x", "y", "z"]))
}

/// The rotation in the fields `roll`, `pitch` and `yaw`.
pub(super) fn rotation_of(sample: &Sample<'_>) -> DQuat {
    let [roll, pitch, yaw] = numbers(sample, ["roll", "pitch", "yaw"]);
    Euler { roll, pitch, yaw }.to_quat()
}

/// The pose in the fields `x`, `y`, `z`, `roll`, `pitch` and `yaw`.
pub(super) fn pose_of(sample: &Sample<'_>) -> Pose {
    Pose { translation: position_of(sample), rotation: rotation_of(sample) }
}
