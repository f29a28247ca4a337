//! Motion of a robot from the readings of a sensor that is mounted on it.

use glam::{DMat3, DVec3};
use morse_sim::transport::stream::{Sample, StreamSpec};
use morse_world::{Euler, Pose};

use crate::streams::convert;
use crate::streams::fields::numbers;

/// Pitch angles nearer to a quarter turn than this have no unique roll and yaw. [rad]
const SINGULAR: f64 = 1e-3;

/// Covariance of position and rotation, or of velocity and angular velocity.
type Block6 = [[f64; 6]; 6];

/// The place of an odometry sensor on its robot. Its readings are relative to its own pose at the start and along its own
/// axes; the messages of ROS describe the robot.
pub(super) struct Mounting {
    robot_from_sensor_at_start: Pose,
    rate_hz: f64,
}

impl Mounting {
    pub(super) fn new(spec: &StreamSpec<'_>) -> Self {
        Self { robot_from_sensor_at_start: spec.robot_from_component, rate_hz: spec.rate_hz }
    }

    /// Pose of the robot relative to its pose at the start, from the pose of the sensor relative to its own start.
    pub(super) fn robot_pose(&self, sample: &Sample<'_>) -> Pose {
        self.robot_from_sensor_at_start * convert::pose_of(sample) * sample.robot_from_component().inverse()
    }

    /// Velocity [m/s] and angular velocity [rad/s] of the robot along its own axes.
    ///
    /// The reading is the displacement of the sensor in one period, times its rate; so is the result.
    pub(super) fn robot_twist(&self, sample: &Sample<'_>) -> (DVec3, DVec3) {
        let period_s = 1.0 / self.rate_hz;
        let [roll, pitch, yaw] = numbers(sample, ["wx", "wy", "wz"]).map(|rate| rate * period_s);
        let moved = DVec3::from_array(numbers(sample, ["vx", "vy", "vz"])) * period_s;
        let robot_from_sensor = sample.robot_from_component();
        let sensor_displacement = Pose::from_euler(moved, Euler { roll, pitch, yaw });
        let displacement = robot_from_sensor * sensor_displacement * robot_from_sensor.inverse();
        let Euler { roll, pitch, yaw } = displacement.euler();
        (displacement.translation * self.rate_hz, DVec3::new(roll, pitch, yaw) * self.rate_hz)
    }

    /// Covariance of the robot's pose, from that of the sensor's pose: x, y, z, roll, pitch, yaw.
    pub(super) fn pose_covariance(&self, sample: &Sample<'_>, of_sensor: Block6) -> Block6 {
        let sensor = convert::pose_of(sample);
        let start = DMat3::from_quat(self.robot_from_sensor_at_start.rotation);
        // The robot's origin in the sensor's frame moves with the errors of the attitude.
        let arm = sensor.rotation * sample.robot_from_component().inverse().translation;
        let rotation_from_angles = rotation_from_angles(sensor.euler());
        let angles_from_rotation = rotation_from_angles_inverse(self.robot_pose(sample).euler());
        let upper = start * cross(-arm) * rotation_from_angles;
        let lower = angles_from_rotation.map_or(start, |inverse| inverse * start * rotation_from_angles);
        transformed(of_sensor, [[start, upper], [DMat3::ZERO, lower]])
    }

    /// Covariance of the robot's velocity and angular velocity, from that of the sensor.
    pub(super) fn twist_covariance(sample: &Sample<'_>, of_sensor: Block6) -> Block6 {
        let robot_from_sensor = sample.robot_from_component();
        let turn = DMat3::from_quat(robot_from_sensor.rotation);
        // v = R · v_sensor - ω × r, with ω = R · ω_sensor
        let upper = cross(robot_from_sensor.translation) * turn;
        transformed(of_sensor, [[turn, upper], [DMat3::ZERO, turn]])
    }
}

/// The matrix whose product with a vector is the cross product with it.
fn cross(v: DVec3) -> DMat3 {
    DMat3::from_cols(DVec3::new(0.0, v.z, -v.y), DVec3::new(-v.z, 0.0, v.x), DVec3::new(v.y, -v.x, 0.0))
}

/// Derivatives of the small rotation about the fixed axes X, Y, Z with respect to roll, pitch and yaw.
fn rotation_from_angles(Euler { pitch, yaw, .. }: Euler) -> DMat3 {
    let ((sin_pitch, cos_pitch), (sin_yaw, cos_yaw)) = (pitch.sin_cos(), yaw.sin_cos());
    DMat3::from_cols(
        DVec3::new(cos_yaw * cos_pitch, sin_yaw * cos_pitch, -sin_pitch),
        DVec3::new(-sin_yaw, cos_yaw, 0.0),
        DVec3::Z,
    )
}

/// The inverse of [`rotation_from_angles`]; `None` near a pitch of a quarter turn.
fn rotation_from_angles_inverse(angles: Euler) -> Option<DMat3> {
    (angles.pitch.cos().abs() > SINGULAR).then(|| rotation_from_angles(angles).inverse())
}

/// `A · P · Aᵀ`, with `A` as four blocks.
fn transformed(block: Block6, a: [[DMat3; 2]; 2]) -> Block6 {
    let part = |row: usize, column: usize| {
        let column_of = |index: usize| DVec3::from([0, 1, 2].map(|nth| block[row + nth][column + index]));
        DMat3::from_cols(column_of(0), column_of(1), column_of(2))
    };
    let p = [[part(0, 0), part(0, 3)], [part(3, 0), part(3, 3)]];
    let mut result = [[0.0; 6]; 6];
    for (row, of_row) in a.iter().enumerate() {
        for (column, of_column) in a.iter().enumerate() {
            let mut sum = DMat3::ZERO;
            for (left, p_row) in of_row.iter().zip(&p) {
                for (p_part, right) in p_row.iter().zip(of_column) {
                    sum += *left * *p_part * right.transpose();
                }
            }
            for (down, values) in result.iter_mut().skip(3 * row).take(3).enumerate() {
                for (across, value) in values.iter_mut().skip(3 * column).take(3).enumerate() {
                    *value = sum.col(across)[down];
                }
            }
        }
    }
    result
}
