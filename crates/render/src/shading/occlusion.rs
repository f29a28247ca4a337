//! Ambient occlusion: the share of the ambient light that other surfaces keep from a point.

use glam::{DVec3, Vec3};
use morse_world::Ray;

use crate::shading::columns::{Column, ROWS};
use crate::shading::surface_columns::SurfaceColumns;

/// Number of rays of a point.
pub const OCCLUSION_RAYS: usize = 16;

/// Least cosine between a ray and the normal of the surface.
const SLANT_MIN: f32 = 0.1;

/// Directions about +z, more of them near it: the share of those that are free is that of light from all directions, which
/// counts by the cosine of its angle to the normal. They are the points of a spiral on a disk, seen from its sphere (Vogel, "A
/// better way to construct the sunflower head", 1979).
pub fn occlusion_directions() -> [Vec3; OCCLUSION_RAYS] {
    const GOLDEN_ANGLE: f64 = 2.399_963_229_728_653;
    std::array::from_fn(|number| {
        let share = (number as f64 + 0.5) / OCCLUSION_RAYS as f64;
        let angle = number as f64 * GOLDEN_ANGLE;
        let (radius, height) = (share.sqrt(), (1.0 - share).sqrt());
        // Rounded so that they are the same on all platforms.
        Vec3::from_array(
            [radius * libm::cos(angle), radius * libm::sin(angle), height]
                .map(|part| ((part * 1e6).round() / 1e6) as f32),
        )
    })
}

/// The rays of surface points, and how many of them are free.
pub(crate) struct Occlusion {
    directions: [Vec3; OCCLUSION_RAYS],
    /// Share of the ambient light that arrives, by row.
    pub(crate) open: Column,
}

impl Occlusion {
    pub(crate) fn new() -> Occlusion {
        Occlusion { directions: occlusion_directions(), open: [1.0; ROWS] }
    }

    /// The rays of a row, as long as `reach` [m], from a place off the surface.
    pub(crate) fn rays(
        &self,
        surfaces: &SurfaceColumns,
        row: usize,
        place: impl Fn(Vec3) -> DVec3,
        reach: f32,
    ) -> [Ray; OCCLUSION_RAYS] {
        let [point, normal, outwards] =
            [&surfaces.point, &surfaces.normal, &surfaces.outwards].map(|it| SurfaceColumns::vector(it, row));
        // Offset from the surface by more than the rounding error of the distance.
        let off = 1e-3 + 1e-5 * surfaces.from[row];
        let origin = place(point + outwards * off);
        let [right, ahead] = tangents(normal);
        self.directions.map(|direction| {
            let direction = right * direction.x + ahead * direction.y + normal * direction.z;
            // Rays behind the surface, or along it, leave it at a small angle: rounding does not decide what they hit.
            let below = (direction.dot(outwards) - SLANT_MIN).min(0.0);
            Ray {
                origin,
                direction: (direction - outwards * below).normalize_or(outwards),
                max_distance: reach,
            }
        })
    }
}

/// Two unit vectors at right angles to a unit vector and to each other (Duff et al., "Building an orthonormal basis, revisited",
/// 2017).
fn tangents(normal: Vec3) -> [Vec3; 2] {
    let sign = 1.0_f32.copysign(normal.z);
    let a = -1.0 / (sign + normal.z);
    let b = normal.x * normal.y * a;
    [
        Vec3::new(1.0 + sign * normal.x * normal.x * a, sign * b, -sign * normal.x),
        Vec3::new(b, sign + normal.y * normal.y * a, -normal.y),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directions_are_unit_vectors_whose_mean_is_that_of_the_cosine() {
        let directions = occlusion_directions();
        let mean = directions.iter().sum::<Vec3>() / OCCLUSION_RAYS as f32;
        // The mean of the cosine, weighted with itself, is 2/3.
        assert!((mean.z - 2.0 / 3.0).abs() < 0.01 && mean.truncate().length() < 0.06, "{mean}");
        assert!(directions.iter().all(|direction| (direction.length() - 1.0).abs() < 1e-5));
    }

    #[test]
    fn tangents_are_at_right_angles() {
        for normal in [Vec3::Z, Vec3::NEG_Z, Vec3::X, Vec3::new(0.6, -0.64, 0.48)] {
            let [right, ahead] = tangents(normal);
            for (one, other) in [(right, ahead), (right, normal), (ahead, normal)] {
                assert!(one.dot(other).abs() < 1e-6, "{normal}");
            }
            assert!((right.length() - 1.0).abs() < 1e-6 && (ahead.length() - 1.0).abs() < 1e-6);
        }
    }
}
