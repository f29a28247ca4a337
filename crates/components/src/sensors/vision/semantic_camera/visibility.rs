//! Tests whether objects are visible in an image.

use morse_render::Picture;
use morse_sim::prelude::*;
use morse_world::{NodeId, NodeSet, Ray, RayFilter, RayKind, World};

use crate::common::camera::Intrinsics;

/// Keeps the objects that a pixel shows, and the objects whose origin is in the image and not occluded. The test of the
/// origin finds objects smaller than a pixel.
pub(super) fn keep_visible(
    objects: &mut Vec<NodeId>,
    view: &SenseContext<'_>,
    picture: &Picture,
    intrinsics: &Intrinsics,
) {
    let world = view.world;
    let mut rendered = NodeSet::default();
    let mut last = None;
    for &node in picture.nodes.iter().flatten() {
        if last != Some(node) {
            rendered.insert(node);
            last = Some(node);
        }
    }
    objects.retain(|&object| {
        world.subtree(object).into_iter().any(|part| rendered.contains(part))
            || is_first_hit(world, object, view, intrinsics)
    });
}

/// Whether the ray to the origin of an object hits the object or one of its children first.
fn is_first_hit(world: &World, object: NodeId, view: &SenseContext<'_>, intrinsics: &Intrinsics) -> bool {
    let camera = view.world_from_sensor();
    let origin = world.world_from(object).translation;
    let origin_in_camera = camera.inverse().transform_point(origin);
    let [x, y] =
        intrinsics.size().map(|side| f64::from(side) / 2.0 / intrinsics.focal_px() * origin_in_camera.z);
    if !(intrinsics.near_m..=intrinsics.far_m).contains(&origin_in_camera.z)
        || origin_in_camera.x.abs() > x
        || origin_in_camera.y.abs() > y
    {
        return false;
    }
    let start = camera.transform_point(origin_in_camera * (intrinsics.near_m / origin_in_camera.z));
    let own = world.subtree_set(view.robot);
    let filter = RayFilter { kind: RayKind::Visual, except: Some(&own), ..RayFilter::default() };
    let ray = Ray::new(start, origin - start, origin.distance(start));
    let mut hits = Vec::new();
    world.cast_rays(&[ray], &filter, &mut hits);
    let first = hits.first().copied().flatten();
    first.is_some_and(|hit| {
        std::iter::successors(Some(hit.node), |&node| world.parent(node)).any(|node| node == object)
    })
}
