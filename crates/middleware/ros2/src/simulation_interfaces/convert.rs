//! Conversion of poses and velocities between messages and arguments of the engine's services.

use morse_ros::messages::geometry_msgs::{Accel, Point, Pose, Quaternion, Twist, Vector3};
use morse_ros::messages::simulation_interfaces::EntityState;
use morse_ros::{Header, Header2};
use morse_scene::value::Value;

use crate::simulation_interfaces::engine::object::EngineObject;

/// The frame of all states: the world frame, which is the root of the transforms.
pub const WORLD_FRAME: &str = "map";

/// Names of the world frame that clients may use.
const WORLD_FRAMES: [&str; 3] = ["", WORLD_FRAME, "world"];

/// Checks that a frame is the world frame.
///
/// # Errors
/// When the frame is another one. The error names the supported frames.
pub fn check_frame(frame: &str) -> Result<(), String> {
    if WORLD_FRAMES.contains(&frame) {
        return Ok(());
    }
    Err(format!(
        "the frame '{frame}' is not supported: give poses in the frame '{WORLD_FRAME}' or without one"
    ))
}

/// Checks that a pose has finite numbers and a unit quaternion.
///
/// # Errors
/// When the pose is invalid. The error describes the problem.
pub fn check_pose(pose: &Pose) -> Result<(), String> {
    let (Point { x, y, z }, turn) = (&pose.position, &pose.orientation);
    let length = [turn.x, turn.y, turn.z, turn.w].iter().map(|number| number * number).sum::<f64>().sqrt();
    if ![x, y, z].iter().all(|number| number.is_finite()) || !length.is_finite() {
        return Err("the numbers of the pose must be finite".to_owned());
    }
    // Most programs write quaternions with at least six digits.
    if (length - 1.0).abs() > 1e-3 {
        return Err(format!("the orientation must be a quaternion of length 1; its length is {length}"));
    }
    Ok(())
}

/// The position as an argument: `[x, y, z]`. [m]
#[must_use]
pub fn position(pose: &Pose) -> Value {
    list(&[pose.position.x, pose.position.y, pose.position.z])
}

/// The orientation as an argument: `[x, y, z, w]`.
#[must_use]
pub fn orientation(pose: &Pose) -> Value {
    let turn = &pose.orientation;
    list(&[turn.x, turn.y, turn.z, turn.w])
}

/// A vector as an argument: `[x, y, z]`.
#[must_use]
pub fn vector(v: &Vector3) -> Value {
    list(&[v.x, v.y, v.z])
}

fn list(numbers: &[f64]) -> Value {
    Value::List(numbers.iter().map(|&number| Value::Float(number)).collect())
}

/// The state of an entity. Accelerations are zero, since the engine does not provide them.
#[must_use]
pub fn state(object: &EngineObject, stamp_ns: i64) -> EntityState<Header2> {
    let vector = |[x, y, z]: [f64; 3]| Vector3 { x, y, z };
    let ([x, y, z], turn) = (object.position, object.orientation);
    EntityState {
        header: Header2::new(0, stamp_ns, WORLD_FRAME),
        pose: Pose {
            position: Point { x, y, z },
            orientation: Quaternion { x: turn[0], y: turn[1], z: turn[2], w: turn[3] },
        },
        twist: Twist { linear: vector(object.linear_velocity), angular: vector(object.angular_velocity) },
        acceleration: Accel::default(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn poses_without_rotation_or_with_infinite_numbers_are_refused() {
        let turn = Quaternion { x: 0.0, y: 0.0, z: 0.6, w: 0.8 };
        let pose = Pose { position: Point::default(), orientation: turn };
        assert_eq!(check_pose(&pose), Ok(()));
        assert!(check_pose(&Pose::default()).unwrap_err().contains("length 1"));
        let far = Pose { position: Point { x: f64::INFINITY, ..Point::default() }, ..pose };
        assert!(check_pose(&far).unwrap_err().contains("finite"));
    }

    #[test]
    fn only_the_world_frame_is_supported() {
        assert!(["", "map", "world"].iter().all(|frame| check_frame(frame).is_ok()));
        assert!(check_frame("odom").unwrap_err().contains("odom"));
    }
}
