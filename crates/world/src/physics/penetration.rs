//! Objects that start inside of other bodies: how deep they are, and how far they must be raised to stand on them.

use glam::DVec3;
use rapier3d::math::Pose as EnginePose;
use rapier3d::parry::bounding_volume::{Aabb, BoundingVolume};
use rapier3d::parry::query::{Ray, intersection_test};
use rapier3d::prelude::SharedShape;

use crate::physics::convert::{pose_to_engine, vector_from_engine, vector_to_engine};
use crate::physics::shapes::part_of_box::part_of_box;
use crate::raycast::ray_queries;
use crate::{NodeId, Pose, RayFilter, World};

/// Depths up to this count as contact. [m]
const TOUCHES_M: f64 = 1e-3;
/// Precision of depths. [m]
const PRECISE_M: f64 = 1e-4;
/// Number of distances at which the search for a free place looks, at least.
const PLACES: f64 = 24.0;
/// The same, at most.
const PLACES_MAX: f64 = 200.0;
/// An object is raised if it is inside of the other body by at most this share of the distance to the side in which it
/// would have to move otherwise: it stands in a floor, not in a wall.
const RAISED_UP_TO: f64 = 2.0;

/// An object inside of another body.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Penetration {
    /// The node of the other body.
    pub other: NodeId,
    /// The shortest distance upwards or to a side to a place in which the object is free. [m]
    pub depth: f64,
    /// The height by which the object must be raised to stand on bodies that do not move, margins included; `None` if it is
    /// inside of a wall or of a body that moves. [m]
    pub raise: Option<f64>,
}

/// The shapes of an object, relative to the middle of the object.
struct Solids {
    middle: DVec3,
    half: DVec3,
    shapes: Vec<Own>,
    /// The largest margin of its shapes. [m]
    margin: f64,
    /// Whether all of its shapes meet surfaces without margins.
    ignores_margins: bool,
}

/// A shape of the object.
struct Own {
    pose: EnginePose,
    shape: SharedShape,
    aabb: Aabb,
}

/// See [`World::penetration`].
pub(crate) fn penetration(world: &World, object: NodeId) -> Option<Penetration> {
    let solids = solids_of(world, object)?;
    let others = nearby_bodies(world, object, &solids);
    let other = solids.met_at(DVec3::Z * TOUCHES_M, &others)?;
    let up = solids.way_out(DVec3::Z, &others);
    let sides = [DVec3::X, -DVec3::X, DVec3::Y, -DVec3::Y];
    let aside = sides.into_iter().filter_map(|side| solids.way_out(side, &others)).reduce(f64::min);
    let depth = [up, aside].into_iter().flatten().reduce(f64::min).unwrap_or(solids.half.z * 2.0);
    if depth <= TOUCHES_M {
        return None;
    }
    let margins = if solids.ignores_margins { 0.0 } else { solids.margin + margin_of(world, other) };
    let on_floor = up.filter(|up| aside.is_none_or(|aside| *up <= RAISED_UP_TO * aside));
    let raise = on_floor.filter(|_| !world.is_free(other)).map(|up| up + margins);
    Some(Penetration { other, depth, raise })
}

/// A shape of another body, relative to the middle of the object.
struct Other {
    node: NodeId,
    pose: EnginePose,
    shape: SharedShape,
    aabb: Aabb,
}

/// The shapes near an object of bodies that are not part of the same tree.
fn nearby_bodies(world: &World, object: NodeId, solids: &Solids) -> Vec<Other> {
    let root = std::iter::successors(Some(object), |&node| world.parent(node)).last().unwrap_or(object);
    let own = world.subtree_set(root);
    let filter = RayFilter { except: Some(&own), ..RayFilter::default() };
    let near = ray_queries::obstacle_parts_near(
        world,
        Pose::from_translation(solids.middle),
        solids.half * 5.0,
        &filter,
    );
    let mut others = Vec::new();
    for (node, part) in near {
        let Some((node_from_part, shape)) = world.physics.shapes(node).nth(part as usize) else {
            continue;
        };
        let world_from_part = world.tree.world_from(node) * node_from_part;
        let from_middle = pose_to_engine(Pose::from_translation(-solids.middle) * world_from_part);
        let (pose, shape) = part_of_box(shape, &from_middle, 3.0 * solids.half.length() as f32)
            .unwrap_or_else(|| (from_middle, shape.clone()));
        others.push(Other { node, pose, aabb: shape.compute_aabb(&pose), shape });
    }
    others
}

/// The shapes of a node and its descendants; `None` without shapes.
fn solids_of(world: &World, object: NodeId) -> Option<Solids> {
    let collides = |node: &NodeId| world.physics.body(*node).is_some_and(|body| body.physics.collides());
    let bodies: Vec<NodeId> = world.tree.subtree(object).into_iter().filter(collides).collect();
    let parts: Vec<(Pose, SharedShape)> = bodies
        .iter()
        .flat_map(|&node| {
            let world_from_node = world.tree.world_from(node);
            world.physics.shapes(node).map(move |(pose, shape)| (world_from_node * pose, shape.clone()))
        })
        .collect();
    let origin = world.tree.world_from(object).translation;
    let from_origin = |pose: Pose| pose_to_engine(Pose::from_translation(-origin) * pose);
    let boxes = parts.iter().map(|(pose, shape)| shape.compute_aabb(&from_origin(*pose)));
    let corners = boxes.map(|it| [vector_from_engine(it.mins), vector_from_engine(it.maxs)]);
    let [low, high] = corners.reduce(|[low, high], [least, most]| [low.min(least), high.max(most)])?;
    let middle = origin + (low + high) / 2.0;
    let shapes = parts
        .into_iter()
        .map(|(world_from_shape, shape)| {
            let pose = pose_to_engine(Pose::from_translation(-middle) * world_from_shape);
            Own { pose, aabb: shape.compute_aabb(&pose), shape }
        })
        .collect();
    let margin = bodies.iter().map(|&node| margin_of(world, node)).fold(0.0, f64::max);
    let ignores_margins =
        bodies.iter().all(|&node| world.physics.body(node).is_some_and(|body| body.ignores_margins));
    Some(Solids { middle, half: (high - low) / 2.0, shapes, margin, ignores_margins })
}

/// The largest margin of the shapes of a node. [m]
fn margin_of(world: &World, node: NodeId) -> f64 {
    let parts = world.physics.body(node).map_or(&[][..], |body| &body.parts);
    parts.iter().map(|part| part.margin).fold(0.0, f64::max)
}

impl Solids {
    /// The first body that the object meets after it was moved. [m]
    fn met_at(&self, moved: DVec3, others: &[Other]) -> Option<NodeId> {
        let moved = vector_to_engine(moved);
        let meets = |other: &&Other| {
            self.shapes.iter().any(|own| {
                let mut pose = own.pose;
                pose.translation += moved;
                let aabb = Aabb { mins: own.aabb.mins + moved, maxs: own.aabb.maxs + moved };
                aabb.intersects(&other.aabb)
                    && intersection_test(&pose, &*own.shape, &other.pose, &*other.shape)
                        .is_ok_and(|found| found.intersecting)
            })
        };
        others.iter().find(meets).map(|other| other.node)
    }

    /// Whether a surface passes between the shapes of the object after it was moved: it meets none of them, but one of them is
    /// below it and the top of the object above. Where feet are small, a floor fits between them and the legs. [m]
    fn straddles(&self, moved: DVec3, others: &[Other]) -> bool {
        let moved = vector_to_engine(moved);
        let top = self.half.z as f32 + moved.z;
        let up = vector_to_engine(DVec3::Z);
        self.shapes.iter().any(|own| {
            let from = own.aabb.center() + moved;
            let ray = Ray::new(from, up);
            others.iter().any(|it| it.shape.cast_ray(&it.pose, &ray, top - from.z, true).is_some())
        })
    }

    /// The least half size of a shape. [m]
    fn thinnest(&self) -> f64 {
        let thin = self.shapes.iter().map(|own| own.aabb.half_extents().min_element());
        f64::from(thin.fold(f32::INFINITY, f32::min))
    }

    /// The distance in a direction to the nearest place in which the object is free, up to twice its size. [m]
    fn way_out(&self, direction: DVec3, others: &[Other]) -> Option<f64> {
        let size = 2.0 * self.half.dot(direction.abs());
        // Small parts, such as wheels, must not jump over a surface.
        let step = (size / PLACES).min(self.thinnest()).max(2.0 * size / PLACES_MAX).max(PRECISE_M);
        let is_up = direction.z > 0.0;
        let meets = |way: f64| {
            let moved = direction * way;
            self.met_at(moved, others).is_some() || is_up && self.straddles(moved, others)
        };
        let (mut inside, mut free) = (0.0, step);
        while meets(free) {
            inside = free;
            free += step;
            if free > 2.0 * size {
                return None;
            }
        }
        while free - inside > PRECISE_M {
            let middle = (inside + free) / 2.0;
            if meets(middle) { inside = middle } else { free = middle }
        }
        Some(free)
    }
}
