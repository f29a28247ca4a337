//! A body in planar motion, and its motion by one tick.

use glam::{DQuat, DVec3};
use rapier3d::geometry::ColliderHandle;
use serde::{Deserialize, Serialize};

use crate::physics::body::origin::arm;
use crate::physics::planar::zones::{Extent, FreeZone, Zone};
use crate::{NodeId, Pose};

/// Points within this distance of the ground touch it. [m]
const TOUCHES_M: f64 = 0.01;
/// The largest turn in a tick. [rad]
const TURN_MAX_RAD: f64 = 0.25;
/// The largest vertical speed, or rate of roll and pitch times a metre, of a body that keeps height and tilt. [m/s]
const RISES_MAX: f64 = 0.05;

/// The smallest distance that a body may move within its zone. [m]
pub(super) const ROOM_MIN_M: f64 = 0.05;
/// Zones that are made smaller end so far before what is in the way, and before the border of the old zone. [m]
const CLEARANCE_M: f64 = 1e-6;
/// Ticks without a command of its drive after which a body returns to rapier, which lets it sleep.
const COASTS_TICKS_MAX: u8 = 12;

/// A body that slides over level ground, turned and pushed by its drive and slowed by friction.
///
/// All that a tick reads and writes of it are four lines of the cache.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[repr(C, align(64))]
pub(crate) struct PlanarBody {
    pub(crate) node: NodeId,
    /// Whether its drive has set its velocities since the last tick.
    driven: bool,
    /// Ticks since its drive set its velocities.
    coasts_ticks: u8,
    /// Velocity of its centre of mass, and its angular velocity. [m/s, rad/s]
    velocities: [DVec3; 2],
    /// The frame of its centre of mass, with the axes of its node.
    world_from_centre: Pose,
    /// Its centre of mass in its node. [m]
    centre: DVec3,
    pub(super) free: FreeZone,
    pub(super) surface: Surface,
    pub(super) extent: Extent,
}

// A crowd waits for these lines.
const _: () = assert!(size_of::<Option<PlanarBody>>() == 256);

/// The ground below a body, and how it slows the body.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub(crate) struct Surface {
    /// The shape of the ground in rapier.
    pub(super) collider: ColliderHandle,
    /// Height of the ground. [m]
    pub(super) height: f64,
    /// The deceleration by friction. [m/s²]
    pub(super) friction: f64,
    /// The deceleration of the turn rate by friction, in ticks in which no drive sets it. [rad/s²]
    pub(super) turning_friction: f64,
    /// The share of linear and angular velocity that damping leaves after a tick.
    pub(super) kept: [f64; 2],
}

/// What a body that may begin planar motion stands on, and its size.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Standing {
    pub(super) surface: Surface,
    pub(super) extent: Extent,
}

impl PlanarBody {
    /// A body with these velocities [m/s, rad/s], which its drive has not yet set for the coming tick.
    pub(super) fn new(
        node: NodeId,
        world_from_centre: Pose,
        centre: DVec3,
        velocities: [DVec3; 2],
        standing: Standing,
        free: FreeZone,
    ) -> PlanarBody {
        let Standing { surface, extent } = standing;
        let velocities = level(velocities);
        let (driven, coasts_ticks) = (false, 0);
        PlanarBody {
            node,
            driven,
            coasts_ticks,
            velocities,
            world_from_centre,
            centre,
            surface,
            extent,
            free,
        }
    }

    /// The vector from the origin of its node, which has this pose, to its centre of mass, along the axes of the world. [m]
    pub(super) fn arm(&self, world_from_node: Pose) -> DVec3 {
        arm(self.centre, || world_from_node)
    }

    /// Velocity of its centre of mass, and its angular velocity. [m/s, rad/s]
    pub(crate) fn velocities(&self) -> [DVec3; 2] {
        self.velocities
    }

    /// Sets the velocities for the coming tick. [m/s, rad/s]
    pub(super) fn drive(&mut self, velocities: [DVec3; 2]) {
        self.velocities = velocities;
        self.driven = true;
    }

    /// Whether its drive has set its velocities since the last tick.
    pub(super) fn is_driven(&self) -> bool {
        self.driven
    }

    /// The shape of the ground in rapier.
    pub(crate) fn ground(&self) -> ColliderHandle {
        self.surface.collider
    }

    /// What it has for itself.
    pub(super) fn zone(&self) -> Zone {
        self.extent.zone(self.free)
    }

    /// Hashes what influences its future and is no velocity and no pose of its node.
    pub(crate) fn state_bits(&self, mut feed: impl FnMut(u64)) {
        let FreeZone { middle, room } = self.free;
        feed(u64::from(self.driven) << 8 | u64::from(self.coasts_ticks));
        let Surface { friction, turning_friction, .. } = self.surface;
        let numbers = [middle.x, middle.y, room, friction, turning_friction];
        numbers.into_iter().for_each(|number| feed(number.to_bits()));
    }

    pub(crate) fn world_from_centre(&self) -> Pose {
        self.world_from_centre
    }

    pub(crate) fn world_from_node(&self) -> Pose {
        self.world_from_centre * Pose::from_translation(-self.centre)
    }

    /// Whether a point of the body at this height [m] touches the ground.
    pub(super) fn is_at_ground(&self, height: f64) -> bool {
        (height - self.surface.height).abs() < TOUCHES_M
    }

    /// Whether the coming tick is one of planar motion within its zone.
    pub(super) fn goes_on(&self, tick_s: f64) -> bool {
        self.moves_level(tick_s) && self.has_room(tick_s)
    }

    /// Whether the coming tick is one of planar motion: its drive has set its velocities, or did so some ticks ago, and
    /// neither lifts nor tilts it.
    pub(super) fn moves_level(&self, tick_s: f64) -> bool {
        let [linear, angular] = self.velocities;
        let coasts = self.coasts_ticks < COASTS_TICKS_MAX && self.velocities != [DVec3::ZERO; 2];
        (self.driven || coasts)
            && linear.z.abs() <= RISES_MAX
            && angular.x.abs().max(angular.y.abs()) <= RISES_MAX
            && angular.z.abs() * tick_s <= TURN_MAX_RAD
    }

    /// Whether it stays within its room in the coming tick.
    fn has_room(&self, tick_s: f64) -> bool {
        let next = self.world_from_centre.translation + self.velocities[0] * tick_s;
        let FreeZone { middle, room } = self.free;
        middle.distance_squared(next.truncate()) <= room * room
    }

    /// A zone about its place, for the coming tick and more, that leaves another body what that one needs at a place; `None`
    /// if both need the same.
    pub(super) fn zone_beside(&self, middle: DVec3, other: Extent, tick_s: f64) -> Option<FreeZone> {
        let own = self.world_from_centre.translation;
        let between = (own - middle).truncate().length() - self.extent.radius - other.radius;
        let room = (between / 2.0).max(ROOM_MIN_M);
        let free = FreeZone::about(own, room);
        let needed = other.zone(FreeZone::about(middle, ROOM_MIN_M));
        let fits = self.way(tick_s) <= room && !self.extent.zone(free).overlaps(&needed);
        fits.then_some(free)
    }

    /// The largest part of its zone, about its place, that a box along the axes does not overlap; `None` if that is too small.
    pub(super) fn zone_clear_of(&self, [least, most]: [DVec3; 2]) -> Option<FreeZone> {
        let own = self.world_from_centre.translation;
        let gap = (own - own.clamp(least, most)).truncate().length() - self.extent.radius;
        let free = FreeZone::about(own, 0.0);
        let left = self.free.room - self.free.middle.distance(free.middle);
        let room = gap.min(left) - CLEARANCE_M;
        (room >= ROOM_MIN_M).then_some(FreeZone { room, ..free })
    }

    /// Whether another zone about its place is a part of its own.
    pub(super) fn contains(&self, FreeZone { middle, room }: &FreeZone) -> bool {
        middle.distance(self.free.middle) + room < self.free.room
    }

    /// How far it moves in the coming tick. [m]
    fn way(&self, tick_s: f64) -> f64 {
        self.velocities[0].length() * tick_s
    }

    /// Moves it by one tick of so many sub-steps, as a rigid body on a plane that carries its weight: in each sub-step
    /// friction takes its share of the speed, and then the body moves.
    pub(super) fn advance(&mut self, tick_s: f64, sub_steps: u32) {
        let sub_step_s = tick_s / f64::from(sub_steps);
        let [linear, mut angular] = level(std::mem::take(&mut self.velocities));
        let slowed = self.surface.friction * sub_step_s;
        let turns_slower = if self.driven { 0.0 } else { self.surface.turning_friction * sub_step_s };
        let begins_at = linear.length();
        let (mut speed, mut way, mut turned) = (begins_at, 0.0, 0.0);
        for _ in 0..sub_steps {
            speed = (speed - slowed).max(0.0);
            angular.z -= angular.z.clamp(-turns_slower, turns_slower);
            way += speed * sub_step_s;
            turned += angular.z * sub_step_s;
        }
        let ahead = if begins_at > 0.0 { linear / begins_at } else { DVec3::ZERO };
        let Pose { translation, rotation } = &mut self.world_from_centre;
        *translation += ahead * way;
        *rotation = (turn_about_vertical(turned) * *rotation).normalize();
        self.velocities = [ahead * speed * self.surface.kept[0], angular * self.surface.kept[1]];
        self.coasts_ticks = if self.driven { 0 } else { self.coasts_ticks + 1 };
        self.driven = false;
    }
}

/// Velocities along the ground, and about the vertical.
fn level([linear, angular]: [DVec3; 2]) -> [DVec3; 2] {
    [DVec3 { z: 0.0, ..linear }, DVec3::new(0.0, 0.0, angular.z)]
}

/// The rotation about the vertical by a small angle: for a quarter of a radian off by 1e-6 rad, without the
/// trigonometric functions that differ between machines.
fn turn_about_vertical(angle_rad: f64) -> DQuat {
    let half = angle_rad / 2.0;
    let square = half * half;
    DQuat::from_xyzw(0.0, 0.0, half * (1.0 + square * (1.0 / 3.0 + square * (2.0 / 15.0))), 1.0).normalize()
}
