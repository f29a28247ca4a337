//! Masses and inertias of surfaces with a density per area: primitives by formula, meshes by their triangles.

use std::f64::consts::PI;

use glam::{DMat3, DVec3};

use super::{MassProperties, ellipsoid as solid_ellipsoid, steiner};

/// Growth of the half axes of an ellipsoid, whose shell is the difference of two solids. [m]
const THICKNESS: f64 = 1e-6;
/// Exponent of Thomsen's formula for the area of an ellipsoid.
const THOMSEN: f64 = 1.6075;

/// A surface of triangles.
pub(super) fn triangles(triangles: &[[DVec3; 3]], density: f64) -> MassProperties {
    let (mut whole, mut first, mut second) = (0.0, DVec3::ZERO, DMat3::ZERO);
    for [a, b, c] in triangles {
        let area = (*b - *a).cross(*c - *a).length() / 2.0;
        let sum = *a + *b + *c;
        whole += area;
        first += sum * (area / 3.0);
        for point in [*a, *b, *c, sum] {
            second += DMat3::from_cols(point * point.x, point * point.y, point * point.z) * (area / 12.0);
        }
    }
    if whole < 1e-15 {
        return MassProperties::NONE;
    }
    let center = first / whole;
    let trace = second.x_axis.x + second.y_axis.y + second.z_axis.z;
    let about_origin = (DMat3::from_diagonal(DVec3::splat(trace)) - second) * density;
    let mass = whole * density;
    MassProperties { mass, center, inertia: about_origin - steiner(mass, center) }
}

/// A ball with this radius.
pub(in crate::formats::mjcf) fn sphere(radius: f64, density: f64) -> MassProperties {
    let mass = density * 4.0 * PI * radius * radius;
    MassProperties::centered(mass, DVec3::splat(mass * radius * radius * 2.0 / 3.0))
}

/// A box with these half edges.
pub(in crate::formats::mjcf) fn cuboid(half: DVec3, density: f64) -> MassProperties {
    let mut whole = MassProperties::NONE;
    for axis in 0..3 {
        let [one, other] = [(axis + 1) % 3, (axis + 2) % 3];
        let mass = density * 4.0 * half[one] * half[other];
        let mut moments = DVec3::ZERO;
        moments[one] = mass * half[other] * half[other] / 3.0;
        moments[other] = mass * half[one] * half[one] / 3.0;
        moments[axis] = moments[one] + moments[other];
        for side in [-1.0, 1.0] {
            let center = DVec3::AXES[axis] * (side * half[axis]);
            whole = whole.and(MassProperties { center, ..MassProperties::centered(mass, moments) });
        }
    }
    whole
}

/// The side of a cylinder along z.
fn tube(radius: f64, half_length: f64, density: f64) -> MassProperties {
    let mass = density * 4.0 * PI * radius * half_length;
    let across = mass * (radius * radius / 2.0 + half_length * half_length / 3.0);
    MassProperties::centered(mass, DVec3::new(across, across, mass * radius * radius))
}

/// A cylinder along z with both of its ends.
pub(in crate::formats::mjcf) fn cylinder(radius: f64, half_length: f64, density: f64) -> MassProperties {
    let mass = density * PI * radius * radius;
    let across = mass * radius * radius / 4.0;
    let end = |z: f64| MassProperties {
        center: DVec3::Z * z,
        ..MassProperties::centered(mass, DVec3::new(across, across, 2.0 * across))
    };
    tube(radius, half_length, density).and(end(half_length)).and(end(-half_length))
}

/// A capsule along z; `half_length` is that of its cylinder.
pub(in crate::formats::mjcf) fn capsule(radius: f64, half_length: f64, density: f64) -> MassProperties {
    let mass = density * 2.0 * PI * radius * radius;
    // The center of mass of half a sphere is half of the radius from its middle.
    let square = radius * radius;
    let (across, along) = (mass * square * (2.0 / 3.0 - 0.25), mass * square * 2.0 / 3.0);
    let end = |side: f64| MassProperties {
        center: DVec3::Z * (side * (half_length + radius / 2.0)),
        ..MassProperties::centered(mass, DVec3::new(across, across, along))
    };
    tube(radius, half_length, density).and(end(1.0)).and(end(-1.0))
}

/// An ellipsoid with these half axes: its area by Thomsen's formula, its inertia as the difference of two solids, as in MuJoCo.
pub(in crate::formats::mjcf) fn ellipsoid(half: DVec3, density: f64) -> MassProperties {
    let power = |a: f64, b: f64| libm::pow(a * b, THOMSEN);
    let mean = (power(half.x, half.y) + power(half.y, half.z) + power(half.z, half.x)) / 3.0;
    let mass = density * 4.0 * PI * libm::pow(mean, 1.0 / THOMSEN);
    let [inner, outer] = [half, half + THICKNESS].map(|half| solid_ellipsoid(half, 1.0));
    let thin = MassProperties {
        mass: outer.mass - inner.mass,
        inertia: outer.inertia - inner.inertia,
        ..MassProperties::NONE
    };
    thin.with_mass(mass)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn box_of_triangles_is_the_box() {
        let half = DVec3::new(0.1, 0.2, 0.3);
        let corner = |bits: u8| {
            let side = |bit: u8| if bits >> bit & 1 == 1 { 1.0 } else { -1.0 };
            DVec3::new(side(0), side(1), side(2)) * half
        };
        let faces: [[u8; 4]; 6] =
            [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
        let halves = faces.iter().flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]]);
        let found = triangles(&halves.map(|face| face.map(corner)).collect::<Vec<_>>(), 10.0);
        let wanted = cuboid(half, 10.0);
        assert!((found.mass - 8.8).abs() < 1e-12 && (wanted.mass - 8.8).abs() < 1e-12, "{found:?}");
        assert!(found.inertia.abs_diff_eq(wanted.inertia, 1e-12), "{found:?} {wanted:?}");
    }

    #[test]
    fn capsule_and_ellipsoid_without_length_are_spheres() {
        let wanted = sphere(0.2, 3.0);
        for (found, near) in [(capsule(0.2, 0.0, 3.0), 1e-12), (ellipsoid(DVec3::splat(0.2), 3.0), 1e-5)] {
            assert!((found.mass - wanted.mass).abs() < 1e-12, "{found:?}");
            assert!(found.inertia.abs_diff_eq(wanted.inertia, near * wanted.inertia.x_axis.x), "{found:?}");
        }
    }
}
