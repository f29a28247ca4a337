//! Overlap queries, for contact sensors and for sensors that detect objects in a cone.

use glam::{DQuat, DVec3};
use rapier3d::parry::query::intersection_test;
use rapier3d::prelude::SharedShape;

use crate::physics::convert::{fits, pose_to_engine, vector_to_engine};
use crate::raycast::ray_queries;
use crate::{NodeId, Pose, RayFilter, World};

/// A region in its own frame.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Volume {
    /// A box centered at the origin.
    Box {
        /// Half the size along each axis. [m]
        half_extents: DVec3,
    },
    /// A ball centered at the origin.
    Ball {
        /// Radius. [m]
        radius: f64,
    },
    /// A cone with its tip at the origin that opens along +x and ends in a flat base.
    Cone {
        /// Distance from the tip to the base. [m]
        length: f64,
        /// Angle between the axis and the rim, less than a quarter turn. [rad]
        half_opening: f64,
    },
}

impl Volume {
    /// Half extents and center of the bounding box, along the axes of its frame. [m]
    fn extent(&self) -> (DVec3, DVec3) {
        match *self {
            Volume::Box { half_extents } => (half_extents, DVec3::ZERO),
            Volume::Ball { radius } => (DVec3::splat(radius), DVec3::ZERO),
            Volume::Cone { length, half_opening } => {
                let radius = length * libm::tan(half_opening);
                (DVec3::new(length / 2.0, radius, radius), DVec3::new(length / 2.0, 0.0, 0.0))
            }
        }
    }

    /// The rapier shape and its pose in the frame of the volume; `None` for a volume of size zero.
    fn solid(&self) -> Option<(Pose, SharedShape)> {
        let (half, middle) = self.extent();
        if !fits(half) || half.min_element() <= 0.0 {
            return None;
        }
        let half_in_engine = vector_to_engine(half);
        Some(match self {
            Volume::Box { .. } => {
                let shape = SharedShape::cuboid(half_in_engine.x, half_in_engine.y, half_in_engine.z);
                (Pose::IDENTITY, shape)
            }
            Volume::Ball { .. } => (Pose::IDENTITY, SharedShape::ball(half_in_engine.x)),
            Volume::Cone { .. } => {
                // rapier's cones have their tip along y.
                let rotation = DQuat::from_rotation_arc(DVec3::Y, DVec3::NEG_X);
                let shape = SharedShape::cone(half_in_engine.x, half_in_engine.y);
                (Pose { translation: middle, rotation }, shape)
            }
        })
    }
}

/// See [`World::bodies_in`].
pub(crate) fn bodies_in(
    world: &World,
    world_from_volume: Pose,
    volume: &Volume,
    filter: &RayFilter<'_>,
) -> Vec<NodeId> {
    let (Some((volume_from_solid, shape)), Some(world_from_volume)) =
        (volume.solid(), world_from_volume.normalized().filter(|pose| fits(pose.translation)))
    else {
        return Vec::new();
    };
    let (half, middle) = volume.extent();
    let world_from_solid = world_from_volume * volume_from_solid;
    let box_in_world = Pose { translation: world_from_volume.transform_point(middle), ..world_from_volume };
    let found = ray_queries::obstacle_parts_near(world, box_in_world, half, filter)
        .into_iter()
        .filter(|&(node, part)| {
            let Some((node_from_part, body)) = world.physics.shapes(node).nth(part as usize) else {
                return false;
            };
            // The relative pose is computed first, so that single precision suffices anywhere in the world.
            let world_from_part = world.tree.world_from(node) * node_from_part;
            let solid_from_part = pose_to_engine(world_from_solid.inverse() * world_from_part);
            let at_origin = pose_to_engine(Pose::IDENTITY);
            // The query fails only for pairs of shape types that bodies and volumes do not have.
            intersection_test(&at_origin, &*shape, &solid_from_part, &**body).is_ok_and(|it| it.intersecting)
        })
        .map(|(node, _)| node);
    in_order(found)
}

/// See [`World::objects_in`].
pub(crate) fn objects_in(
    world: &World,
    world_from_volume: Pose,
    volume: &Volume,
    own: NodeId,
    is_sought: impl Fn(NodeId) -> bool,
) -> Vec<NodeId> {
    let whole_of = |node| nearest_above(world, node, &is_sought);
    let parts = world.tree.ids().filter(|&node| whole_of(node).is_some()).collect();
    let own = world.subtree_set(own);
    let filter = RayFilter { only: Some(&parts), except: Some(&own), ..RayFilter::default() };
    let bodies = bodies_in(world, world_from_volume, volume, &filter);
    in_order(bodies.into_iter().filter_map(whole_of))
}

/// See [`World::objects_touching`].
pub(crate) fn objects_touching(
    world: &World,
    node: NodeId,
    own: NodeId,
    is_sought: impl Fn(NodeId) -> bool,
) -> Vec<NodeId> {
    let engine = &world.physics.engine;
    let own = world.subtree_set(own);
    let below = world.tree.subtree(node);
    let colliders =
        below.iter().filter_map(|&part| world.physics.body(part)).flat_map(|body| body.colliders());
    let others = colliders.flat_map(|part| {
        let pairs = engine.narrow_phase.contact_pairs_with(part);
        let touching = pairs.filter(|pair| pair.has_any_active_contact());
        let of_bodies =
            touching.map(move |pair| if pair.collider1 == part { pair.collider2 } else { pair.collider1 });
        let pairs = engine.narrow_phase.intersection_pairs_with(part);
        let inside = pairs.filter(|&(_, _, is_inside)| is_inside);
        of_bodies.chain(inside.map(move |(one, other, _)| if one == part { other } else { one }))
    });
    let nodes = others
        .filter_map(|other| engine.colliders.get(other))
        .map(|collider| NodeId::of_user_data(collider.user_data))
        .chain(world.physics.planar_touching(&below))
        .filter(|&other| !own.contains(other));
    in_order(nodes.filter_map(|other| nearest_above(world, other, &is_sought)))
}

/// The nearest node that matches: the given node or one of its ancestors.
fn nearest_above(world: &World, node: NodeId, is_sought: &impl Fn(NodeId) -> bool) -> Option<NodeId> {
    std::iter::successors(Some(node), |&at| world.parent(at)).find(|&at| is_sought(at))
}

/// Sorts nodes in the order of adding and removes duplicates.
fn in_order(nodes: impl Iterator<Item = NodeId>) -> Vec<NodeId> {
    let mut nodes: Vec<NodeId> = nodes.collect();
    nodes.sort_unstable();
    nodes.dedup();
    nodes
}
