//! The pose at the end of a goal with a heading, and the check that the robot makes progress towards it.

use morse_sim::prelude::*;

/// Default tolerance of the position of a goal with a heading: `xy_goal_tolerance` of Nav2. [m]
pub(crate) const POSITION_TOLERANCE_M: f64 = 0.25;
/// Default tolerance of the heading of a goal: `yaw_goal_tolerance` of Nav2. [rad]
pub(crate) const YAW_TOLERANCE_RAD: f64 = 0.25;
/// Largest coordinate of a goal. [m]
const COORDINATE_MAX_M: f64 = 1e6;

/// Displacement that counts as progress: `required_movement_radius` of the progress checker of Nav2. [m]
const PROGRESS_M: f64 = 0.5;
/// Rotation that counts as progress: `required_movement_angle` of the progress checker of Nav2. [rad]
const PROGRESS_RAD: f64 = 0.5;
/// Time without progress after which a goal fails: `movement_time_allowance` of Nav2. [s]
const ALLOWANCE_S: f64 = 10.0;

/// Position and heading to reach, and the progress of the robot.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub(crate) struct FinalPose {
    /// Position in the world. [m]
    pub(crate) point: DVec3,
    /// Heading, from the X axis of the world, positive to the left. [rad]
    pub(crate) yaw: f64,
    /// Whether the robot has reached the position; it then turns only.
    pub(crate) is_near: bool,
    /// Position and heading at the last progress.
    progress: Option<(DVec3, f64)>,
    /// Time since the last progress. [s]
    waiting_s: f64,
}

impl FinalPose {
    /// A pose to reach.
    ///
    /// # Errors
    /// If a number is not finite or out of range.
    pub(crate) fn new(point: DVec3, yaw: f64) -> Result<Self, ServiceError> {
        let is_valid = point.is_finite() && point.abs().max_element() <= COORDINATE_MAX_M && yaw.is_finite();
        if !is_valid {
            return Err(ServiceError::Refused(format!(
                "the goal is ({}, {}, {}) with the heading {yaw}; coordinates must be within {COORDINATE_MAX_M:e} m, and the \
                 heading finite",
                point.x, point.y, point.z
            )));
        }
        Ok(Self { point, yaw, is_near: false, progress: None, waiting_s: 0.0 })
    }

    /// Angle from a heading to that of the goal, positive to the left. [rad]
    pub(crate) fn yaw_error(&self, yaw: f64) -> f64 {
        normalise_angle(self.yaw - yaw)
    }

    /// Whether the robot has moved by at least 0.5 m or 0.5 rad in the last 10 s of its way, or in the double time that it
    /// needs for that at its speed [m/s]. Called at each activation on the way.
    pub(crate) fn makes_progress(&mut self, world_from_robot: Pose, speed: f64, rate_hz: f64) -> bool {
        let (at, yaw) = (world_from_robot.translation, world_from_robot.euler().yaw);
        let (from, from_yaw) = *self.progress.get_or_insert((at, yaw));
        if at.distance(from) >= PROGRESS_M || normalise_angle(yaw - from_yaw).abs() >= PROGRESS_RAD {
            (self.progress, self.waiting_s) = (Some((at, yaw)), 0.0);
        } else {
            self.waiting_s += 1.0 / rate_hz;
        }
        // A robot turns at half its speed.
        let needed_s = 2.0 * PROGRESS_RAD / speed.abs();
        self.waiting_s <= ALLOWANCE_S.max(2.0 * needed_s)
    }

    /// The reason of a failure without progress.
    pub(crate) fn failure(&self) -> String {
        format!(
            "no progress towards ({:.2}, {:.2}, {:.2}) for {:.0} s: the way or the goal is blocked",
            self.point.x, self.point.y, self.point.z, self.waiting_s
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn robot_that_stands_fails_and_a_slow_one_has_more_time() {
        for (speed, allowed_s) in [(1.0, 10.0), (0.1, 20.0)] {
            let mut pose = FinalPose::new(DVec3::X, 0.0).unwrap();
            let ticks = (0..).find(|_| !pose.makes_progress(Pose::IDENTITY, speed, 10.0)).unwrap();
            assert!((f64::from(ticks) / 10.0 - allowed_s).abs() < 0.2, "{ticks}");
        }
    }

    #[test]
    fn moving_robot_makes_progress() {
        let mut pose = FinalPose::new(DVec3::X, 0.0).unwrap();
        for tick in 0..1000 {
            let at = Pose { translation: DVec3::X * f64::from(tick) * 0.06, ..Pose::IDENTITY };
            assert!(pose.makes_progress(at, 1.0, 1.0));
        }
    }

    #[test]
    fn goals_without_a_place_are_refused() {
        for (x, yaw) in [(f64::NAN, 0.0), (1e300, 0.0), (f64::INFINITY, 0.0), (0.0, f64::NAN)] {
            assert!(FinalPose::new(DVec3::new(x, 0.0, 0.0), yaw).is_err(), "{x} {yaw}");
        }
    }
}
