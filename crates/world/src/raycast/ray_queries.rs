//! Ray casts and bounding boxes.

use glam::DVec3;
use morse_raycast::{Ray, RayScene, ResolvedFilter};

use crate::visuals::visual_access;
use crate::{Hit, NodeId, Pose, RayFilter, RayHit, RayKind, World};

/// See [`World::cast_rays`].
pub(crate) fn cast_rays(world: &World, rays: &[Ray], filter: &RayFilter<'_>, hits: &mut Vec<Option<Hit>>) {
    ray_scene(world, filter.kind).cast_rays(rays, &filter.resolve(world), hits);
}

/// See [`World::cast_single_ray`].
pub(crate) fn cast_single_ray(world: &World, ray: &Ray, filter: &RayFilter<'_>) -> Option<Hit> {
    let filter = filter.resolve(world);
    ray_scene(world, filter.kind).cast_ray(ray, &filter)
}

/// See [`World::cast_ray`].
pub(crate) fn cast_ray(
    world: &World,
    origin: DVec3,
    direction: DVec3,
    max_distance: f64,
    skip: Option<NodeId>,
) -> Option<RayHit> {
    let filter = RayFilter { skip, ..RayFilter::default() };
    let ray = Ray::new(origin, direction, max_distance);
    let hit = cast_single_ray(world, &ray, &filter)?;
    let distance = f64::from(hit.distance);
    Some(RayHit {
        distance,
        // Unlike `Ray::at`, no division by the length of the direction, which is one.
        point: origin + ray.direction.as_dvec3() * distance,
        normal: hit.normal.as_dvec3(),
        node: hit.node,
        part: hit.part,
        triangle: hit.triangle,
    })
}

/// Finds the parts near a box at the pose `world_from_box` with the half extents `half` [m]: node and part number of all
/// parts whose bounding boxes overlap it, and possibly of some parts close to it.
pub(crate) fn obstacle_parts_near(
    world: &World,
    world_from_box: Pose,
    half: DVec3,
    filter: &RayFilter<'_>,
) -> Vec<(NodeId, u32)> {
    ray_scene(world, filter.kind).parts_near(world_from_box, half, &filter.resolve(world))
}

/// The updated scene of a ray kind.
pub(crate) fn ray_scene(world: &World, kind: RayKind) -> &RayScene<NodeId> {
    world.rays.ready(kind).unwrap_or_else(|| updated_ray_scene(world, kind))
}

#[cold]
fn updated_ray_scene(world: &World, kind: RayKind) -> &RayScene<NodeId> {
    world.rays.scene(kind, &world.tree, &world.physics, &|node| visual_access::visuals(world, node))
}

impl<'a> RayFilter<'a> {
    /// Resolves the filter: a node to skip that has no body is replaced by its parent.
    pub(crate) fn resolve(&self, world: &World) -> ResolvedFilter<'a, NodeId> {
        let known = self.skip.filter(|&node| world.tree.contains(node));
        let skip = known.and_then(|node| {
            if world.has_body(node) {
                Some(node)
            } else {
                world.parent(node).filter(|&above| world.has_body(above))
            }
        });
        ResolvedFilter { kind: self.kind, skip, only: self.only, except: self.except }
    }
}
