//! Casts of many rays at once.

use glam::Vec3;
use morse_raycast::{Instructions, Ray};

use crate::raycast::filter::RayFilter;
use crate::{NodeId, World};

/// What a ray of a batch met.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Hit {
    /// From the origin of the ray, not larger than its `max_distance`. [m]
    pub distance: f32,
    /// Normal of the surface, towards the side the ray came from; unit length, in the world. Zero on a triangle without
    /// area.
    pub normal: Vec3,
    /// Whose shape was hit.
    pub node: NodeId,
    /// Number of the shape among those of the body, or, for a ray of [`RayKind::Visual`](crate::RayKind::Visual) and a node
    /// with visuals of its own, among those.
    pub part: u32,
    /// Number of the triangle, if the shape is a surface of triangles, else 0.
    pub triangle: u32,
}

impl From<morse_raycast::Hit<NodeId>> for Hit {
    #[inline(always)]
    fn from(hit: morse_raycast::Hit<NodeId>) -> Hit {
        let morse_raycast::Hit { distance, normal, object, part, triangle } = hit;
        Hit { distance, normal, node: object, part, triangle }
    }
}

impl World {
    /// What each of many rays meets first, in the order of the rays.
    ///
    /// `hits` is overwritten. Large batches are shared out among the threads of the current rayon pool; a ray meets the
    /// same, to the bit, whatever the pool and the other rays are. Batches in which neighbours have similar directions, as
    /// those of a scan or an image, are several times faster than shuffled ones.
    ///
    /// Rays do not meet a solid they start in, hulls included. They meet surfaces of triangles from both sides.
    pub fn cast_rays(&self, rays: &[Ray], filter: &RayFilter<'_>, hits: &mut Vec<Option<Hit>>) {
        self.ray_scene().cast_rays(rays, &filter.resolve(self), hits);
    }

    /// The distance from its origin to what each of many rays meets first, in the order of the rays; infinite for rays that
    /// meet nothing. [m]
    ///
    /// The same distances as those of [`World::cast_rays`], faster.
    pub fn cast_rays_for_distances(&self, rays: &[Ray], filter: &RayFilter<'_>, distances: &mut Vec<f32>) {
        self.ray_scene().cast_rays_for_distances(rays, &filter.resolve(self), distances);
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
        self.ray_scene().cast_rays_using(instructions, rays, &filter.resolve(self), hits)
    }
}
