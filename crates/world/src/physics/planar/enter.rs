//! Conditions under which bodies begin planar motion.

use glam::{DVec2, DVec3};
use rapier3d::dynamics::RigidBody;
use rapier3d::geometry::{BoundingVolume, ColliderHandle};
use rapier3d::math::{Pose as EnginePose, Rotation};

use crate::physics::body::state::Body;
use crate::physics::contacts::recycling_range::Range;
use crate::physics::convert::{pose_from_engine, vector_from_engine};
use crate::physics::planar::free_zone::ZoneRequest;
use crate::physics::planar::motion::{PlanarBody, Standing, Surface};
use crate::physics::planar::zones::Extent;
use crate::physics::rapier_world::Physics;
use crate::tree::node_tree::Tree;
use crate::{NodeId, Pose};

/// Number of driven ticks before a body may begin planar motion again, after it left planar motion or found no free zone.
pub(super) const WAITS_TICKS: u8 = 20;
/// Height of a zone above the body. [m]
const ABOVE_M: f64 = 0.1;
/// Rounding error of the size of a body in single precision. [m]
const ROUNDING_M: f64 = 1e-6;
/// Minimum vertical component of the normal of level ground.
const LEVEL_MIN: f32 = 0.99999;
/// Maximum vertical speed of a body that begins planar motion, in which it keeps its height. [m/s]
const SETTLED: f32 = 5e-4;
/// Maximum rate of roll and pitch of such a body. [rad/s]
const LEVELED: f32 = 2e-3;
/// Safety factor of the distance that contacts must reach in all directions so that friction does not tip the body.
const SUPPORT: f64 = 1.25;

impl Physics {
    /// The ground and size of a body, if it stood alone on level ground in this tick and its drive set its velocities.
    pub(crate) fn standing(&self, body: &Body, in_engine: &RigidBody, range: Range) -> Option<Standing> {
        let Range::Along(up) = range else { return None };
        let [tilts, rises] = [in_engine.angvel(), in_engine.linvel()];
        let is_ready = body.was_driven
            && body.planar_wait_ticks == 0
            && !body.is_touched_at_side
            && !body.linked
            && body.locked.is_empty()
            && !self.has_limits(NodeId::of_user_data(in_engine.user_data))
            && up.z.abs() >= LEVEL_MIN
            && rises.z.abs() <= SETTLED
            && tilts.x.abs().max(tilts.y.abs()) <= LEVELED
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

    /// Begins planar motion of the bodies for which there is a free zone.
    pub(crate) fn enter_planar(&mut self, tree: &Tree, standing: Vec<(NodeId, Standing)>) {
        let mut entered = false;
        for (id, standing) in standing {
            let middle =
                self.body(id).map_or(DVec3::ZERO, |body| tree.world_from(id).transform_point(body.center));
            self.shrink_neighbors(id, middle, standing.extent);
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
        let world_from_center = tree.world_from(id) * Pose::from_translation(body.center);
        let middle = world_from_center.translation;
        let (extent, ground) = (standing.extent, standing.surface.collider);
        let free =
            self.free_zone(&ZoneRequest { id, handle: body.handle, middle, velocities, extent, ground })?;
        let (center, rolls) = (body.center, body.rolls);
        Some(PlanarBody::new(id, world_from_center, center, velocities, rolls, standing, free))
    }

    /// The size of a body about its center of mass, on ground at a height.
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
}

/// The part of a rotation about the vertical.
fn about_vertical(rotation: Rotation) -> Rotation {
    let turn = Rotation::from_xyzw(0.0, 0.0, rotation.z, rotation.w);
    if turn.length_squared() > f32::EPSILON { turn.normalize() } else { Rotation::IDENTITY }
}

/// The change of the turn rate about the vertical per unit of angular impulse, times the mass. [1/m²]
fn turns_per_impulse(body: &Body, in_engine: &RigidBody) -> f64 {
    if !body.physics.turns() {
        return 0.0;
    }
    let vertical = pose_from_engine(in_engine.position()).inverse().transform_vector(DVec3::Z);
    body.total.mass * vertical.dot(body.total.inverse_tensor() * vertical)
}

/// The mean distance of contacts from their center, at which rapier's friction against rotation acts. [m]
fn mean_lever(contacts: &[DVec3]) -> f64 {
    let middle = contacts.iter().sum::<DVec3>() / contacts.len() as f64;
    contacts.iter().map(|contact| contact.distance(middle)).sum::<f64>() / contacts.len() as f64
}

/// Whether contacts extend by `reach` [m] in all directions from a point.
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
    fn body_is_supported_if_its_contacts_reach_in_all_directions() {
        let contacts =
            [(1.0, 0.4), (1.0, -0.4), (-1.0, 0.4), (-1.0, -0.4)].map(|(x, y)| DVec3::new(x, y, 0.0));
        let stands = |contacts: &[DVec3], reach| is_supported(DVec2::ZERO, contacts, reach);
        assert!(stands(&contacts, 0.3) && !stands(&contacts, 0.5));
        assert!(!stands(&contacts[..2], 0.0), "all contacts are in front");
        assert!(!is_supported(DVec2::new(0.9, 0.0), &contacts, 0.2));
        assert!(!stands(&[], 0.0));
    }
}
