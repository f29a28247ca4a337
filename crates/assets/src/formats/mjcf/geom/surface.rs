//! Visible surfaces of geoms with an image: their triangles with image coordinates.
//!
//! Source: MuJoCo's documentation, "XML reference", `asset/texture` and `material/texrepeat`: images of the type `2d` lie over x and y
//! of the geom, those of the type `cube` are seen in the direction from its center.

use std::f64::consts::{PI, TAU};

use glam::{DVec3, Vec3};

use crate::model::{Mesh, MeshCounts, Shape};

/// Segments of a round surface.
const SEGMENTS: usize = 32;
/// Rings of half of a round end.
const RINGS: usize = 8;

/// The way an image covers a geom.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(in crate::formats::mjcf) enum Cover {
    /// Over x and y, repeated; per two meters, or over the whole geom.
    Plane { repeat: [f64; 2], per_meter: bool },
    /// Six images below each other: to +x, −x, +y, −y, +z, −z.
    Cube,
}

/// The triangles of a solid.
pub(in crate::formats) fn solid(shape: &Shape) -> Mesh {
    match *shape {
        Shape::Box { size } => cuboid(size / 2.0),
        Shape::Sphere { radius } => revolved(&arc(radius, 0.0)),
        Shape::Capsule { radius, length } => revolved(&arc(radius, length / 2.0)),
        Shape::Cylinder { radius, length } => {
            let half = length / 2.0;
            // Edges have a normal for each side.
            let rings =
                [[0.0, -half], [radius, -half], [radius, -half], [radius, half], [radius, half], [0.0, half]];
            revolved(&rings)
        }
    }
}

/// Half of a capsule's outline from below: distance from the axis, and height.
fn arc(radius: f64, half_length: f64) -> Vec<[f64; 2]> {
    let ring = |number: usize| {
        let angle = PI * number as f64 / (2 * RINGS) as f64 - PI / 2.0;
        let end = if number <= RINGS { -half_length } else { half_length };
        [radius * libm::cos(angle).max(0.0), radius * libm::sin(angle) + end]
    };
    let mut rings: Vec<[f64; 2]> = (0..=2 * RINGS).map(ring).collect();
    if half_length > 0.0 {
        rings.insert(RINGS + 1, [radius, half_length]);
    }
    rings
}

fn revolved(rings: &[[f64; 2]]) -> Mesh {
    let point = |&[radius, z]: &[f64; 2], segment: usize| {
        let angle = TAU * (segment % SEGMENTS) as f64 / SEGMENTS as f64;
        DVec3::new(radius * libm::cos(angle), radius * libm::sin(angle), z).as_vec3()
    };
    let vertices = rings.iter().flat_map(|ring| (0..SEGMENTS).map(move |segment| point(ring, segment)));
    let vertices: Vec<Vec3> = vertices.collect();
    let mut triangles = Vec::new();
    for ring in 0..rings.len() - 1 {
        for segment in 0..SEGMENTS {
            let next = (segment + 1) % SEGMENTS;
            let at = |ring: usize, segment: usize| (ring * SEGMENTS + segment) as u32;
            let [a, b, c, d] = [at(ring, segment), at(ring, next), at(ring + 1, next), at(ring + 1, segment)];
            triangles.extend([[a, b, c], [a, c, d]]);
        }
    }
    let is_flat = |triangle: &[u32; 3]| {
        let [a, b, c] = triangle.map(|corner| vertices[corner as usize]);
        (b - a).cross(c - a).length_squared() == 0.0
    };
    triangles.retain(|triangle| !is_flat(triangle));
    mesh(vertices, triangles)
}

fn cuboid(half: DVec3) -> Mesh {
    let (mut vertices, mut triangles) = (Vec::new(), Vec::new());
    for axis in 0..3 {
        for side in [-1.0, 1.0] {
            let first = vertices.len() as u32;
            let [u, v] = [DVec3::AXES[(axis + 1) % 3], DVec3::AXES[(axis + 2) % 3]];
            for [along, across] in [[-1.0, -side], [1.0, -side], [1.0, side], [-1.0, side]] {
                vertices.push(((DVec3::AXES[axis] * side + u * along + v * across) * half).as_vec3());
            }
            triangles.extend([[first, first + 1, first + 2], [first, first + 2, first + 3]]);
        }
    }
    mesh(vertices, triangles)
}

fn mesh(vertices: Vec<Vec3>, triangles: Vec<[u32; 3]>) -> Mesh {
    let in_file = MeshCounts { vertices: vertices.len(), faces: triangles.len(), triangles: triangles.len() };
    Mesh { slots: vec![0; triangles.len()], vertices, triangles, in_file, ..Mesh::default() }
}

/// Gives a mesh the image coordinates of a cover. `half` are the half edges of its bounding box around the origin. [m]
pub(super) fn cover(mesh: &mut Mesh, cover: Cover, half: DVec3) {
    let half = half.max(DVec3::splat(1e-9));
    let corner = |index: u32| mesh.vertices.get(index as usize).copied().unwrap_or_default().as_dvec3();
    let uvs = mesh.triangles.iter().map(|triangle| {
        let corners = triangle.map(corner);
        match cover {
            Cover::Plane { repeat, per_meter } => corners.map(|point| {
                // MuJoCo's unit of length for images is 2 m.
                let share = if per_meter { point + half } else { point / half + 1.0 } / 2.0;
                [share.x * repeat[0], share.y * repeat[1]].map(|value| value as f32)
            }),
            Cover::Cube => {
                let corners = corners.map(|corner| corner / half);
                on_cube((corners[0] + corners[1] + corners[2]) / 3.0, corners)
            }
        }
    });
    mesh.uvs = uvs.collect();
}

/// Image coordinates of a triangle on the side of the cube that its middle faces, as OpenGL's cube maps have them.
fn on_cube(middle: DVec3, corners: [DVec3; 3]) -> [[f32; 2]; 3] {
    let size = middle.abs();
    let axis = if size.x >= size.y && size.x >= size.z { 0 } else { usize::from(size.y < size.z) + 1 };
    let is_positive = middle[axis] >= 0.0;
    let side = 2 * axis + usize::from(!is_positive);
    corners.map(|corner| {
        let depth = corner[axis].abs().max(1e-9);
        let [s, t] = match side {
            0 => [-corner.z, -corner.y],
            1 => [corner.z, -corner.y],
            2 => [corner.x, corner.z],
            3 => [corner.x, -corner.z],
            4 => [corner.x, -corner.y],
            _ => [-corner.x, -corner.y],
        };
        let [s, t] = [s, t].map(|value| (value / depth).clamp(-1.0, 1.0).mul_add(0.499, 0.5));
        // Rows count from above, image coordinates from below.
        [s as f32, ((side as f64 + t) / -6.0 + 1.0) as f32]
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn surfaces_are_closed_and_face_outwards() {
        let shapes = [
            Shape::Box { size: DVec3::new(1.0, 2.0, 3.0) },
            Shape::Sphere { radius: 1.0 },
            Shape::Capsule { radius: 0.5, length: 2.0 },
            Shape::Cylinder { radius: 1.0, length: 2.0 },
        ];
        let volumes = [6.0, 4.0 / 3.0 * PI, PI * 0.5 + PI / 6.0, TAU];
        for (shape, wanted) in shapes.iter().zip(volumes) {
            let mesh = solid(shape);
            let part = |triangle: &[u32; 3]| {
                let [a, b, c] = triangle.map(|corner| mesh.vertices[corner as usize].as_dvec3());
                a.dot(b.cross(c)) / 6.0
            };
            let found: f64 = mesh.triangles.iter().map(part).sum();
            assert!((found / wanted - 1.0).abs() < 0.03, "{shape:?}: {found} instead of {wanted}");
        }
    }

    #[test]
    fn image_lies_once_over_a_plane() {
        let mut mesh = solid(&Shape::Box { size: DVec3::new(4.0, 2.0, 1.0) });
        cover(&mut mesh, Cover::Plane { repeat: [1.0, 1.0], per_meter: false }, DVec3::new(2.0, 1.0, 0.5));
        let all = || mesh.uvs.iter().flatten();
        assert!(all().flatten().all(|value| (0.0..=1.0).contains(value)));
        assert!(all().any(|uv| *uv == [0.0, 0.0]) && all().any(|uv| *uv == [1.0, 1.0]));
    }

    #[test]
    fn uniform_images_repeat_every_two_meters_from_the_corner_of_a_geom() {
        // MuJoCo 4.0.0 draws the edges of a checker of 2 × 2 fields at -0.5 m and 0.5 m of a box with a half edge of 2.5 m.
        let mut mesh = solid(&Shape::Box { size: DVec3::new(5.0, 4.0, 1.0) });
        cover(&mut mesh, Cover::Plane { repeat: [1.0, 1.0], per_meter: true }, DVec3::new(2.5, 2.0, 0.5));
        let all = || mesh.uvs.iter().flatten();
        assert!(all().any(|uv| *uv == [0.0, 0.0]) && all().any(|uv| *uv == [2.5, 2.0]));
    }

    #[test]
    fn each_side_of_a_box_has_its_part_of_a_cube() {
        let mut mesh = solid(&Shape::Box { size: DVec3::splat(2.0) });
        cover(&mut mesh, Cover::Cube, DVec3::ONE);
        for (triangle, uvs) in mesh.triangles.iter().zip(&mesh.uvs) {
            let [a, b, c] = triangle.map(|corner| mesh.vertices[corner as usize]);
            let normal = (b - a).cross(c - a).normalize();
            let side = [Vec3::X, -Vec3::X, Vec3::Y, -Vec3::Y, Vec3::Z, -Vec3::Z];
            let number = side.iter().position(|axis| axis.dot(normal) > 0.99).unwrap() as f32;
            for [_, v] in uvs {
                let row = (1.0 - v) * 6.0;
                assert!(row > number && row < number + 1.0, "{row} of side {number}");
            }
        }
    }
}
