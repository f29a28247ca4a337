//! Steering of a waypoint actuator towards its goal.

use std::f64::consts::FRAC_PI_3;

use morse_sim::prelude::*;
use morse_world::{NodeId, World};

use crate::actuators::driving::waypoint::{Goal, Status, Waypoint};
use crate::common::driving::final_pose::FinalPose;

/// A robot turns on the spot while its goal is at least this angle off its heading. [rad]
const TURN_ON_THE_SPOT: f64 = FRAC_PI_3;

impl Waypoint {
    /// Distance from the actuator to the goal: in the horizontal plane, or in space with `FreeZ`. [m]
    pub(super) fn distance(&self, act: &ActContext<'_>, goal: DVec3) -> f64 {
        let to_goal = goal - act.world_from_actuator().translation;
        if self.free_z { to_goal.length() } else { to_goal.truncate().length() }
    }

    /// Moves the robot to the position of a pose, then turns it to the heading, then ends the goal.
    pub(super) fn approach(&mut self, act: &mut ActContext<'_>, data: &Goal, mut pose: FinalPose) {
        pose.is_near |= self.distance(act, pose.point) <= self.position_tolerance;
        let yaw_error = pose.yaw_error(act.world_from_robot().euler().yaw);
        if pose.is_near && yaw_error.abs() <= self.yaw_tolerance {
            act.apply_speed(self.control, DVec3::ZERO, DVec3::ZERO);
            self.status = Status::Arrived;
            pose.is_near = false;
            act.complete(Status::Arrived.text());
        } else if !pose.makes_progress(act.world_from_robot(), data.speed, act.rate_hz) {
            act.apply_speed(self.control, DVec3::ZERO, DVec3::ZERO);
            self.status = Status::Cancelled;
            act.fail(pose.failure());
        } else if pose.is_near {
            self.status = Status::Transit;
            let turn_max = data.speed.abs() / 2.0;
            let turn_rate = (yaw_error * act.rate_hz).clamp(-turn_max, turn_max);
            act.apply_speed(self.control, DVec3::ZERO, DVec3::new(0.0, 0.0, turn_rate));
        } else {
            self.status = Status::Transit;
            self.steer(act, data);
        }
        self.final_pose = Some(pose).filter(|_| self.status != Status::Cancelled);
    }

    /// Moves the robot towards the goal until the next activation.
    pub(super) fn steer(&mut self, act: &mut ActContext<'_>, data: &Goal) {
        let goal = data.point();
        let distance = self.distance(act, goal);
        let heading_error = heading_error(act, goal, data.tolerance);
        let dt_s = 1.0 / act.rate_hz;
        let step = data.speed * dt_s;

        let forward = if distance < step { distance / dt_s } else { data.speed };
        let forward = if heading_error.abs() >= TURN_ON_THE_SPOT { 0.0 } else { forward };
        let turn_max = data.speed / 2.0;
        let turn = if heading_error.abs() < step { heading_error.abs() / dt_s / 2.0 } else { turn_max };

        // Obstacle avoidance turns at the full rate, because the heading error may be zero.
        let far_end_m = distance + data.tolerance;
        let avoidance = if forward == 0.0 { None } else { self.avoidance(act, turn_max, far_end_m) };
        let turn_rate = match avoidance {
            Some(turn_rate) => turn_rate,
            None if heading_error.abs() < self.angle_tolerance => 0.0,
            None => turn.copysign(heading_error),
        };
        let linear = if self.free_z {
            let world_from_actuator = act.world_from_actuator();
            let to_goal = world_from_actuator.inverse().transform_point(goal).normalize_or_zero();
            DVec3::new((forward * to_goal.x).abs(), 0.0, forward * to_goal.z)
        } else {
            DVec3::new(forward, 0.0, 0.0)
        };
        act.apply_speed(self.control, linear, DVec3::new(0.0, 0.0, turn_rate));
    }

    /// Turn rate that avoids an obstacle [rad/s]: zero for a detected body that needs no avoidance, `None` if no body
    /// is detected.
    fn avoidance(&mut self, act: &ActContext<'_>, turn: f64, far_end_m: f64) -> Option<f64> {
        if !self.avoids_obstacles {
            return None;
        }
        let radars = self.radars.as_mut()?;
        let detections = radars.update(act);
        let range_m = radars.range_m();
        let (body, turn_rate) = match (detections.right, detections.left) {
            (Some(body), _) => (body, turn),
            (None, Some(body)) => (body, -turn),
            (None, None) => return None,
        };
        let turns_away = far_end_m > range_m && !self.ignores(act.world, body);
        Some(if turns_away { turn_rate } else { 0.0 })
    }

    fn ignores(&self, world: &World, body: NodeId) -> bool {
        let mut properties = self.ignore.split(',').map(str::trim).filter(|property| !property.is_empty());
        properties.any(|property| world.has_tag(body, property))
    }
}

/// Angle from the robot's heading to the goal, positive to the left [rad]; zero if the goal is nearer than half the
/// tolerance.
fn heading_error(act: &ActContext<'_>, goal: DVec3, tolerance: f64) -> f64 {
    let to_goal = (goal - act.world_from_actuator().translation).truncate();
    if to_goal.length() <= tolerance / 2.0 {
        return 0.0;
    }
    normalise_angle(libm::atan2(to_goal.y, to_goal.x) - act.world_from_robot().euler().yaw)
}
