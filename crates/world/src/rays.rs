//! Rays: what is the first thing in a direction?

use glam::DVec3;
use rapier3d::geometry::{Collider, ColliderHandle, Ray};
use rapier3d::pipeline::QueryFilter;

use crate::convert::{fits, vector_from_engine, vector_to_engine};
use crate::{NodeId, World};

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
        let skip = skip.and_then(|node| {
            if self.has_body(node) {
                Some(node)
            } else {
                self.parent(node).filter(|&above| self.has_body(above))
            }
        });
        let start = vector_to_engine(origin);
        let accepts = |_: ColliderHandle, collider: &Collider| {
            let own = skip.is_some_and(|node| collider.user_data == u128::from(node.0));
            let shape = collider.shape();
            !own && (!shape.is_convex() || !shape.contains_point(collider.position(), start))
        };
        let engine = &self.physics.engine;
        let pipeline =
            engine.query_pipeline_with_filter(QueryFilter::new().exclude_sensors().predicate(&accepts));
        let ray = Ray::new(start, vector_to_engine(direction));
        let reach = max_distance.min(f64::from(f32::MAX)) as f32;
        let (collider, hit) = pipeline.cast_ray_and_get_normal(&ray, reach, true)?;

        let node = NodeId(engine.colliders.get(collider)?.user_data as u32);
        let distance = f64::from(hit.time_of_impact);
        let normal = vector_from_engine(hit.normal);
        Some(RayHit {
            distance,
            point: origin + direction * distance,
            normal: if normal.dot(direction) > 0.0 { -normal } else { normal },
            node,
        })
    }
}
