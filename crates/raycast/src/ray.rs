//! Rays, and what they meet.

use std::ops::Range;

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

/// Rays that start in one point, as those of a scan do, with their directions in columns.
///
/// Casting them takes less time than casting as many [`Ray`]s: nothing is asked of each of them that they share.
#[derive(Debug, Clone, Copy)]
pub struct RayFan<'a> {
    /// Where they start, in the world. [m]
    pub origin: DVec3,
    /// X, Y and Z of their directions in the world, as of [`Ray::direction`]: three columns of one length.
    pub directions: [&'a [f32]; 3],
    /// How far they go, as of [`Ray::max_distance`]. [m]
    pub max_distance: f32,
}

impl<'a> RayFan<'a> {
    /// How many rays there are: as many as all three columns have.
    pub fn len(&self) -> usize {
        let [x, y, z] = self.directions.map(<[f32]>::len);
        x.min(y).min(z)
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// One of the rays.
    ///
    /// # Panics
    /// If there are not so many.
    pub fn ray(&self, nth: usize) -> Ray {
        let [x, y, z] = self.directions.map(|column| column[nth]);
        Ray { origin: self.origin, direction: Vec3::new(x, y, z), max_distance: self.max_distance }
    }

    /// Some of the rays.
    pub(crate) fn part(&self, range: Range<usize>) -> RayFan<'a> {
        RayFan { directions: self.directions.map(|column| &column[range.clone()]), ..*self }
    }
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
            direction: unit(direction),
            max_distance: if beyond { nearest.next_down() } else { nearest },
        }
    }

    /// The point at a distance from its origin [m], in the world. [m]
    #[inline]
    pub fn at(&self, distance: f32) -> DVec3 {
        self.origin + self.direction.as_dvec3().normalize_or_zero() * f64::from(distance)
    }
}

/// A vector of unit length in single precision; zero if it has no direction.
#[inline]
fn unit(vector: DVec3) -> Vec3 {
    /// How far the square of the length of a unit vector in single precision can be from one.
    const ROUNDING: f64 = 3e-7;
    if (vector.length_squared() - 1.0).abs() <= ROUNDING {
        // To divide by its length would take time, and change the last bit of a number.
        return vector.as_vec3();
    }
    // Single precision would lose directions that are very long or short, and so would their squares.
    (vector / vector.abs().max_element()).normalize_or_zero().as_vec3()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_direction_of_unit_length_stays_what_normalising_it_makes_of_it() {
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
