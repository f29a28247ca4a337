//! Visual wheels, which rotate according to the motion of their robot.

use std::f64::consts::{FRAC_1_SQRT_2, PI};

use morse_sim::prelude::*;
use morse_world::{NodeId, TurningPart};

use crate::common::driving::differential_drive::DRIVEN;

/// Wheels do not rotate above this speed, because then the robot was teleported. [m/s]
const SPEED_MAX: f64 = 50.0;
/// Minimum rotation of a wheel. Smaller rotations are not visible, and a robot at rest trembles slightly. [rad]
const VISIBLE_ROTATION_RAD: f64 = 0.2;

/// A wheel, which rotates about the Z axis of its part.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Wheel {
    part: NodeId,
    /// Distance to the left of the robot's center. [m]
    left_m: f64,
    /// Radius; negative if the Z axis of the part points to the right. [m]
    radius_m: f64,
}

/// The visual wheels of a robot without simulated wheels.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct WheelVisuals {
    wheels: Vec<Wheel>,
    /// Distance that a wheel must cover before its rotation is updated. [m]
    visible_distance_m: f64,
    /// Lateral distance of the outermost wheel from the robot's center. [m]
    half_track_m: f64,
    /// Pose of the robot at the last update.
    world_from_robot: Option<Pose>,
}

impl WheelVisuals {
    /// Finds the parts of a robot's model with these names; all wheels have this radius [m].
    pub(crate) fn named(mount: &mut MountContext<'_>, names: &[&str], radius_m: f64) -> Self {
        let (robot, world) = (mount.robot, &mut *mount.world);
        let robot_from_world = world.world_from(robot).inverse();
        let mut wheel = |name: &&str| {
            let part = world.part(robot, name)?;
            let robot_from_part = robot_from_world * world.world_from(part);
            let side = (robot_from_part.rotation * DVec3::Z).y;
            let turning = TurningPart {
                name: (*name).to_owned(),
                owner: robot,
                axis: if side < 0.0 { DVec3::NEG_Z } else { DVec3::Z },
                parent_from_zero: world.parent_from(part),
                limits: None,
            };
            world.set_turning_part(part, turning);
            Some(Wheel { part, left_m: robot_from_part.translation.y, radius_m: radius_m.copysign(side) })
        };
        let wheels: Vec<Wheel> = names.iter().filter_map(&mut wheel).collect();
        let half_track_m = wheels.iter().map(|wheel| wheel.left_m.abs()).fold(0.0, f64::max);
        Self {
            wheels,
            visible_distance_m: VISIBLE_ROTATION_RAD * radius_m,
            half_track_m,
            world_from_robot: None,
        }
    }

    /// Finds the driven wheels that the properties of a robot name; all wheels have this radius [m].
    pub(crate) fn driven(mount: &mut MountContext<'_>, radius_m: f64) -> Self {
        let object = mount.object;
        let names = DRIVEN.iter().filter_map(|(property, _)| object.properties.get(property)?.as_str());
        Self::named(mount, &names.collect::<Vec<_>>(), radius_m)
    }

    /// Rotates the wheels as [`WheelVisuals::roll`] while dynamics are suspended; otherwise physics rotates them.
    pub(crate) fn roll_without_physics(&mut self, context: &mut PostActContext<'_>) {
        if context.world.is_suspended(context.node) {
            self.roll(context);
        } else {
            self.world_from_robot = None;
        }
    }

    /// Rotates the wheels according to the motion since the last update, if the rotation is visible.
    pub(crate) fn roll(&mut self, context: &mut PostActContext<'_>) {
        if context.world.is_asleep(context.node) {
            return;
        }
        let now = context.world.world_from(context.node);
        if self.world_from_robot.as_ref().is_some_and(|before| !self.is_visible(before, &now)) {
            return;
        }
        let Some(before) = self.world_from_robot.replace(now) else { return };
        let old_from_new = before.inverse() * now;
        let forward_m = old_from_new.translation.x;
        let rotation = normalise_angle(2.0 * libm::atan2(old_from_new.rotation.z, old_from_new.rotation.w));
        if forward_m.abs() > SPEED_MAX * context.tick_s {
            return;
        }
        for wheel in &self.wheels {
            context.turn(wheel.part, (forward_m - rotation * wheel.left_m) / wheel.radius_m);
        }
    }

    /// Whether a motion rotates a wheel by a visible angle.
    fn is_visible(&self, world_from_old: &Pose, world_from_new: &Pose) -> bool {
        let distance_m = world_from_old.translation.distance(world_from_new.translation);
        // The distance of quaternions is 2 sin(angle / 4), which is at least the angle times √2 / π up to a half
        // turn. Both signs of a quaternion are the same rotation.
        let difference =
            |sign: f64| (world_from_old.rotation - world_from_new.rotation * sign).length_squared();
        let rotation = PI * FRAC_1_SQRT_2 * difference(1.0).min(difference(-1.0)).sqrt();
        distance_m + rotation * self.half_track_m > self.visible_distance_m
    }
}
