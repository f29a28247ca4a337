//! How far each body may go until its contacts are found anew.
//!
//! The engine keeps the contacts of two shapes that have hardly moved against each other: they ride along with the bodies.
//! But it reckons every turn with the size of the larger shape. On a ground of a kilometre, a robot that turns by a hair
//! has moved by metres, so that its contacts are found in each tick. Here each body reckons with its own size, and one that
//! stands alone on flat ground, whose contacts are the same corners wherever it goes, keeps them for longer.
//!
//! The engine is told to keep the contacts of shapes that touch for as long as it can, and in which bodies it cannot: it
//! never keeps those of shapes with a hook. What does not touch yet it judges by itself, as ever.

use std::sync::{Mutex, PoisonError};

use rapier3d::dynamics::{RigidBody, RigidBodyHandle, RigidBodySet, SoftBodySet, SoftBodyTearEvent};
use rapier3d::geometry::{Collider, ColliderHandle, ColliderSet, CollisionEvent, ContactPair};
use rapier3d::math::{Pose as EnginePose, Real, Vector};
use rapier3d::pipeline::{ActiveHooks, EventHandler};
use serde::{Deserialize, Serialize};

use crate::NodeId;
use crate::contacts::{corners, is_flat_around};
use crate::keeping::Keeping;
use crate::physics::{Body, Physics};

/// The hook of shapes whose contacts have to be found: one that the engine asks nothing about, but for sensors.
pub(crate) const FINDS_CONTACTS: ActiveHooks = ActiveHooks::FILTER_INTERSECTION_PAIR;

/// How far every point of boxes and hulls may go. Two of them then move by 5 cm against each other, as the engine has it. [m]
const NEAR_M: Real = 0.025;
/// How far if it, or what it touches, is round or uneven: its contacts do not stay where they are on it. [m]
const ROUND_M: Real = 0.002;
/// How far a body may go along flat ground. [m]
const ALONG_M: Real = 0.5;
/// How far any point of it may rise or sink meanwhile: if it tilts, other corners come down. [m]
const OFF_M: Real = 0.005;

/// Where the contacts of a body were found, and how far from there they hold.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub(crate) struct Leeway {
    world_from_body: EnginePose,
    pub(crate) range: Range,
}

/// How far a body may go.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub(crate) enum Range {
    /// Nowhere: contacts are found in the coming tick.
    Nowhere,
    /// Every point of it by so much. [m]
    Near(Real),
    /// As far as it likes: it touches nothing.
    Anywhere,
    /// Along flat ground with this normal, with hardly a point nearer to it or farther from it.
    Along(Vector),
}

impl Leeway {
    /// That of a body here whose contacts are found in the coming tick.
    pub(crate) fn none(world_from_body: EnginePose) -> Leeway {
        Leeway { world_from_body, range: Range::Nowhere }
    }

    /// Whether a body that is now here, and no point of which is farther than `extent` [m] from its centre, has gone too far.
    fn is_exceeded(&self, world_from_body: &EnginePose, extent: Real) -> bool {
        let way = world_from_body.translation - self.world_from_body.translation;
        let turn = world_from_body.rotation * self.world_from_body.rotation.inverse();
        match self.range {
            Range::Nowhere => true,
            Range::Anywhere => false,
            Range::Near(within) => {
                let chord = 2.0 * Vector::new(turn.x, turn.y, turn.z).length();
                way.length() + chord * extent > within
            }
            Range::Along(up) => {
                let tilt = (turn * up - up).length();
                way.dot(up).abs() + tilt * extent > OFF_M || way.length() > ALONG_M
            }
        }
    }
}

impl Range {
    /// How far a body may go for the sake of two things that it touches.
    fn and(self, other: Range) -> Range {
        match (self, other) {
            (Range::Along(up), Range::Along(same)) if up.dot(same) > 0.9999 => self,
            (Range::Nowhere, _) | (_, Range::Nowhere) => Range::Nowhere,
            (Range::Anywhere, range) | (range, Range::Anywhere) => range,
            _ => Range::Near(self.in_any_direction().min(other.in_any_direction())),
        }
    }

    fn in_any_direction(self) -> Real {
        match self {
            Range::Nowhere => 0.0,
            Range::Anywhere => Real::MAX,
            Range::Near(within) => within,
            Range::Along(_) => NEAR_M,
        }
    }
}

impl Physics {
    /// How far a body may go, if that has changed in this tick.
    pub(crate) fn new_range(&self, body: &Body, in_engine: &RigidBody) -> Option<Range> {
        let way = || (in_engine.translation() - body.leeway.world_from_body.translation).length();
        let range = if body.is_due { self.range(in_engine, way()) } else { body.leeway.range };
        let leeway = Leeway { range, ..body.leeway };
        let exceeded = leeway.is_exceeded(in_engine.position(), in_engine.mass_properties().max_extent());
        let range = if exceeded { Range::Nowhere } else { range };
        (range != body.leeway.range).then_some(range)
    }

    /// How far a body may go from where it was before this tick, in which its contacts were found.
    fn range(&self, in_engine: &RigidBody, way: Real) -> Range {
        let touched = || self.touched(in_engine);
        if self.keeping != Keeping::Bodies && touched().any(|(_, other)| self.is_moving(other)) {
            // Only how many are like that is of interest then.
            return Range::Near(NEAR_M);
        }
        touched().map(|(own, other)| self.range_upon(own, other, way)).fold(Range::Anywhere, Range::and)
    }

    /// Which shapes of a body touch which others.
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

    /// Whether physics moves what carries a shape.
    fn is_moving(&self, shape: &Collider) -> bool {
        shape.parent().and_then(|carrier| self.engine.bodies.get(carrier)).is_some_and(RigidBody::is_dynamic)
    }

    /// How far for the sake of one shape that it touches.
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

    /// Marks the shapes of a body, so that the engine finds its contacts, or takes the mark away.
    pub(crate) fn mark(&mut self, body: RigidBodyHandle, finds_contacts: bool) {
        let Some(in_engine) = self.engine.bodies.get(body) else { return };
        for &handle in in_engine.colliders() {
            if let Some(collider) = self.engine.colliders.get_mut(handle) {
                let mut hooks = collider.active_hooks();
                hooks.set(FINDS_CONTACTS, finds_contacts);
                collider.set_active_hooks(hooks);
            }
        }
    }

    /// Has the contacts of the bodies found anew that carry these shapes, or are near them.
    pub(crate) fn forget_contacts_near(&mut self, shapes: &[ColliderHandle]) {
        let pairs = shapes.iter().flat_map(|&shape| self.engine.narrow_phase.contact_pairs_with(shape));
        let near = pairs.flat_map(|pair| [pair.collider1, pair.collider2]).chain(shapes.iter().copied());
        self.forget_contacts(&near.collect::<Vec<_>>());
    }

    /// Has the contacts of the bodies found anew that carry these shapes.
    pub(crate) fn forget_contacts(&mut self, shapes: &[ColliderHandle]) {
        let engine = &self.engine;
        let carriers = shapes.iter().filter_map(|&shape| engine.colliders.get(shape)?.parent());
        let nodes = carriers.filter_map(|carrier| Some(NodeId(engine.bodies.get(carrier)?.user_data as u32)));
        for node in nodes {
            if let Some(body) = self.bodies.get_mut(node.index()).and_then(Option::as_mut) {
                body.leeway.range = Range::Nowhere;
            }
        }
    }
}

/// Shapes that began to touch another one.
#[derive(Default)]
pub(crate) struct Touches(Mutex<Vec<ColliderHandle>>);

impl Touches {
    pub(crate) fn into_shapes(self) -> Vec<ColliderHandle> {
        self.0.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}

impl EventHandler for Touches {
    fn handle_collision_event(
        &self,
        _: &RigidBodySet,
        _: &ColliderSet,
        event: CollisionEvent,
        _: Option<&ContactPair>,
    ) {
        if let CollisionEvent::Started(one, other, _) = event {
            self.0.lock().unwrap_or_else(PoisonError::into_inner).extend([one, other]);
        }
    }

    fn handle_contact_force_event(
        &self,
        _: Real,
        _: &RigidBodySet,
        _: &ColliderSet,
        _: &ContactPair,
        _: Real,
    ) {
    }

    fn handle_soft_body_tear_event(&self, _: &SoftBodySet, _: &SoftBodyTearEvent) {}
}

#[cfg(test)]
mod tests {
    use glam::DVec3;
    use rapier3d::math::Rotation;

    use super::*;
    use crate::{BodySpec, NodeSpec, PhysicsSettings, PhysicsType, Pose, Shape, World};

    const EXTENT_M: Real = 2.0;

    fn turned(axis: Vector, angle: Real) -> EnginePose {
        EnginePose::from_parts(Vector::ZERO, Rotation::from_axis_angle(axis, angle))
    }

    #[test]
    fn a_way_and_a_turn_count_together() {
        let leeway = Leeway { range: Range::Near(0.1), ..Leeway::none(EnginePose::IDENTITY) };
        let is_exceeded = |way: Real, turn: Real| {
            let pose = EnginePose { translation: Vector::Y * way, ..turned(Vector::X, turn) };
            leeway.is_exceeded(&pose, EXTENT_M)
        };
        assert!(!is_exceeded(0.09, 0.0) && is_exceeded(0.11, 0.0));
        assert!(!is_exceeded(0.0, 0.045) && is_exceeded(0.0, -0.055));
        assert!(is_exceeded(0.09, 0.045));
    }

    #[test]
    fn along_the_ground_there_is_more_room_than_out_of_it() {
        let up = Vector::Z;
        let leeway = Leeway { range: Range::Along(up), ..Leeway::none(EnginePose::IDENTITY) };
        let is_exceeded = |pose: EnginePose| leeway.is_exceeded(&pose, EXTENT_M);
        let at = |way: Vector| EnginePose::from_translation(way);
        assert!(!is_exceeded(at(Vector::X * 0.45)) && is_exceeded(at(Vector::X * 0.55)));
        assert!(!is_exceeded(at(up * -0.004)) && is_exceeded(at(up * -0.006)));
        assert!(!is_exceeded(turned(up, 1.0)) && is_exceeded(turned(Vector::X, 0.02)));
    }

    #[test]
    fn of_two_ranges_the_smaller_one_counts() {
        let [flat, slope] = [Vector::Z, Vector::X].map(Range::Along);
        assert_eq!(flat.and(flat), flat);
        assert_eq!(flat.and(slope), Range::Near(NEAR_M));
        assert_eq!(flat.and(Range::Near(ROUND_M)), Range::Near(ROUND_M));
        assert_eq!(Range::Near(ROUND_M).and(Range::Nowhere), Range::Nowhere);
        assert_eq!(Range::Anywhere.and(flat), flat);
    }

    #[test]
    fn contacts_of_a_robot_on_flat_ground_are_found_in_few_ticks() {
        let mut world = World::new(PhysicsSettings::default());
        let corners = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)];
        let corners = corners.map(|(x, y)| DVec3::new(x, y, 0.0) * 1000.0);
        let plate = Shape::mesh(corners, vec![[0, 1, 2], [0, 2, 3]]);
        let ground = BodySpec { shapes: vec![(Pose::IDENTITY, plate)], ..BodySpec::default() };
        world.add_node(NodeSpec::new("ground").with_body(ground)).unwrap();
        let half_extents = DVec3::new(0.5, 0.3, 0.2);
        let shapes = vec![(Pose::IDENTITY, Shape::Box { half_extents })];
        let body = BodySpec { shapes, physics: PhysicsType::RigidBody, ..BodySpec::default() };
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
