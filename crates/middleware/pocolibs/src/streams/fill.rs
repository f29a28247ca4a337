//! Fills common fields of structures: poses and dates.

use glam::DMat3;
use morse_sim::contract::data::{Data, Field};
use morse_sim::transport::stream::{Sample, StreamSpec};
use morse_world::Pose;

use crate::log::STREAMS;
use crate::structs::Record;

/// Length of a day. [ms]
const DAY_MS: i64 = 24 * 3600 * 1000;

/// A number field of a reading; zero if there is no such field.
pub(super) fn number(data: &dyn Data, name: &str) -> f64 {
    match data.index_of(name).and_then(|index| data.get(index)) {
        Some(Field::Float(value)) => value,
        _ => 0.0,
    }
}

/// Fields of `POM_EULER`, with the same names in readings.
const POSE: [&str; 6] = ["x", "y", "z", "yaw", "pitch", "roll"];

/// Warns if the readings of a sensor have neither position nor angles, such as those of Odometry at levels other than
/// `integrated`. Its poster has zeros then, as in MORSE 1.4.
pub(super) fn warn_about_zeros(spec: &StreamSpec<'_>) {
    if !spec.fields.iter().any(|field| POSE.contains(&field.name)) {
        tracing::warn!(
            target: STREAMS,
            "{}: at level {} it reads neither position nor angles; all poses of its poster are zero.",
            spec.component,
            spec.level
        );
    }
}

/// Copies position and angles of a reading into a `POM_EULER`.
pub(super) fn pose_of_reading(record: &mut Record, field: &str, data: &dyn Data) {
    for name in POSE {
        record.set(&format!("{field}.euler.{name}"), number(data, name));
    }
}

/// Sets a `POM_EULER`. [m, rad]
pub(super) fn pose(record: &mut Record, field: &str, pose: Pose) {
    let (position, angles) = (pose.translation, pose.euler());
    for (name, value) in [
        ("x", position.x),
        ("y", position.y),
        ("z", position.z),
        ("yaw", angles.yaw),
        ("pitch", angles.pitch),
        ("roll", angles.roll),
    ] {
        record.set(&format!("{field}.euler.{name}"), value);
    }
}

/// Sets a `POM_SENSOR_POS` to the pose of the sensor on its robot, and the pose of the robot.
pub(super) fn sensor_pose(record: &mut Record, field: &str, sample: &Sample<'_>) {
    record.set(&format!("{field}.date"), date_ms(sample));
    pose(record, &format!("{field}.sensorToMain"), sample.robot_from_component());
    pose(record, &format!("{field}.mainToBase"), sample.world_from_robot);
    pose(record, &format!("{field}.mainToOrigin"), sample.world_from_robot);
}

/// Simulated time since midnight in UTC. [ms]
pub(super) fn date_ms(sample: &Sample<'_>) -> f64 {
    (sample.stamp_ns / 1_000_000).rem_euclid(DAY_MS) as f64
}

/// Sets a `VimanThetaMat` as in MORSE 1.4: n, o and a are the rows of the rotation, p is the position. [m]
pub(super) fn theta_matrix(record: &mut Record, field: &str, pose: Pose) {
    let rotation = DMat3::from_quat(pose.rotation);
    for (row, letter) in ["n", "o", "a"].into_iter().enumerate() {
        for (axis, value) in ["x", "y", "z"].into_iter().zip(rotation.row(row).to_array()) {
            record.set(&format!("{field}.{letter}{axis}"), value);
        }
    }
    for (axis, value) in ["x", "y", "z"].into_iter().zip(pose.translation.to_array()) {
        record.set(&format!("{field}.p{axis}"), value);
    }
}
