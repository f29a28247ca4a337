//! Solids as meshes with image coordinates, for visuals with an image.
//!
//! The image covers each side of a box once, goes once around cylinders, capsules and spheres with its top at +z, and lies flat
//! on the ends of cylinders, as Gazebo and RViz show it.

use std::f32::consts::{PI, TAU};

use glam::Vec3;

use crate::formats::mjcf::geom::surface::solid;
use crate::model::{Mesh, Shape};

/// Cosine of the angle to the axis above which a face of a cylinder is an end.
const END: f32 = 0.99;

/// The mesh of a solid. `repeat` is the number of images along each direction.
pub(in crate::formats) fn textured(shape: &Shape, repeat: [f32; 2]) -> Mesh {
    let mut mesh = solid(shape);
    let uvs = mesh.triangles.iter().map(|triangle| {
        let corners = triangle.map(|corner| mesh.vertices[corner as usize]);
        let uvs = match *shape {
            Shape::Box { size } => flat(corners, size.as_vec3() / 2.0),
            Shape::Cylinder { radius, length } => {
                let half = Vec3::new(radius as f32, radius as f32, length as f32 / 2.0);
                let normal = (corners[1] - corners[0]).cross(corners[2] - corners[0]).normalize_or_zero();
                if normal.z.abs() > END { flat(corners, half) } else { around(corners, |it| it.z / half.z) }
            }
            Shape::Sphere { radius } => around(corners, |it| latitude(it, 0.0, radius as f32)),
            Shape::Capsule { radius, length } => {
                around(corners, |it| latitude(it, length as f32 / 2.0, radius as f32))
            }
        };
        uvs.map(|[u, v]| [u * repeat[0], v * repeat[1]])
    });
    mesh.uvs = uvs.collect();
    mesh
}

/// Coordinates on the side of a box with these half edges that a triangle is in.
fn flat(corners: [Vec3; 3], half: Vec3) -> [[f32; 2]; 3] {
    let normal = (corners[1] - corners[0]).cross(corners[2] - corners[0]);
    let size = normal.abs();
    let is_positive = |part: f32| if part >= 0.0 { 1.0 } else { -1.0 };
    corners.map(|corner| {
        let at = corner / half.max(Vec3::splat(1e-9));
        // The right and the top of the image, seen from outside.
        let [right, up] = if size.z >= size.x && size.z >= size.y {
            [at.x * is_positive(normal.z), at.y]
        } else if size.x >= size.y {
            [at.y * is_positive(normal.x), at.z]
        } else {
            [-at.x * is_positive(normal.y), at.z]
        };
        [(right + 1.0) / 2.0, (up + 1.0) / 2.0]
    })
}

/// Coordinates around the z axis. `height` is −1 at the bottom of the image and 1 at its top.
fn around(corners: [Vec3; 3], height: impl Fn(Vec3) -> f32) -> [[f32; 2]; 3] {
    let middle = (corners[0] + corners[1] + corners[2]) / 3.0;
    let middle = libm::atan2f(middle.y, middle.x) / TAU;
    corners.map(|corner| {
        let is_pole = libm::hypotf(corner.x, corner.y) < 1e-6 * corner.length();
        let turn = if is_pole { middle } else { libm::atan2f(corner.y, corner.x) / TAU };
        // Corners on the other side of the seam are a turn away.
        [turn - (turn - middle).round() + 0.5, (height(corner) + 1.0) / 2.0]
    })
}

/// The height of a point of a capsule, −1 to 1 along its outline.
fn latitude(point: Vec3, half_length: f32, radius: f32) -> f32 {
    let beyond = point.z - point.z.clamp(-half_length, half_length);
    let angle = libm::asinf((beyond / radius.max(1e-9)).clamp(-1.0, 1.0));
    let outline = angle * radius + point.z.clamp(-half_length, half_length);
    outline / (radius * PI / 2.0 + half_length)
}

#[cfg(test)]
mod tests {
    use glam::DVec3;

    use super::*;

    /// The corner of the mesh at a place, and its coordinates in the triangle whose middle is nearest to another place.
    fn uv_at(mesh: &Mesh, place: Vec3, near: Vec3) -> [f32; 2] {
        let middle = |triangle: &[u32; 3]| {
            triangle.iter().map(|corner| mesh.vertices[*corner as usize]).sum::<Vec3>() / 3.0
        };
        let fits = |corner: &u32| mesh.vertices[*corner as usize].distance(place) < 1e-5;
        let with_corner = (0..mesh.triangles.len()).filter(|&it| mesh.triangles[it].iter().any(fits));
        let distance = |it: usize| middle(&mesh.triangles[it]).distance(near);
        let nearest = with_corner.min_by(|a, b| distance(*a).total_cmp(&distance(*b))).unwrap();
        mesh.uvs[nearest][mesh.triangles[nearest].iter().position(fits).unwrap()]
    }

    #[test]
    fn image_covers_each_side_of_a_box_upright() {
        let mesh = textured(&Shape::Box { size: DVec3::new(2.0, 4.0, 6.0) }, [1.0, 2.0]);
        let front = Vec3::new(1.0, 0.0, 0.0);
        assert_eq!(uv_at(&mesh, Vec3::new(1.0, -2.0, -3.0), front), [0.0, 0.0]);
        assert_eq!(uv_at(&mesh, Vec3::new(1.0, 2.0, 3.0), front), [1.0, 2.0]);
        let left = Vec3::new(0.0, 2.0, 0.0);
        assert_eq!(uv_at(&mesh, Vec3::new(1.0, 2.0, -3.0), left), [0.0, 0.0]);
        let top = Vec3::new(0.0, 0.0, 3.0);
        assert_eq!(uv_at(&mesh, Vec3::new(1.0, 2.0, 3.0), top), [1.0, 2.0]);
    }

    #[test]
    fn image_goes_once_around_round_solids_without_a_jump() {
        for shape in [
            Shape::Sphere { radius: 0.5 },
            Shape::Cylinder { radius: 0.5, length: 2.0 },
            Shape::Capsule { radius: 0.5, length: 1.0 },
        ] {
            let mesh = textured(&shape, [1.0; 2]);
            for (triangle, uvs) in mesh.triangles.iter().zip(&mesh.uvs) {
                let wide =
                    uvs.iter().flat_map(|a| uvs.iter().map(move |b| (a[0] - b[0]).abs())).fold(0.0, f32::max);
                let is_end = triangle.iter().all(|corner| {
                    matches!(shape, Shape::Cylinder { .. }) && mesh.vertices[*corner as usize].z.abs() > 0.99
                });
                assert!(is_end || wide < 0.1, "{shape:?} {uvs:?}");
                assert!(uvs.iter().all(|[_, v]| (-1e-6..=1.0 + 1e-6).contains(v)), "{shape:?} {uvs:?}");
            }
        }
    }
}
