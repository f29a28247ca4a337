//! A body in planar motion, and its motion by one tick.

use glam::{DQuat, DVec3};
use rapier3d::geometry::ColliderHandle;
use serde::{Deserialize, Serialize};

use crate::physics::body::origin::arm;
use crate::physics::planar::zones::{Extent, FreeZone, Zone};
use crate::{NodeId, Pose};

/// Points within this distance of the ground count as touching it. [m]
const TOUCHES_M: f64 = 0.01;
/// Maximum rotation in a tick. [rad]
const TURN_MAX_RAD: f64 = 0.25;
/// Maximum vertical speed [m/s] and rate of roll and pitch [rad/s] of a body in planar motion.
const RISES_MAX: f64 = 0.05;

/// Minimum distance that a body may move within its zone. [m]
pub(super) const ROOM_MIN_M: f64 = 0.05;
/// Distance that shrunk zones keep from obstacles and from the border of the old zone. [m]
const CLEARANCE_M: f64 = 1e-6;
/// Number of ticks without a command of its drive after which a body returns to rapier, where it can sleep.
const COASTS_TICKS_MAX: u8 = 12;

/// A body that rolls over level ground at the velocity that its drive sets, or slides and is slowed by friction.
///
/// It fills exactly four cache lines, which are all that a tick reads and writes.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[repr(C, align(64))]
pub(crate) struct PlanarBody {
    pub(crate) node: NodeId,
    /// Whether its drive has set its velocities since the last tick.
    driven: bool,
    /// Number of ticks since its drive set its velocities.
    coasts_ticks: u8,
    /// Whether it rolls in the coming tick at the velocity that its drive set.
    rolls: bool,
    /// Velocity of its center of mass, and its angular velocity. [m/s, rad/s]
    velocities: [DVec3; 2],
    /// The frame of its center of mass, with the axes of its node.
    world_from_center: Pose,
    /// Its center of mass in its node. [m]
    center: DVec3,
    pub(super) free: FreeZone,
    pub(super) surface: Surface,
    pub(super) extent: Extent,
}

// Memory access dominates ticks with many robots.
const _: () = assert!(size_of::<Option<PlanarBody>>() == 256);

/// The ground below a body, and the deceleration of the body.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub(crate) struct Surface {
    /// The shape of the ground in rapier.
    pub(super) collider: ColliderHandle,
    /// Height of the ground. [m]
    pub(super) height: f64,
    /// The deceleration by friction. [m/s²]
    pub(super) friction: f64,
    /// The angular deceleration by friction, in ticks in which no drive sets the turn rate. [rad/s²]
    pub(super) turning_friction: f64,
    /// The factor of linear and angular velocity by damping in a tick.
    pub(super) kept: [f64; 2],
}

/// The ground and the size of a body that may begin planar motion.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Standing {
    pub(super) surface: Surface,
    pub(super) extent: Extent,
}

impl PlanarBody {
    /// Creates a body with velocities [m/s, rad/s] that its drive has not yet set for the coming tick.
    pub(super) fn new(
        node: NodeId,
        world_from_center: Pose,
        center: DVec3,
        velocities: [DVec3; 2],
        rolls: bool,
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
            rolls,
            velocities,
            world_from_center,
            center,
            surface,
            extent,
            free,
        }
    }

    /// The vector from the origin of its node to its center of mass, along the axes of the world, given the pose of the node.
    /// [m]
    pub(super) fn arm(&self, world_from_node: Pose) -> DVec3 {
        arm(self.center, || world_from_node)
    }

    /// Velocity of its center of mass, and its angular velocity. [m/s, rad/s]
    pub(crate) fn velocities(&self) -> [DVec3; 2] {
        self.velocities
    }

    /// Sets the velocities for the coming tick [m/s, rad/s], and whether it rolls.
    pub(super) fn drive(&mut self, velocities: [DVec3; 2], rolls: bool) {
        self.velocities = velocities;
        self.rolls = rolls;
        self.driven = true;
    }

    /// Whether its drive has set its velocities since the last tick.
    pub(super) fn is_driven(&self) -> bool {
        self.driven
    }

    /// Whether it rolls in the coming tick.
    pub(super) fn rolls(&self) -> bool {
        self.rolls
    }

    /// The shape of the ground in rapier.
    pub(crate) fn ground(&self) -> ColliderHandle {
        self.surface.collider
    }

    /// The free zone that it occupies.
    pub(super) fn zone(&self) -> Zone {
        self.extent.zone(self.free)
    }

    /// Hashes the state that influences its future, without velocities and the pose of its node.
    pub(crate) fn state_bits(&self, mut feed: impl FnMut(u64)) {
        let FreeZone { middle, room } = self.free;
        feed(u64::from(self.rolls) << 16 | u64::from(self.driven) << 8 | u64::from(self.coasts_ticks));
        let Surface { friction, turning_friction, .. } = self.surface;
        let numbers = [middle.x, middle.y, room, friction, turning_friction];
        numbers.into_iter().for_each(|number| feed(number.to_bits()));
    }

    pub(crate) fn world_from_center(&self) -> Pose {
        self.world_from_center
    }

    pub(crate) fn world_from_node(&self) -> Pose {
        self.world_from_center * Pose::from_translation(-self.center)
    }

    /// Whether a point of the body at this height [m] touches the ground.
    pub(super) fn is_at_ground(&self, height: f64) -> bool {
        (height - self.surface.height).abs() < TOUCHES_M
    }

    /// Whether the body stays in planar motion and within its zone in the coming tick.
    pub(super) fn stays_planar(&self, tick_s: f64) -> bool {
        self.moves_level(tick_s) && self.has_room(tick_s)
    }

    /// Whether the motion of the coming tick is planar: its drive has set its velocities recently, and they neither lift nor
    /// tilt the body.
    pub(super) fn moves_level(&self, tick_s: f64) -> bool {
        let [linear, angular] = self.velocities;
        let coasts = self.coasts_ticks < COASTS_TICKS_MAX && self.velocities != [DVec3::ZERO; 2];
        (self.driven || coasts)
            && linear.z.abs() <= RISES_MAX
            && angular.x.abs().max(angular.y.abs()) <= RISES_MAX
            && angular.z.abs() * tick_s <= TURN_MAX_RAD
    }

    /// Whether it stays within its zone in the coming tick.
    fn has_room(&self, tick_s: f64) -> bool {
        let next = self.world_from_center.translation + self.velocities[0] * tick_s;
        let FreeZone { middle, room } = self.free;
        middle.distance_squared(next.truncate()) <= room * room
    }

    /// A zone centered at its position, sufficient for the coming tick, that leaves the minimum space for a second body at
    /// `middle`; `None` if their spaces overlap.
    pub(super) fn zone_beside(&self, middle: DVec3, other: Extent, tick_s: f64) -> Option<FreeZone> {
        let own = self.world_from_center.translation;
        let between = (own - middle).truncate().length() - self.extent.radius - other.radius;
        let room = (between / 2.0).max(ROOM_MIN_M);
        let free = FreeZone::about(own, room);
        let needed = other.zone(FreeZone::about(middle, ROOM_MIN_M));
        let fits = self.way(tick_s) <= room && !self.extent.zone(free).overlaps(&needed);
        fits.then_some(free)
    }

    /// The largest part of its zone, centered at its position, that an axis-aligned box does not overlap; `None` if it is too
    /// small.
    pub(super) fn zone_clear_of(&self, [least, most]: [DVec3; 2]) -> Option<FreeZone> {
        let own = self.world_from_center.translation;
        let gap = (own - own.clamp(least, most)).truncate().length() - self.extent.radius;
        let free = FreeZone::about(own, 0.0);
        let left = self.free.room - self.free.middle.distance(free.middle);
        let room = gap.min(left) - CLEARANCE_M;
        (room >= ROOM_MIN_M).then_some(FreeZone { room, ..free })
    }

    /// Whether a free zone is contained in its own.
    pub(super) fn contains(&self, FreeZone { middle, room }: &FreeZone) -> bool {
        middle.distance(self.free.middle) + room < self.free.room
    }

    /// The distance that it moves in the coming tick. [m]
    fn way(&self, tick_s: f64) -> f64 {
        self.velocities[0].length() * tick_s
    }

    /// Moves the body by one tick with a number of sub-steps, like a rigid body on a plane that carries its weight. Unless it
    /// rolls, friction reduces the speed in each sub-step before the body moves.
    pub(super) fn advance(&mut self, tick_s: f64, sub_steps: u32) {
        let sub_step_s = tick_s / f64::from(sub_steps);
        let [linear, mut angular] = level(std::mem::take(&mut self.velocities));
        let slowed = if self.rolls { 0.0 } else { self.surface.friction * sub_step_s };
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
        let Pose { translation, rotation } = &mut self.world_from_center;
        *translation += ahead * way;
        *rotation = (turn_about_vertical(turned) * *rotation).normalize();
        self.velocities = [ahead * speed * self.surface.kept[0], angular * self.surface.kept[1]];
        self.coasts_ticks = if self.driven { 0 } else { self.coasts_ticks + 1 };
        (self.driven, self.rolls) = (false, false);
    }
}

/// The horizontal linear velocity and the angular velocity about the vertical.
fn level([linear, angular]: [DVec3; 2]) -> [DVec3; 2] {
    [DVec3 { z: 0.0, ..linear }, DVec3::new(0.0, 0.0, angular.z)]
}

/// The rotation about the vertical by a small angle, with an error of 1e-6 rad for 0.25 rad. It does not use trigonometric
/// functions, which differ between platforms.
fn turn_about_vertical(angle_rad: f64) -> DQuat {
    let half = angle_rad / 2.0;
    let square = half * half;
    DQuat::from_xyzw(0.0, 0.0, half * (1.0 + square * (1.0 / 3.0 + square * (2.0 / 15.0))), 1.0).normalize()
}
