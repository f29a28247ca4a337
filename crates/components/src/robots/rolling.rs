//! Wheels that only show, and turn with the way of their robot.

use std::f64::consts::{FRAC_1_SQRT_2, PI};

use morse_sim::prelude::*;
use morse_world::NodeId;

use super::wheeled::DRIVEN;

/// Faster than this nothing rolls: the robot was put elsewhere. [m/s]
const SPEED_MAX: f64 = 50.0;
/// Wheels turn by no less: nobody sees less, and a robot at rest trembles a little. [rad]
const SEEN_RAD: f64 = 0.2;

/// A wheel, which turns about the Z axis of its part.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Wheel {
    part: NodeId,
    /// How far it is to the left of the middle. [m]
    left_m: f64,
    /// Its radius; negative when its Z axis points to the right. [m]
    radius_m: f64,
}

/// The wheels of a robot that does not stand on them.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct RollingWheels {
    wheels: Vec<Wheel>,
    /// What the tread of one of them covers until it is seen to have turned. [m]
    seen_from_m: f64,
    /// How far the outermost is from the middle. [m]
    reach_m: f64,
    /// Where the robot was when they were last turned.
    world_from_robot: Option<Pose>,
}

impl RollingWheels {
    /// Those parts of a robot's model that have one of the names, all of that radius. [m]
    pub(super) fn named(mount: &Mount<'_>, names: &[&str], radius_m: f64) -> Self {
        let world = &*mount.world;
        let robot_from_world = world.world_from(mount.robot).inverse();
        let wheel = |name: &&str| {
            let part = world.part(mount.robot, name)?;
            let robot_from_part = robot_from_world * world.world_from(part);
            let side = (robot_from_part.rotation * DVec3::Z).y;
            Some(Wheel { part, left_m: robot_from_part.translation.y, radius_m: radius_m.copysign(side) })
        };
        let wheels: Vec<Wheel> = names.iter().filter_map(wheel).collect();
        let reach_m = wheels.iter().map(|wheel| wheel.left_m.abs()).fold(0.0, f64::max);
        Self { wheels, seen_from_m: SEEN_RAD * radius_m, reach_m, world_from_robot: None }
    }

    /// Those that the properties of a robot name as driven wheels, all of that radius. [m]
    pub(super) fn driven(mount: &Mount<'_>, radius_m: f64) -> Self {
        let names = DRIVEN.iter().filter_map(|(property, _)| mount.object.properties.get(property)?.as_str());
        Self::named(mount, &names.collect::<Vec<_>>(), radius_m)
    }

    /// As [`RollingWheels::roll`] while physics does not move the robot; else physics shows the wheels as it turns them.
    pub(super) fn roll_without_physics(&mut self, on_the_move: &mut OnTheMove<'_>) {
        if on_the_move.world.is_suspended(on_the_move.node) {
            self.roll(on_the_move);
        } else {
            self.world_from_robot = None;
        }
    }

    /// Turns them by what their robot has covered since they were last turned, once that can be seen.
    pub(super) fn roll(&mut self, on_the_move: &mut OnTheMove<'_>) {
        let world = &mut *on_the_move.world;
        let now = world.world_from(on_the_move.node);
        let before = *self.world_from_robot.get_or_insert(now);
        if !self.is_seen(&before, &now) {
            return;
        }
        self.world_from_robot = Some(now);
        let old_from_new = before.inverse() * now;
        let ahead_m = old_from_new.translation.x;
        let turned = normalise_angle(2.0 * old_from_new.rotation.z.atan2(old_from_new.rotation.w));
        if ahead_m.abs() > SPEED_MAX * on_the_move.tick_s {
            return;
        }
        for wheel in &self.wheels {
            world.spin(wheel.part, (ahead_m - turned * wheel.left_m) / wheel.radius_m);
        }
    }

    /// Whether a way may turn one of the wheels by what is seen.
    fn is_seen(&self, world_from_old: &Pose, world_from_new: &Pose) -> bool {
        let way_m = world_from_old.translation.distance(world_from_new.translation);
        // Quaternions are 2 sin(angle / 4) apart, which is at least the angle times √2 / π up to a half turn. The same rotation
        // has two of them.
        let apart = |sign: f64| (world_from_old.rotation - world_from_new.rotation * sign).length();
        let turned = PI * FRAC_1_SQRT_2 * apart(1.0).min(apart(-1.0));
        way_m + turned * self.reach_m > self.seen_from_m
    }
}
