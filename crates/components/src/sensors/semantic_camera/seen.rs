//! Which objects something of is seen.

use morse_render::Picture;
use morse_sim::prelude::*;
use morse_world::{NodeId, NodeSet, Ray, RayFilter, RayKind, World};

use crate::sensors::camera::Lens;

/// Keeps the objects that a pixel sees, or whose origin is in the picture with nothing else before it: so that what is too
/// small for the pixels is not lost.
pub(super) fn keep_seen(objects: &mut Vec<NodeId>, view: &View<'_>, picture: &Picture, lens: &Lens) {
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
            || is_first_on_the_way(world, object, view, lens)
    });
}

/// Whether the ray to the origin of an object, which is in the picture, meets the object or what hangs on it first.
fn is_first_on_the_way(world: &World, object: NodeId, view: &View<'_>, lens: &Lens) -> bool {
    let camera = view.world_from_sensor();
    let origin = world.world_from(object).translation;
    let seen = camera.inverse().transform_point(origin);
    let [x, y] = lens.size().map(|side| f64::from(side) / 2.0 / lens.focal_px() * seen.z);
    if !(lens.near_m..=lens.far_m).contains(&seen.z) || seen.x.abs() > x || seen.y.abs() > y {
        return false;
    }
    let start = camera.transform_point(seen * (lens.near_m / seen.z));
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
