//! Goals of the action `control_msgs/PointHead` for pan-tilt units.

use glam::DVec3;

use crate::frames::Frames;
use crate::header::Header;
use crate::messages::control_msgs::PointHeadGoal;
use crate::messages::geometry_msgs::{Point, Vector3};

/// Service of a component that executes the goal. Its arguments are x, y and z of a point in the world. [m]
pub const SERVICE: &str = "look_at_point";

/// Sine of the largest accepted angle between the pointing axis of a goal and the x axis of the unit.
const AXIS_ERROR_MAX: f64 = 1e-3;

/// The target point of a goal, in the world frame. [m]
///
/// # Errors
/// When the frame is unknown, a number is not finite, or the pointing axis is not the x axis of the unit.
pub fn target_in_map<H: Header>(goal: &PointHeadGoal<H>, frames: &Frames) -> Result<DVec3, String> {
    let Point { x, y, z } = goal.target.point;
    let target = DVec3::new(x, y, z);
    if !target.is_finite() {
        return Err("the target has a number that is not finite".to_owned());
    }
    let Vector3 { x, y, z } = goal.pointing_axis;
    let axis = DVec3::new(x, y, z);
    // A zero axis is an axis that the client did not set: the axis of the unit is meant.
    let is_unit_axis = axis == DVec3::ZERO
        || axis
            .try_normalize()
            .is_some_and(|axis| axis.x > 0.0 && axis.cross(DVec3::X).length() < AXIS_ERROR_MAX);
    if !is_unit_axis {
        return Err(format!(
            "the pointing axis is ({x}, {y}, {z}); the unit points its own x axis: leave it at zero or give (1, 0, 0)"
        ));
    }
    Ok(frames.map_from(goal.target.header.frame_id())?.transform_point(target))
}

/// The angle between the pointing direction of a pan-tilt unit and a target in its base frame. [rad]
///
/// Pan is positive to the left, tilt is positive downwards.
#[must_use]
pub fn pointing_error_rad(pan_rad: f64, tilt_rad: f64, target_in_unit: DVec3) -> f64 {
    let (pan_sin, pan_cos) = pan_rad.sin_cos();
    let (tilt_sin, tilt_cos) = tilt_rad.sin_cos();
    let pointing = DVec3::new(pan_cos * tilt_cos, pan_sin * tilt_cos, -tilt_sin);
    // By the tangent: precise for small angles too, and zero for a target at the origin.
    pointing.cross(target_in_unit).length().atan2(pointing.dot(target_in_unit))
}

#[cfg(test)]
mod tests {
    use morse_world::Pose;

    use super::*;
    use crate::header::Header2;
    use crate::messages::geometry_msgs::PointStamped;

    fn goal(frame: &str, x: f64, axis: [f64; 3]) -> PointHeadGoal<Header2> {
        let target = PointStamped { header: Header2::new(0, 0, frame), point: Point { x, y: 0.0, z: 1.0 } };
        let [x, y, z] = axis;
        PointHeadGoal { target, pointing_axis: Vector3 { x, y, z }, ..PointHeadGoal::default() }
    }

    #[test]
    fn targets_are_transformed_to_the_world() {
        let frames = Frames::default();
        frames.set_own("map", "base_link", Pose { translation: DVec3::new(0.0, 2.0, 0.0), ..Pose::IDENTITY });
        let target = target_in_map(&goal("base_link", 1.0, [0.0; 3]), &frames).unwrap();
        assert_eq!(target, DVec3::new(1.0, 2.0, 1.0));
        assert!(target_in_map(&goal("moon", 1.0, [0.0; 3]), &frames).unwrap_err().contains("moon"));
        assert!(target_in_map(&goal("map", f64::NAN, [0.0; 3]), &frames).unwrap_err().contains("finite"));
    }

    #[test]
    fn goals_with_another_pointing_axis_are_refused() {
        let frames = Frames::default();
        assert!(target_in_map(&goal("map", 1.0, [2.0, 0.0, 0.0]), &frames).is_ok());
        for other in [[0.0, 0.0, 1.0], [-1.0, 0.0, 0.0], [1.0, 0.1, 0.0], [f64::NAN, 0.0, 0.0]] {
            let problem = target_in_map(&goal("map", 1.0, other), &frames).unwrap_err();
            assert!(problem.contains("x axis"), "{problem}");
        }
    }

    #[test]
    fn pointing_error_is_the_angle_to_the_target() {
        let left_and_down = DVec3::new(1.0, 1.0, -std::f64::consts::SQRT_2);
        let eighth = std::f64::consts::FRAC_PI_4;
        assert!(pointing_error_rad(eighth, eighth, left_and_down) < 1e-12);
        assert!((pointing_error_rad(0.0, 0.0, DVec3::Y) - 2.0 * eighth).abs() < 1e-12);
        assert_eq!(pointing_error_rad(0.0, 0.0, DVec3::ZERO), 0.0);
    }
}
