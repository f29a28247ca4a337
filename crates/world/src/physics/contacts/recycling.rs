//! Contact recycling: the range in which each body may move before its contacts are computed again.
//!
//! rapier recycles the contacts of two shapes that have hardly moved relative to each other; the contact points move with
//! the bodies. But rapier scales each rotation by the size of the larger shape: on a ground of a kilometer, a tiny rotation
//! of a robot counts as meters of motion, so its contacts are computed in each tick. Here, the size of each body is used
//! instead. A body that stands alone on flat ground keeps its contacts for longer, because the same corners touch everywhere.
//!
//! rapier is configured to keep the contacts of touching shapes for as long as possible. Shapes with a hook are excluded:
//! rapier never recycles their contacts. rapier's own rule still applies to shapes that do not touch.

use rapier3d::dynamics::{RigidBody, RigidBodyHandle};
use rapier3d::geometry::{Collider, ColliderHandle};
use rapier3d::math::{Real, Vector};
use rapier3d::pipeline::ActiveHooks;

use crate::NodeId;
use crate::physics::body::state::Body;
use crate::physics::contacts::recycling_range::{ALONG_M, ContactRecycling, NEAR_M, ROUND_M, Range};
use crate::physics::contacts::recycling_rule::RecyclingRule;
use crate::physics::contacts::{corners, is_flat_around};
use crate::physics::rapier_world::Physics;

/// The hook that makes rapier compute the contacts of a shape. rapier calls this hook for sensors only.
pub(crate) const FINDS_CONTACTS: ActiveHooks = ActiveHooks::FILTER_INTERSECTION_PAIR;

impl Physics {
    /// The range of a body, if it has changed in this tick.
    pub(crate) fn new_range(&self, body: &Body, in_engine: &RigidBody) -> Option<Range> {
        let way = || (in_engine.translation() - body.contact_recycling.world_from_body.translation).length();
        let range = if body.is_due { self.range(in_engine, way()) } else { body.contact_recycling.range };
        let contact_recycling = ContactRecycling { range, ..body.contact_recycling };
        let exceeded =
            contact_recycling.is_exceeded(in_engine.position(), in_engine.mass_properties().max_extent());
        let range = if exceeded { Range::Empty } else { range };
        (range != body.contact_recycling.range).then_some(range)
    }

    /// The range of a body from its pose before this tick, at which its contacts were computed.
    fn range(&self, in_engine: &RigidBody, way: Real) -> Range {
        let touched = || self.touched(in_engine);
        if self.recycling_rule != RecyclingRule::Bodies && touched().any(|(_, other)| self.is_moving(other)) {
            // Only the number of such bodies is needed in this case.
            return Range::Near(NEAR_M);
        }
        touched().map(|(own, other)| self.range_upon(own, other, way)).fold(Range::Unlimited, Range::and)
    }

    /// Pairs of a shape of a body and a shape that it touches.
    fn touched<'a>(&'a self, in_engine: &'a RigidBody) -> impl Iterator<Item = (&'a Collider, &'a Collider)> {
        let pairs = in_engine.colliders().iter().flat_map(|&own| {
            let pairs = self.engine.narrow_phase.contact_pairs_with(own);
            pairs.filter(|pair| pair.has_any_active_contact()).map(move |pair| {
                let other = if pair.collider1 == own { pair.collider2 } else { pair.collider1 };
                [own, other]
            })
        });
        let colliders = &self.engine.colliders;
        pairs.filter_map(|[own, other]| Some((colliders.get(own)?, colliders.get(other)?)))
    }

    /// Whether physics moves the body that carries a shape.
    fn is_moving(&self, shape: &Collider) -> bool {
        shape.parent().and_then(|carrier| self.engine.bodies.get(carrier)).is_some_and(RigidBody::is_dynamic)
    }

    /// The range that one touched shape allows.
    fn range_upon(&self, own: &Collider, other: &Collider, way: Real) -> Range {
        if let (Some(mesh), false) = (other.shape().as_trimesh(), self.is_moving(other)) {
            let ground_from_own = other.position().inv_mul(own.position());
            if let Some(up) = is_flat_around(mesh, own.shape(), &ground_from_own, ALONG_M + way) {
                return Range::Along(other.position().rotation * up);
            }
        }
        let is_cornered = |it: &Collider| corners(it.shape(), &mut [Vector::ZERO; 8]).is_some();
        Range::Near(if is_cornered(own) && is_cornered(other) { NEAR_M } else { ROUND_M })
    }

    /// Sets or clears the mark on the shapes of a body that makes rapier compute their contacts.
    pub(crate) fn mark(&mut self, body: RigidBodyHandle, finds_contacts: bool) {
        let engine = &mut *self.engine;
        let Some(in_engine) = engine.bodies.get(body) else { return };
        for &handle in in_engine.colliders() {
            if let Some(collider) = engine.colliders.get_mut(handle) {
                let mut hooks = collider.active_hooks();
                hooks.set(FINDS_CONTACTS, finds_contacts);
                collider.set_active_hooks(hooks);
            }
        }
    }

    /// Makes rapier recompute the contacts of the bodies that carry these shapes, and of bodies near them.
    pub(crate) fn forget_contacts_near(&mut self, shapes: &[ColliderHandle]) {
        let pairs = shapes.iter().flat_map(|&shape| self.engine.narrow_phase.contact_pairs_with(shape));
        let near = pairs.flat_map(|pair| [pair.collider1, pair.collider2]).chain(shapes.iter().copied());
        self.forget_contacts(&near.collect::<Vec<_>>());
    }

    /// Makes rapier recompute the contacts of the bodies that carry these shapes.
    pub(crate) fn forget_contacts(&mut self, shapes: &[ColliderHandle]) {
        let engine = &self.engine;
        let carriers = shapes.iter().filter_map(|&shape| engine.colliders.get(shape)?.parent());
        let nodes =
            carriers.filter_map(|carrier| Some(NodeId::of_user_data(engine.bodies.get(carrier)?.user_data)));
        for node in nodes.collect::<Vec<_>>() {
            if let Some(body) = self.bodies.get_mut(node) {
                body.contact_recycling.range = Range::Empty;
                self.watch(node);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::{BodySpec, LockedAxes, NodeSpec, PhysicsSettings, PhysicsType, Pose, Shape, World};
    use glam::DVec3;

    #[test]
    fn contacts_of_robot_on_flat_ground_are_computed_in_few_ticks() {
        let mut world = World::new(PhysicsSettings::default());
        let corners = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)];
        let corners = corners.map(|(x, y)| DVec3::new(x, y, 0.0) * 1000.0);
        let plate = Shape::mesh(corners, vec![[0, 1, 2], [0, 2, 3]]);
        let ground = BodySpec { shapes: vec![(Pose::IDENTITY, plate)], ..BodySpec::default() };
        world.add_node(NodeSpec::new("ground").with_body(ground)).unwrap();
        let half_extents = DVec3::new(0.5, 0.3, 0.2);
        let shapes = vec![(Pose::IDENTITY, Shape::Box { half_extents })];
        // A body with a locked axis never enters planar motion.
        let locked = LockedAxes { rotation: [true, false, false], ..LockedAxes::default() };
        let body = BodySpec { shapes, physics: PhysicsType::RigidBody, locked, ..BodySpec::default() };
        let place = Pose::from_translation(DVec3::new(7.0, 5.0, 0.2));
        let robot = world.add_node(NodeSpec::new("robot").at(place).with_body(body)).unwrap();
        let mut found = 0;
        for _ in 0..120 {
            let ahead = world.world_from(robot).rotation * DVec3::X;
            world.set_velocities(robot, ahead, DVec3::Z * 0.5);
            world.advance();
            found += usize::from(world.physics.body(robot).unwrap().finds_contacts);
        }
        assert!((3..20).contains(&found), "in {found} of 120 ticks");
    }
}
