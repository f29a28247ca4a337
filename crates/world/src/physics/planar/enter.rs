//! When bodies begin planar motion, and where their free zones are.

use glam::{DVec2, DVec3};
use rapier3d::dynamics::{RigidBody, RigidBodyHandle};
use rapier3d::geometry::{BoundingVolume, Collider, ColliderHandle};
use rapier3d::math::{Pose as EnginePose, Rotation, Vector};
use rapier3d::parry::bounding_volume::Aabb;
use rapier3d::pipeline::QueryFilter;

use crate::physics::body::state::Body;
use crate::physics::contacts::is_flat_within;
use crate::physics::contacts::recycling_range::Range;
use crate::physics::convert::{pose_from_engine, vector_from_engine, vector_to_engine};
use crate::physics::planar::motion::{PlanarBody, ROOM_MIN_M, Standing, Surface};
use crate::physics::planar::zones::{Extent, FreeZone, Zone};
use crate::physics::rapier_world::Physics;
use crate::tree::nodes::Tree;
use crate::{NodeId, Pose};

/// Ticks in which a body is driven before it is looked at again, after it left planar motion or found no free zone.
pub(super) const WAITS_TICKS: u8 = 20;
/// Distances that a body may move within its zone, the largest that is free is taken. [m]
const ROOMS_M: [f64; 3] = [1.0, 0.3, ROOM_MIN_M];
/// How much larger than its circle the room of a body is that goes round in one: friction makes circles smaller. [m]
const BESIDE_CIRCLE_M: f64 = 0.05;
/// How far ahead of a body the middle of its zone is, as a share of its room.
const AHEAD: f64 = 0.75;
/// The most bodies that give up a part of their zones for one.
const NEIGHBOURS_MAX: usize = 4;
/// Surfaces up to this far below the ground belong to its zone. [m]
const BELOW_M: f32 = 0.05;
/// How far a zone reaches above the body. [m]
const ABOVE_M: f64 = 0.1;
/// What single precision may leave out of the size of a body. [m]
const ROUNDING_M: f64 = 1e-6;
/// The smallest share of the normal of level ground along the vertical.
const LEVEL_MIN: f32 = 0.99999;
/// The largest vertical speed of a body that stands on its ground: it keeps its height from then on. [m/s]
const SETTLED: f32 = 5e-4;
/// Its largest rate of roll and pitch. [rad/s]
const LEVELLED: f32 = 2e-3;
/// How much farther than friction asks for a body must reach to all sides, so that it does not tip.
const SUPPORT: f64 = 1.25;

/// A body that needs a zone.
pub(super) struct ZoneRequest {
    pub(super) id: NodeId,
    pub(super) handle: RigidBodyHandle,
    /// Its centre of mass.
    pub(super) middle: DVec3,
    /// [m/s, rad/s]
    pub(super) velocities: [DVec3; 2],
    pub(super) extent: Extent,
    /// The shape that it stands on.
    pub(super) ground: ColliderHandle,
}

impl Physics {
    /// What a body stands on, if it stood, alone, on level ground in this tick, and its drive set its velocities.
    pub(crate) fn standing(&self, body: &Body, in_engine: &RigidBody, range: Range) -> Option<Standing> {
        let Range::Along(up) = range else { return None };
        let [tilts, rises] = [in_engine.angvel(), in_engine.linvel()];
        let is_ready = body.was_driven
            && body.planar_wait_ticks == 0
            && !body.is_touched_at_side
            && !body.linked
            && body.locked.is_empty()
            && up.z.abs() >= LEVEL_MIN
            && rises.z.abs() <= SETTLED
            && tilts.x.abs().max(tilts.y.abs()) <= LEVELLED
            && in_engine.gravity_scale() == 1.0
            && self.engine.impulse_joints.attached_joints(body.handle).next().is_none();
        if !is_ready {
            return None;
        }
        let mut ground: Option<(ColliderHandle, f32)> = None;
        let mut contacts = Vec::new();
        for &own in in_engine.colliders() {
            for pair in
                self.engine.narrow_phase.contact_pairs_with(own).filter(|it| it.has_any_active_contact())
            {
                let is_first = pair.collider1 == own;
                let other = if is_first { pair.collider2 } else { pair.collider1 };
                let world_from_other = self.engine.colliders.get(other)?.position();
                for manifold in pair.manifolds().iter().filter(|it| !it.data.solver_contacts.is_empty()) {
                    let same = *ground.get_or_insert((other, manifold.data.friction));
                    if same != (other, manifold.data.friction) {
                        return None;
                    }
                    let places =
                        manifold.points.iter().map(|it| if is_first { it.local_p2 } else { it.local_p1 });
                    contacts.extend(places.map(|place| vector_from_engine(*world_from_other * place)));
                }
            }
        }
        let (collider, friction) = ground?;
        let middle = vector_from_engine(in_engine.translation());
        let height = contacts.iter().map(|contact| contact.z).sum::<f64>() / contacts.len() as f64;
        let friction = f64::from(friction);
        if !is_supported(middle.truncate(), &contacts, SUPPORT * friction * (middle.z - height)) {
            return None;
        }
        let tick_s = self.tick_s as f32;
        let kept = [in_engine.linear_damping(), in_engine.angular_damping()]
            .map(|it| f64::from(1.0 / (1.0 + tick_s * it)));
        let decelerates = friction * -f64::from(self.engine.gravity.z).min(0.0);
        let turning_friction = decelerates * mean_lever(&contacts) * turns_per_impulse(body, in_engine);
        let surface = Surface { collider, height, friction: decelerates, turning_friction, kept };
        let extent = self.extent(in_engine, middle, height)?;
        Some(Standing { surface, extent })
    }

    /// Begins planar motion of those of these bodies that have a free zone.
    pub(crate) fn enter_planar(&mut self, tree: &Tree, standing: Vec<(NodeId, Standing)>) {
        let mut entered = false;
        for (id, standing) in standing {
            let middle =
                self.body(id).map_or(DVec3::ZERO, |body| tree.world_from(id).transform_point(body.centre));
            self.shrink_neighbours(id, middle, standing.extent);
            let planar = self.planar_body(tree, id, standing);
            let Some(place) = self.bodies.place(id) else { continue };
            let Some(body) = self.bodies.get_mut(id) else { continue };
            let Some(planar) = planar else {
                body.planar_wait_ticks = WAITS_TICKS;
                continue;
            };
            self.planar.insert(place, planar);
            body.is_watched = false;
            if let Some(in_engine) = self.engine.bodies.get_mut(body.handle) {
                in_engine.set_enabled(false);
            }
            entered = true;
        }
        if entered {
            let bodies = &self.bodies;
            self.watched.retain(|&id| bodies.get(id).is_some_and(|body| body.is_watched));
        }
    }

    fn planar_body(&self, tree: &Tree, id: NodeId, standing: Standing) -> Option<PlanarBody> {
        let body = self.body(id)?;
        let velocities = self.engine_velocities(tree, id);
        let world_from_centre = tree.world_from(id) * Pose::from_translation(body.centre);
        let middle = world_from_centre.translation;
        let (extent, ground) = (standing.extent, standing.surface.collider);
        let free =
            self.free_zone(&ZoneRequest { id, handle: body.handle, middle, velocities, extent, ground })?;
        Some(PlanarBody::new(id, world_from_centre, body.centre, velocities, standing, free))
    }

    /// The size of a body about its centre of mass, on ground at a height.
    fn extent(&self, in_engine: &RigidBody, middle: DVec3, height: f64) -> Option<Extent> {
        let heading = about_vertical(*in_engine.rotation());
        let body_from_world = EnginePose::from_parts(in_engine.translation(), heading).inverse();
        let shapes = in_engine.colliders().iter().filter_map(|&shape| self.engine.colliders.get(shape));
        let boxes = shapes.map(|it| it.shape().compute_aabb(&(body_from_world * *it.position())));
        let around = boxes.reduce(|one, other| one.merged(&other))?;
        let [least, most] = [around.mins, around.maxs].map(vector_from_engine);
        let radius = least.abs().max(most.abs()).truncate().length() + ROUNDING_M;
        Some(Extent { radius, heights: [height, middle.z + most.z + ABOVE_M] })
    }

    /// A zone in which a body meets nothing but the ground, and in which it can go on for some ticks: that which it stays in
    /// longest at its velocities, or else the largest about its place.
    pub(super) fn free_zone(&self, body: &ZoneRequest) -> Option<FreeZone> {
        let about_place = || ROOMS_M.into_iter().find_map(|room| self.if_free(body, (body.middle, room)));
        self.free_zone_ahead(body).or_else(about_place)
    }

    /// The zone that a body stays in longest at its velocities, if that is free.
    pub(super) fn free_zone_ahead(&self, body: &ZoneRequest) -> Option<FreeZone> {
        self.if_free(body, way_ahead(body.middle, body.velocities))
    }

    /// A zone with this middle and room [m], if it is free and the body can go on in it for some ticks.
    fn if_free(&self, body: &ZoneRequest, (middle, room): (DVec3, f64)) -> Option<FreeZone> {
        let way = body.velocities[0].length() * self.tick_s;
        let free = FreeZone::about(middle, room);
        let is_free =
            room >= 2.0 * way && self.is_free(body.id, body.handle, &body.extent.zone(free), body.ground);
        is_free.then_some(free)
    }

    /// Whether a zone can be that of a body.
    fn is_free(&self, id: NodeId, own: RigidBodyHandle, zone: &Zone, ground: ColliderHandle) -> bool {
        zone.fits()
            && self.planar.zones().overlapping(id, zone).is_none()
            && self.holds_only(ground, own, zone)
    }

    /// Has bodies in planar motion near a place give up what they do not need at once of their zones, so that each of two
    /// has half of the way between them.
    pub(super) fn shrink_neighbours(&mut self, id: NodeId, middle: DVec3, extent: Extent) {
        let needed = extent.zone(FreeZone::about(middle, ROOM_MIN_M));
        for _ in 0..NEIGHBOURS_MAX {
            let overlapping = self.planar.zones().overlapping(id, &needed);
            let Some((place, free)) = overlapping.and_then(|other| self.zone_beside(other, middle, extent))
            else {
                return;
            };
            self.planar.set_zone(place, free);
        }
    }

    /// The place of a body in planar motion, and a zone that leaves another one what it needs.
    fn zone_beside(&self, id: NodeId, middle: DVec3, other: Extent) -> Option<(usize, FreeZone)> {
        let body = self.body(id)?;
        let place = self.bodies.place(id)?;
        let planar = self.planar.get(place)?;
        let free = planar.zone_beside(middle, other, self.tick_s)?;
        let is_free = planar.contains(&free)
            || self.is_free(id, body.handle, &planar.extent.zone(free), planar.ground());
        is_free.then_some((place, free))
    }

    /// Whether nothing but level ground, and the shapes of one body, are in a zone, as far as rapier knows.
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

/// The middle and the room [m] of a zone that a body at a place stays in for long at these velocities [m/s, rad/s]: for good
/// if it goes round in a small circle.
fn way_ahead(place: DVec3, [linear, angular]: [DVec3; 2]) -> (DVec3, f64) {
    let speed = linear.truncate().length();
    let radius = speed / angular.z.abs();
    if radius + BESIDE_CIRCLE_M <= ROOMS_M[0] {
        let to_middle = DVec3::Z.cross(linear) / angular.z;
        return (place + to_middle, (radius + BESIDE_CIRCLE_M).max(ROOM_MIN_M));
    }
    let ahead = DVec3 { z: 0.0, ..linear }.normalize_or_zero();
    (place + ahead * (AHEAD * ROOMS_M[0]), ROOMS_M[0])
}

/// The part of a rotation that is about the vertical.
fn about_vertical(rotation: Rotation) -> Rotation {
    let turn = Rotation::from_xyzw(0.0, 0.0, rotation.z, rotation.w);
    if turn.length_squared() > f32::EPSILON { turn.normalize() } else { Rotation::IDENTITY }
}

/// The change of the turn rate about the vertical by a moment of a newton metre second and kilogram. [1/m²]
fn turns_per_impulse(body: &Body, in_engine: &RigidBody) -> f64 {
    if !body.physics.turns() {
        return 0.0;
    }
    let vertical = pose_from_engine(in_engine.position()).inverse().transform_vector(DVec3::Z);
    body.total.mass * vertical.dot(body.total.inverse_tensor() * vertical)
}

/// The mean distance of contacts from their middle, at which rapier's friction against turning acts. [m]
fn mean_lever(contacts: &[DVec3]) -> f64 {
    let middle = contacts.iter().sum::<DVec3>() / contacts.len() as f64;
    contacts.iter().map(|contact| contact.distance(middle)).sum::<f64>() / contacts.len() as f64
}

/// Whether contacts reach so far [m] to all sides of a point.
fn is_supported(middle: DVec2, contacts: &[DVec3], reach: f64) -> bool {
    let diagonal = DVec2::splat(std::f64::consts::FRAC_1_SQRT_2);
    let sides = [DVec2::X, diagonal, DVec2::Y, diagonal.perp()];
    sides
        .into_iter()
        .flat_map(|side| [side, -side])
        .all(|side| contacts.iter().any(|contact| (contact.truncate() - middle).dot(side) > reach))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zones_are_where_bodies_will_go() {
        let (v, w) = (DVec3::X * 0.6, DVec3::Z);
        assert_eq!(way_ahead(DVec3::Y, [v, w]), (DVec3::Y * 1.6, 0.65), "a circle to the left");
        assert_eq!(way_ahead(DVec3::ZERO, [v, -w]), (DVec3::Y * -0.6, 0.65), "to the right");
        assert_eq!(way_ahead(DVec3::ZERO, [v, DVec3::ZERO]), (DVec3::X * 0.75, 1.0), "straight on");
        assert_eq!(way_ahead(DVec3::ZERO, [DVec3::ZERO, w]), (DVec3::ZERO, 0.05), "on the spot");
        assert_eq!(way_ahead(DVec3::ZERO, [DVec3::ZERO; 2]), (DVec3::ZERO, 1.0));
    }

    #[test]
    fn a_body_is_supported_if_its_contacts_reach_to_all_sides() {
        let contacts =
            [(1.0, 0.4), (1.0, -0.4), (-1.0, 0.4), (-1.0, -0.4)].map(|(x, y)| DVec3::new(x, y, 0.0));
        let stands = |contacts: &[DVec3], reach| is_supported(DVec2::ZERO, contacts, reach);
        assert!(stands(&contacts, 0.3) && !stands(&contacts, 0.5));
        assert!(!stands(&contacts[..2], 0.0), "all contacts are in front");
        assert!(!is_supported(DVec2::new(0.9, 0.0), &contacts, 0.2));
        assert!(!stands(&[], 0.0));
    }
}
