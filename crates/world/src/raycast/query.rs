//! A single ray.

use glam::DVec3;
use morse_raycast::Ray;

use crate::physics::convert::fits;
use crate::{Hit, NodeId, RayFilter, World};

/// What a ray met.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RayHit {
    /// From the origin of the ray. [m]
    pub distance: f64,
    /// In the world. [m]
    pub point: DVec3,
    /// Of the surface, towards the side the ray came from; unit length, in the world.
    pub normal: DVec3,
    /// Whose body was hit.
    pub node: NodeId,
}

impl World {
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
        let direction = direction.try_normalize()?;
        if !fits(origin) || max_distance.is_nan() || max_distance <= 0.0 {
            return None;
        }
        let filter = RayFilter { skip, ..RayFilter::default() }.resolve(self);
        let hit: Hit = self.ray_scene().cast_ray(&Ray::new(origin, direction, max_distance), &filter)?;
        let distance = f64::from(hit.distance);
        Some(RayHit {
            distance,
            point: origin + direction * distance,
            normal: hit.normal.as_dvec3(),
            node: hit.node,
        })
    }
}
