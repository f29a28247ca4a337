//! Tests which objects are visible.

use morse_render::Picture;
use morse_sim::prelude::*;
use morse_world::{NodeId, NodeSet, Ray, RayFilter, RayKind, World};

use crate::common::camera::Intrinsics;

/// Keeps the objects that a pixel shows, or whose origin is in the image and not occluded. Objects smaller than a
/// pixel are therefore not lost.
pub(super) fn keep_seen(
    objects: &mut Vec<NodeId>,
    view: &SenseContext<'_>,
    picture: &Picture,
    intrinsics: &Intrinsics,
) {
    let world = view.world;
    let mut in_picture = NodeSet::default();
    let mut last = None;
    for &node in picture.nodes.iter().flatten() {
        if last != Some(node) {
            in_picture.insert(node);
            last = Some(node);
        }
    }
    objects.retain(|&object| {
        world.below(object).into_iter().any(|part| in_picture.contains(part))
            || is_first_on_the_way(world, object, view, intrinsics)
    });
}

/// Whether the ray to the origin of an object hits the object or one of its children first.
fn is_first_on_the_way(
    world: &World,
    object: NodeId,
    view: &SenseContext<'_>,
    intrinsics: &Intrinsics,
) -> bool {
    let camera = view.world_from_sensor();
    let origin = world.world_from(object).translation;
    let seen = camera.inverse().transform_point(origin);
    let [x, y] = intrinsics.size().map(|side| f64::from(side) / 2.0 / intrinsics.focal_px() * seen.z);
    if !(intrinsics.near_m..=intrinsics.far_m).contains(&seen.z) || seen.x.abs() > x || seen.y.abs() > y {
        return false;
    }
    let start = camera.transform_point(seen * (intrinsics.near_m / seen.z));
    let own = world.whole(view.robot);
    let filter = RayFilter { kind: RayKind::Visual, except: Some(&own), ..RayFilter::default() };
    let ray = Ray::new(start, origin - start, origin.distance(start));
    let mut hits = Vec::new();
    world.cast_rays(&[ray], &filter, &mut hits);
    let first = hits.first().copied().flatten();
    first.is_some_and(|hit| {
        std::iter::successors(Some(hit.node), |&node| world.parent(node)).any(|node| node == object)
    })
}
