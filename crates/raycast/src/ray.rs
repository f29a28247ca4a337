//! Rays and their hits.

use std::ops::Range;

use glam::{DVec3, Vec3};

/// A ray in world coordinates.
#[derive(Debug, Clone, Copy, PartialEq)]
#[repr(C)]
pub struct Ray {
    /// Origin. [m]
    pub origin: DVec3,
    /// Direction, of any length. A ray with a zero or non-finite direction hits nothing.
    pub direction: Vec3,
    /// Length of the ray; may be infinite. A ray with a length of zero, less, or NaN hits nothing. [m]
    pub max_distance: f32,
}

/// Rays with a common origin, as in a scan, with their directions in columns.
///
/// Casting a fan is faster than casting the same [`Ray`]s, because shared values are processed once.
#[derive(Debug, Clone, Copy)]
pub struct RayFan<'a> {
    /// Origin in world coordinates. [m]
    pub origin: DVec3,
    /// Columns of x, y and z of the directions in the world, as in [`Ray::direction`]. The columns have equal lengths.
    pub directions: [&'a [f32]; 3],
    /// Length of the rays, as in [`Ray::max_distance`]. [m]
    pub max_distance: f32,
}

impl<'a> RayFan<'a> {
    /// Number of rays: the length of the shortest column.
    pub fn len(&self) -> usize {
        let [x, y, z] = self.directions.map(<[f32]>::len);
        x.min(y).min(z)
    }

    /// Whether the fan has no rays.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns a ray by its index.
    ///
    /// # Panics
    /// If the index is out of range.
    pub fn ray(&self, nth: usize) -> Ray {
        let [x, y, z] = self.directions.map(|column| column[nth]);
        Ray { origin: self.origin, direction: Vec3::new(x, y, z), max_distance: self.max_distance }
    }

    /// A range of the rays.
    pub(crate) fn part(&self, range: Range<usize>) -> RayFan<'a> {
        RayFan { directions: self.directions.map(|column| &column[range.clone()]), ..*self }
    }
}

/// The nearest hit of a ray.
///
/// To get hits as another type, implement `From<Hit<K>>` for it; see [`RayScene::cast_rays`].
///
/// [`RayScene::cast_rays`]: crate::RayScene::cast_rays
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Hit<K> {
    /// Distance from the origin of the ray, at most its `max_distance`. [m]
    pub distance: f32,
    /// Unit normal of the surface in the world, on the side from which the ray came. Zero on a triangle without area.
    pub normal: Vec3,
    /// The object whose instance was hit.
    pub object: K,
    /// Number of the instance among those of the object, as given to [`RayScene::insert`].
    ///
    /// [`RayScene::insert`]: crate::RayScene::insert
    pub part: u32,
    /// Number of the triangle if the instance is a mesh, else 0.
    pub triangle: u32,
}

impl Ray {
    /// Creates a ray from double precision. `max_distance` [m] is rounded down.
    #[inline]
    pub fn new(origin: DVec3, direction: DVec3, max_distance: f64) -> Ray {
        let nearest = max_distance as f32;
        let beyond = f64::from(nearest) > max_distance;
        Ray {
            origin,
            direction: unit(direction),
            max_distance: if beyond { nearest.next_down() } else { nearest },
        }
    }

    /// The point in the world at a distance from the origin. [m]
    #[inline]
    pub fn at(&self, distance: f32) -> DVec3 {
        self.origin + self.direction.as_dvec3().normalize_or_zero() * f64::from(distance)
    }
}

/// Normalizes a vector to single precision; zero if it has no direction.
#[inline]
fn unit(vector: DVec3) -> Vec3 {
    /// Maximum deviation from one of the squared length of a unit vector in single precision.
    const ROUNDING: f64 = 3e-7;
    if (vector.length_squared() - 1.0).abs() <= ROUNDING {
        // A division by the length would take time and could change the last bit.
        return vector.as_vec3();
    }
    // Scale first: very long or short vectors, and their squares, would overflow or underflow.
    (vector / vector.abs().max_element()).normalize_or_zero().as_vec3()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unit_direction_equals_its_normalization() {
        for number in 0..200_000_u32 {
            let angles = [number.wrapping_mul(2_654_435_761), number.wrapping_mul(2_246_822_519)];
            let [(sin, cos), (rise, level)] = angles.map(|angle| (f64::from(angle) * 1e-6).sin_cos());
            let direction = DVec3::new(level * cos, level * sin, rise).normalize();
            let again = (direction / direction.abs().max_element()).normalize().as_vec3();
            assert_eq!(unit(direction).to_array().map(f32::to_bits), again.to_array().map(f32::to_bits));
        }
        assert_eq!(unit(DVec3::new(3.0, -0.0, -4.0) * 1e200), Vec3::new(0.6, -0.0, -0.8));
        assert_eq!(unit(DVec3::ZERO), Vec3::ZERO);
        assert_eq!(unit(DVec3::NAN), Vec3::ZERO);
        assert_eq!(unit(DVec3::NEG_Y), Vec3::NEG_Y);
    }
}
