//! How a waypoint actuator steers towards its goal.

use std::f64::consts::FRAC_PI_3;

use morse_sim::prelude::*;
use morse_world::{NodeId, World};

use crate::actuators::driving::waypoint::{Goal, Waypoint};

/// A robot turns on the spot while its goal is at least this angle off its heading. [rad]
const TURN_ON_THE_SPOT: f64 = FRAC_PI_3;

impl Waypoint {
    /// Distance from the actuator to the goal; in the plane, unless heights count. [m]
    pub(super) fn distance(&self, act: &ActContext<'_>, goal: DVec3) -> f64 {
        let to_goal = goal - act.world_from_actuator().translation;
        if self.free_z { to_goal.length() } else { to_goal.truncate().length() }
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

        // The full rate: a robot that heads straight for its goal has no heading error that sets a turn rate.
        let reach_m = distance + data.tolerance;
        let avoidance = if forward == 0.0 { None } else { self.avoidance(act, turn_max, reach_m) };
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

    /// The turn rate to avoid obstacles that the radars detect; `None` without obstacle. [rad/s]
    fn avoidance(&mut self, act: &ActContext<'_>, turn: f64, reach_m: f64) -> Option<f64> {
        if !self.avoids_obstacles {
            return None;
        }
        let radars = self.radars.as_mut()?;
        let seen = radars.look(act);
        let range_m = radars.range_m();
        let (body, away) = match (seen.right, seen.left) {
            (Some(body), _) => (body, turn),
            (None, Some(body)) => (body, -turn),
            (None, None) => return None,
        };
        let turns_away = reach_m > range_m && !self.ignores(act.world, body);
        Some(if turns_away { away } else { 0.0 })
    }

    fn ignores(&self, world: &World, body: NodeId) -> bool {
        let mut properties = self.ignore.split(',').map(str::trim).filter(|property| !property.is_empty());
        properties.any(|property| world.has_tag(body, property))
    }
}

/// Angle of the goal from the robot's heading, positive to the left; zero when it is too near to have a direction.
fn heading_error(act: &ActContext<'_>, goal: DVec3, tolerance: f64) -> f64 {
    let to_goal = (goal - act.world_from_actuator().translation).truncate();
    if to_goal.length() <= tolerance / 2.0 {
        return 0.0;
    }
    normalise_angle(to_goal.y.atan2(to_goal.x) - act.world_from_robot().euler().yaw)
}
