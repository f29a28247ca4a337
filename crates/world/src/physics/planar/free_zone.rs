//! Finds free zones for bodies that begin planar motion or leave their zones.

use glam::DVec3;
use rapier3d::dynamics::RigidBodyHandle;
use rapier3d::geometry::{BoundingVolume, Collider, ColliderHandle};
use rapier3d::math::Vector;
use rapier3d::parry::bounding_volume::Aabb;
use rapier3d::pipeline::QueryFilter;

use crate::NodeId;
use crate::physics::contacts::is_flat_within;
use crate::physics::convert::vector_to_engine;
use crate::physics::planar::motion::ROOM_MIN_M;
use crate::physics::planar::zones::{Extent, FreeZone, Zone};
use crate::physics::rapier_world::Physics;

/// Candidate distances that a body may move within its zone, the largest first. [m]
const ROOMS_M: [f64; 3] = [1.0, 0.3, ROOM_MIN_M];
/// Clearance added to a body's turning circle, because friction makes circles smaller. [m]
const BESIDE_CIRCLE_M: f64 = 0.05;
/// Distance from a body to the center of the zone ahead of it, as a fraction of the room.
const AHEAD: f64 = 0.75;
/// Maximum number of neighbors whose zones are shrunk for one body.
const NEIGHBORS_MAX: usize = 4;
/// Depth below the ground in which surfaces are checked for a zone. [m]
const BELOW_M: f32 = 0.05;

/// A body that needs a zone.
pub(super) struct ZoneRequest {
    pub(super) id: NodeId,
    pub(super) handle: RigidBodyHandle,
    /// Center of mass of the body. [m]
    pub(super) middle: DVec3,
    /// Linear and angular velocity. [m/s, rad/s]
    pub(super) velocities: [DVec3; 2],
    pub(super) extent: Extent,
    /// The shape of the ground.
    pub(super) ground: ColliderHandle,
}

impl Physics {
    /// Finds a zone that contains nothing but the ground and the body, and in which it can move for some ticks: the zone that
    /// it stays in longest at its velocities or, failing that, the largest zone centered at its position.
    pub(super) fn free_zone(&self, body: &ZoneRequest) -> Option<FreeZone> {
        let about_place = || ROOMS_M.into_iter().find_map(|room| self.if_free(body, (body.middle, room)));
        self.free_zone_ahead(body).or_else(about_place)
    }

    /// The zone in which a body stays longest at its velocities, if it is free.
    pub(super) fn free_zone_ahead(&self, body: &ZoneRequest) -> Option<FreeZone> {
        self.if_free(body, zone_along_path(body.middle, body.velocities))
    }

    /// A zone with this center and room [m], if it is free and the body can move in it for some ticks.
    fn if_free(&self, body: &ZoneRequest, (middle, room): (DVec3, f64)) -> Option<FreeZone> {
        let way = body.velocities[0].length() * self.tick_s;
        let free = FreeZone::about(middle, room);
        let is_free =
            room >= 2.0 * way && self.is_free(body.id, body.handle, &body.extent.zone(free), body.ground);
        is_free.then_some(free)
    }

    /// Whether a zone is free for a body.
    fn is_free(&self, id: NodeId, own: RigidBodyHandle, zone: &Zone, ground: ColliderHandle) -> bool {
        zone.fits()
            && self.planar.zones().overlapping(id, zone).is_none()
            && self.holds_only(ground, own, zone)
    }

    /// Shrinks the zones of bodies in planar motion near a position, so that each of two neighbors gets half of the distance
    /// between them.
    pub(super) fn shrink_neighbors(&mut self, id: NodeId, middle: DVec3, extent: Extent) {
        let needed = extent.zone(FreeZone::about(middle, ROOM_MIN_M));
        for _ in 0..NEIGHBORS_MAX {
            let overlapping = self.planar.zones().overlapping(id, &needed);
            let Some((place, free)) = overlapping.and_then(|other| self.zone_beside(other, middle, extent))
            else {
                return;
            };
            self.planar.set_zone(place, free);
        }
    }

    /// The place of a body in planar motion, and a smaller zone for it that leaves space for a neighbor at `middle`.
    fn zone_beside(&self, id: NodeId, middle: DVec3, other: Extent) -> Option<(usize, FreeZone)> {
        let body = self.body(id)?;
        let place = self.bodies.place(id)?;
        let planar = self.planar.get(place)?;
        let free = planar.zone_beside(middle, other, self.tick_s)?;
        let is_free = planar.contains(&free)
            || self.is_free(id, body.handle, &planar.extent.zone(free), planar.ground());
        is_free.then_some((place, free))
    }

    /// Whether a zone contains nothing but level ground and the shapes of one body, among the bodies of rapier.
    fn holds_only(&self, ground: ColliderHandle, own: RigidBodyHandle, zone: &Zone) -> bool {
        let [mins, maxs] = zone.corners().map(vector_to_engine);
        let reach = Aabb::new(mins, maxs);
        let with_ground = Aabb::new(mins - Vector::Z * BELOW_M, maxs);
        let is_flat = self.engine.colliders.get(ground).is_some_and(|collider| {
            let ground_from_world = collider.position().inverse();
            let mesh = collider.shape().as_trimesh();
            mesh.is_some_and(|mesh| is_flat_within(mesh, &with_ground.transform_by(&ground_from_world)))
        });
        let near = self.engine.intersect_aabb_conservative(reach, QueryFilter::default());
        let placed = self.planar.placed().iter();
        let placed = placed.filter_map(|&handle| Some((handle, self.engine.colliders.get(handle)?)));
        is_flat
            && near.chain(placed).all(|(handle, other)| {
                handle == ground || other.parent() == Some(own) || !may_overlap(other, &reach)
            })
    }
}

/// Whether a shape may overlap a box.
fn may_overlap(shape: &Collider, reach: &Aabb) -> bool {
    if !shape.compute_aabb().intersects(reach) {
        return false;
    }
    let in_shape = reach.transform_by(&shape.position().inverse());
    shape.shape().as_trimesh().is_none_or(|mesh| mesh.bvh().intersect_aabb(&in_shape).next().is_some())
}

/// The center and the room [m] of a zone in which a body stays for long at these velocities [m/s, rad/s]. A body that drives
/// in a small circle stays in it permanently.
fn zone_along_path(place: DVec3, [linear, angular]: [DVec3; 2]) -> (DVec3, f64) {
    let speed = linear.truncate().length();
    let radius = speed / angular.z.abs();
    if radius + BESIDE_CIRCLE_M <= ROOMS_M[0] {
        let to_middle = DVec3::Z.cross(linear) / angular.z;
        return (place + to_middle, (radius + BESIDE_CIRCLE_M).max(ROOM_MIN_M));
    }
    let ahead = DVec3 { z: 0.0, ..linear }.normalize_or_zero();
    (place + ahead * (AHEAD * ROOMS_M[0]), ROOMS_M[0])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zones_lie_along_the_paths_of_bodies() {
        let (v, w) = (DVec3::X * 0.6, DVec3::Z);
        assert_eq!(zone_along_path(DVec3::Y, [v, w]), (DVec3::Y * 1.6, 0.65), "a circle to the left");
        assert_eq!(zone_along_path(DVec3::ZERO, [v, -w]), (DVec3::Y * -0.6, 0.65), "to the right");
        assert_eq!(zone_along_path(DVec3::ZERO, [v, DVec3::ZERO]), (DVec3::X * 0.75, 1.0), "straight on");
        assert_eq!(zone_along_path(DVec3::ZERO, [DVec3::ZERO, w]), (DVec3::ZERO, 0.05), "on the spot");
        assert_eq!(zone_along_path(DVec3::ZERO, [DVec3::ZERO; 2]), (DVec3::ZERO, 1.0));
    }
}
