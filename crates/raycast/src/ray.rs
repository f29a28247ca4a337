//! Rays, and what they meet.

use glam::{DVec3, Vec3};

/// A ray in the world.
#[derive(Debug, Clone, Copy, PartialEq)]
#[repr(C)]
pub struct Ray {
    /// Where it starts. [m]
    pub origin: DVec3,
    /// Where it goes. It needs no unit length; a ray whose direction is zero or not finite meets nothing.
    pub direction: Vec3,
    /// How far it goes, may be infinite; with zero, less or NaN it meets nothing. [m]
    pub max_distance: f32,
}

/// The nearest point that a ray meets.
///
/// Callers with a type of their own for hits implement `From<Hit<K>>` for it; see [`RayScene::cast_rays`].
///
/// [`RayScene::cast_rays`]: crate::RayScene::cast_rays
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Hit<K> {
    /// From the origin of the ray, not larger than its `max_distance`. [m]
    pub distance: f32,
    /// Normal of the surface, towards the side the ray came from; unit length, in the world. Zero on a triangle without
    /// area.
    pub normal: Vec3,
    /// Whose instance was hit.
    pub object: K,
    /// Number of the instance among those of the object, as given to [`RayScene::insert`].
    ///
    /// [`RayScene::insert`]: crate::RayScene::insert
    pub part: u32,
    /// Number of the triangle, if the instance is a mesh, else 0.
    pub triangle: u32,
}

impl Ray {
    /// A ray from double precision. It never goes farther than `max_distance` [m].
    #[inline]
    pub fn new(origin: DVec3, direction: DVec3, max_distance: f64) -> Ray {
        let nearest = max_distance as f32;
        let beyond = f64::from(nearest) > max_distance;
        Ray {
            origin,
            // Single precision would lose directions that are very long or short, and so would their squares.
            direction: (direction / direction.abs().max_element()).normalize_or_zero().as_vec3(),
            max_distance: if beyond { nearest.next_down() } else { nearest },
        }
    }

    /// The point at a distance from its origin [m], in the world. [m]
    #[inline]
    pub fn at(&self, distance: f32) -> DVec3 {
        self.origin + self.direction.as_dvec3().normalize_or_zero() * f64::from(distance)
    }
}
