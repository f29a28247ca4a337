//! Ray casts and bounding boxes: methods of [`World`].

use glam::DVec3;
use morse_raycast::{Instructions, Ray, RayFan, RayScene, RayTile, ResolvedFilter};

use crate::{Hit, NodeId, NodeSet, Pose, RayFilter, RayHit, RayKind, World};

/// # Ray casting
impl World {
    /// Finds the first hit of each ray, in the order of the rays.
    ///
    /// `hits` is overwritten. Large batches are distributed over the threads of the current rayon pool. The hit of a ray is
    /// bit-identical for any pool and any other rays in the batch. Batches in which neighbors have similar directions, such
    /// as those of a scan or an image, are several times faster than shuffled batches.
    ///
    /// Rays do not hit a solid that they start in, including hulls. They hit both sides of triangle meshes.
    pub fn cast_rays(&self, rays: &[Ray], filter: &RayFilter<'_>, hits: &mut Vec<Option<Hit>>) {
        self.ray_scene(filter.kind).cast_rays(rays, &filter.resolve(self), hits);
    }

    /// Finds the distance from the origin of each ray to its first hit, in the order of the rays; infinite without a hit.
    /// [m]
    ///
    /// The distances equal those of [`World::cast_rays`]; this is faster.
    pub fn cast_rays_for_distances(&self, rays: &[Ray], filter: &RayFilter<'_>, distances: &mut Vec<f32>) {
        self.ray_scene(filter.kind).cast_rays_for_distances(rays, &filter.resolve(self), distances);
    }

    /// As [`World::cast_rays`], for rays with a common origin.
    pub fn cast_fan(&self, fan: &RayFan<'_>, filter: &RayFilter<'_>, hits: &mut Vec<Option<Hit>>) {
        self.ray_scene(filter.kind).cast_fan(fan, &filter.resolve(self), hits);
    }

    /// As [`World::cast_rays_for_distances`], for rays with a common origin.
    pub fn cast_fan_for_distances(&self, fan: &RayFan<'_>, filter: &RayFilter<'_>, distances: &mut Vec<f32>) {
        self.ray_scene(filter.kind).cast_fan_for_distances(fan, &filter.resolve(self), distances);
    }

    /// Finds the first hit of each ray of a tile of pixels by rasterization, in the order of [`RayTile::pixel`]. The hits are
    /// those of [`World::cast_rays`] but for pixels on an edge; this is several times faster.
    ///
    /// With `starts`, each ray is cast from a distance [m] along it in place of the near end of the tile. Rays with a negative
    /// distance are not cast.
    pub fn cast_tile(
        &self,
        tile: &RayTile,
        starts: Option<&[f32; RayTile::COUNT]>,
        filter: &RayFilter<'_>,
        hits: &mut Vec<Option<Hit>>,
    ) {
        self.ray_scene(filter.kind).cast_tile(tile, starts, &filter.resolve(self), hits);
    }

    /// As [`World::cast_rays`], with a given instruction set: bit-identical results, possibly slower. Does nothing and
    /// returns `None` if the processor lacks the instruction set. For tests and measurements.
    #[doc(hidden)]
    pub fn cast_rays_using(
        &self,
        instructions: Instructions,
        rays: &[Ray],
        filter: &RayFilter<'_>,
        hits: &mut Vec<Option<Hit>>,
    ) -> Option<()> {
        self.ray_scene(filter.kind).cast_rays_using(instructions, rays, &filter.resolve(self), hits)
    }

    /// As [`World::cast_rays`], for a single ray: faster, and with little stack.
    pub fn cast_single_ray(&self, ray: &Ray, filter: &RayFilter<'_>) -> Option<Hit> {
        let filter = filter.resolve(self);
        self.ray_scene(filter.kind).cast_ray(ray, &filter)
    }

    /// Finds the first body along a ray, up to a distance [m].
    ///
    /// Rays never hit bodies of type `NoCollision` or `Sensor`, nor a solid that they start in. They also pass through the
    /// body of `skip` or, if that node has no body, of its parent, so that a sensor does not see its own robot.
    ///
    /// `direction` may have any length. A ray with a zero direction or non-finite numbers hits nothing. For more than one
    /// ray, [`World::cast_rays`] is faster.
    pub fn cast_ray(
        &self,
        origin: DVec3,
        direction: DVec3,
        max_distance: f64,
        skip: Option<NodeId>,
    ) -> Option<RayHit> {
        let filter = RayFilter { skip, ..RayFilter::default() };
        let ray = Ray::new(origin, direction, max_distance);
        let hit = self.cast_single_ray(&ray, &filter)?;
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

    /// Updates the scene of a ray kind on all threads of the current rayon pool. Otherwise the first ray updates it on its
    /// own thread, and other threads that cast rays wait.
    pub fn prepare_rays(&mut self, kind: RayKind) {
        let mut rays = std::mem::take(&mut self.rays);
        rays.prepare(kind, &self.tree, &self.physics, &|node| self.visuals(node));
        self.rays = rays;
    }

    /// A node and all its descendants, as a set for a [`RayFilter`].
    pub fn subtree_set(&self, node: NodeId) -> NodeSet {
        self.tree.subtree(node).into_iter().collect()
    }

    /// The lowest and the highest corner of the world-aligned bounding box of a node, as hit by rays of a kind. [m] `None` if
    /// such rays cannot hit the node, or if it is unbounded.
    pub fn bounds(&self, node: NodeId, kind: RayKind) -> Option<[DVec3; 2]> {
        self.ray_scene(kind).bounds(node, kind)
    }

    /// Finds the parts near a box at the pose `world_from_box` with the half extents `half` [m]: node and part number of all
    /// parts whose bounding boxes overlap it, and possibly of some parts close to it.
    pub(crate) fn obstacle_parts_near(
        &self,
        world_from_box: Pose,
        half: DVec3,
        filter: &RayFilter<'_>,
    ) -> Vec<(NodeId, u32)> {
        self.ray_scene(filter.kind).parts_near(world_from_box, half, &filter.resolve(self))
    }

    /// The updated scene of a ray kind.
    fn ray_scene(&self, kind: RayKind) -> &RayScene<NodeId> {
        self.rays.ready(kind).unwrap_or_else(|| self.updated_ray_scene(kind))
    }

    #[cold]
    fn updated_ray_scene(&self, kind: RayKind) -> &RayScene<NodeId> {
        self.rays.scene(kind, &self.tree, &self.physics, &|node| self.visuals(node))
    }
}

impl<'a> RayFilter<'a> {
    /// Resolves the filter: a node to skip that has no body is replaced by its parent.
    fn resolve(&self, world: &World) -> ResolvedFilter<'a, NodeId> {
        let known = self.skip.filter(|&node| world.contains(node));
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
