//! Ray casts in the world, and what rays can meet in a region of it.

use glam::DVec3;
use morse_raycast::{Instructions, Ray, RayFan, RayScene, ResolvedFilter};

use crate::{Hit, NodeId, NodeSet, Pose, RayFilter, RayHit, RayKind, World};

/// # Ray casting
impl World {
    /// What each of many rays meets first, in the order of the rays.
    ///
    /// `hits` is overwritten. Large batches are shared out among the threads of the current rayon pool; a ray meets the
    /// same, to the bit, whatever the pool and the other rays are. Batches in which neighbours have similar directions, as
    /// those of a scan or an image, are several times faster than shuffled ones.
    ///
    /// Rays do not meet a solid they start in, hulls included. They meet surfaces of triangles from both sides.
    pub fn cast_rays(&self, rays: &[Ray], filter: &RayFilter<'_>, hits: &mut Vec<Option<Hit>>) {
        self.ray_scene(filter.kind).cast_rays(rays, &filter.resolve(self), hits);
    }

    /// The distance from its origin to what each of many rays meets first, in the order of the rays; infinite for rays that
    /// meet nothing. [m]
    ///
    /// The same distances as those of [`World::cast_rays`], faster.
    pub fn cast_rays_for_distances(&self, rays: &[Ray], filter: &RayFilter<'_>, distances: &mut Vec<f32>) {
        self.ray_scene(filter.kind).cast_rays_for_distances(rays, &filter.resolve(self), distances);
    }

    /// As [`World::cast_rays`], for rays that start in one point.
    pub fn cast_fan(&self, fan: &RayFan<'_>, filter: &RayFilter<'_>, hits: &mut Vec<Option<Hit>>) {
        self.ray_scene(filter.kind).cast_fan(fan, &filter.resolve(self), hits);
    }

    /// As [`World::cast_rays_for_distances`], for rays that start in one point.
    pub fn cast_fan_for_distances(&self, fan: &RayFan<'_>, filter: &RayFilter<'_>, distances: &mut Vec<f32>) {
        self.ray_scene(filter.kind).cast_fan_for_distances(fan, &filter.resolve(self), distances);
    }

    /// As [`World::cast_rays`], with a given instruction set: the same bits, slower. `None`, and nothing done, on a machine
    /// that does not have it. For tests and measurements.
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

    /// The first body along a ray, up to a distance [m].
    ///
    /// Rays never hit bodies of type `NoCollision` or `Sensor`, nor a solid they start in. They also pass the
    /// body of `skip`, or, if that node has none, the body of its parent: a sensor does not see its own robot.
    ///
    /// `direction` needs no unit length; a ray without direction or with numbers that are not finite meets nothing.
    /// Whoever has more than one ray to cast is better served by [`World::cast_rays`].
    pub fn cast_ray(
        &self,
        origin: DVec3,
        direction: DVec3,
        max_distance: f64,
        skip: Option<NodeId>,
    ) -> Option<RayHit> {
        let filter = RayFilter { skip, ..RayFilter::default() }.resolve(self);
        let ray = Ray::new(origin, direction, max_distance);
        let hit: Hit = self.ray_scene(filter.kind).cast_ray(&ray, &filter)?;
        let distance = f64::from(hit.distance);
        Some(RayHit {
            distance,
            // Not `Ray::at`, which divides by the length of the direction: that is one.
            point: origin + ray.direction.as_dvec3() * distance,
            normal: hit.normal.as_dvec3(),
            node: hit.node,
            part: hit.part,
            triangle: hit.triangle,
        })
    }

    /// Brings what rays of a kind can meet up to date on all threads of the current rayon pool. The first ray does so
    /// otherwise, on its own thread, and other threads that cast rays wait for it.
    pub fn prepare_rays(&mut self, kind: RayKind) {
        let mut rays = std::mem::take(&mut self.rays);
        rays.prepare(kind, &self.tree, &self.physics, &|node| self.visuals(node));
        self.rays = rays;
    }

    /// A node with everything that hangs on it, for a [`RayFilter`].
    pub fn whole(&self, node: NodeId) -> NodeSet {
        self.tree.subtree(node).into_iter().collect()
    }

    /// The lowest and the highest corner of the box along the axes of the world around what rays of a kind can meet of a
    /// node. [m] `None` if they can meet nothing of it, or only what is unbounded.
    pub fn bounds(&self, node: NodeId, kind: RayKind) -> Option<[DVec3; 2]> {
        self.ray_scene(kind).bounds(node, kind)
    }

    /// Nodes and numbers of the parts whose boxes reach into a box of the world that stands at `world_from_box` and has
    /// half the size `half` [m], and maybe some that stand near it.
    pub(crate) fn obstacle_parts_near(
        &self,
        world_from_box: Pose,
        half: DVec3,
        filter: &RayFilter<'_>,
    ) -> Vec<(NodeId, u32)> {
        self.ray_scene(filter.kind).parts_near(world_from_box, half, &filter.resolve(self))
    }

    /// What rays of a kind can meet, up to date.
    fn ray_scene(&self, kind: RayKind) -> &RayScene<NodeId> {
        self.rays.ready(kind).unwrap_or_else(|| self.updated_ray_scene(kind))
    }

    #[cold]
    fn updated_ray_scene(&self, kind: RayKind) -> &RayScene<NodeId> {
        self.rays.scene(kind, &self.tree, &self.physics, &|node| self.visuals(node))
    }
}

impl<'a> RayFilter<'a> {
    /// The same filter, with the node to skip replaced by its parent if it has no body.
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
