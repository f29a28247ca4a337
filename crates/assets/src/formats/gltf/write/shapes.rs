//! Triangles of the solids of robot files.

use glam::Vec3;

use crate::model::{BoundsShape, Mesh, Shape};

/// Corners around a circle.
const AROUND: u32 = 24;
/// Rings of half a sphere.
const RINGS: u32 = 6;

/// The bounds that give a solid back when the file is read.
pub(super) fn bounds_of(shape: &Shape) -> BoundsShape {
    match shape {
        Shape::Box { .. } => BoundsShape::Box,
        Shape::Sphere { .. } => BoundsShape::Sphere,
        Shape::Cylinder { .. } => BoundsShape::Cylinder,
        Shape::Capsule { .. } => BoundsShape::Capsule,
    }
}

/// The surface of a solid. Its bounding box is that of the solid.
pub(super) fn shape_mesh(shape: &Shape) -> Mesh {
    match *shape {
        Shape::Box { size } => cuboid((size / 2.0).as_vec3()),
        // Half circles from the lower to the upper pole, as radius and height of each ring.
        Shape::Sphere { radius } => turned("sphere", &arcs(radius, 0.0)),
        Shape::Capsule { radius, length } => turned("capsule", &arcs(radius, length / 2.0)),
        Shape::Cylinder { radius, length } => {
            let half = length / 2.0;
            turned("cylinder", &[(0.0, -half), (radius, -half), (radius, half), (0.0, half)])
        }
    }
}

fn cuboid(half: Vec3) -> Mesh {
    let corner = |index: u32| {
        let sign = |bit: u32| if index >> bit & 1 == 1 { 1.0 } else { -1.0 };
        half * Vec3::new(sign(0), sign(1), sign(2))
    };
    let quads = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    let triangles = quads.iter().flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]]).collect();
    Mesh { name: "box".to_owned(), vertices: (0..8).map(corner).collect(), triangles, ..Mesh::default() }
}

/// The rings of half spheres around two centers, which are `half` above and below the origin.
fn arcs(radius: f64, half: f64) -> Vec<(f64, f64)> {
    let ring = |number: u32, sign: f64| {
        let angle = std::f64::consts::FRAC_PI_2 * f64::from(number) / f64::from(RINGS);
        (radius * libm::sin(angle), sign * (half + radius * libm::cos(angle)))
    };
    let lower = (0..=RINGS).map(|number| ring(number, -1.0));
    lower.chain((0..=RINGS).rev().map(|number| ring(number, 1.0))).collect()
}

/// A surface of revolution about z, from rings of radius and height in ascending order.
fn turned(name: &str, rings: &[(f64, f64)]) -> Mesh {
    let mut mesh = Mesh { name: name.to_owned(), ..Mesh::default() };
    for &(radius, height) in rings {
        for step in 0..AROUND {
            let (sin, cos) = libm::sincos(std::f64::consts::TAU * f64::from(step) / f64::from(AROUND));
            mesh.vertices.push(Vec3::new((radius * cos) as f32, (radius * sin) as f32, height as f32));
        }
    }
    for ring in 0..rings.len() as u32 - 1 {
        let (is_point, ends_in_point) = (rings[ring as usize].0 == 0.0, rings[ring as usize + 1].0 == 0.0);
        for step in 0..AROUND {
            let next = (step + 1) % AROUND;
            let at = |ring: u32, step: u32| ring * AROUND + step;
            let [a, b] = [at(ring, step), at(ring, next)];
            let [c, d] = [at(ring + 1, next), at(ring + 1, step)];
            if !is_point {
                mesh.triangles.push([a, b, c]);
            }
            if !ends_in_point {
                mesh.triangles.push([a, c, d]);
            }
        }
    }
    mesh
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{DAffine3, DVec3};

    #[test]
    fn surfaces_have_the_size_of_their_solids_and_face_outward() {
        let shapes = [
            (Shape::Box { size: DVec3::new(1.0, 2.0, 3.0) }, DVec3::new(1.0, 2.0, 3.0), 6.0),
            (Shape::Sphere { radius: 0.5 }, DVec3::ONE, 0.52),
            (Shape::Cylinder { radius: 0.5, length: 2.0 }, DVec3::new(1.0, 1.0, 2.0), 1.57),
            (Shape::Capsule { radius: 0.5, length: 2.0 }, DVec3::new(1.0, 1.0, 3.0), 2.09),
        ];
        for (shape, size, volume) in shapes {
            let mesh = shape_mesh(&shape);
            let (low, high) = mesh.bounds(&DAffine3::IDENTITY).unwrap();
            assert!((high - low).abs_diff_eq(size, 1e-6), "{shape:?}: {low} {high}");
            // The divergence theorem: positive if all triangles face outward.
            let corner = |index: u32| mesh.vertices[index as usize].as_dvec3();
            let part = |[a, b, c]: [u32; 3]| corner(a).dot(corner(b).cross(corner(c))) / 6.0;
            let found: f64 = mesh.triangles.iter().map(|triangle| part(*triangle)).sum();
            assert!((found / volume - 1.0).abs() < 0.04, "{shape:?}: {found}");
        }
    }
}
