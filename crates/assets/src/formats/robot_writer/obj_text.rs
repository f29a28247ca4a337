//! Triangles of a mesh as an OBJ file.

use std::collections::BTreeMap;
use std::fmt::Write;

use glam::{DMat3, DVec3};
use morse_geometry::principal_axes;

use crate::model::Mesh;

/// Thickness of a mesh, as a share of its size, below which it counts as flat.
const FLAT: f64 = 1e-5;
/// Thickness that a flat mesh gets. \[m\]
const THICKNESS_M: f64 = 1e-4;

/// The text of an OBJ file with some triangles of a mesh. `material` is the name of its material and of its library. With
/// `has_thickness`, a flat mesh gets a second layer below the first one.
pub(super) fn obj_text(
    mesh: &Mesh,
    chosen: &[usize],
    part_from_mesh: &DMat3,
    has_thickness: bool,
    material: Option<&String>,
) -> String {
    let mut numbers: BTreeMap<u32, usize> = BTreeMap::new();
    let mut corners = Vec::new();
    for corner in chosen.iter().flat_map(|&index| mesh.triangles[index]) {
        numbers.entry(corner).or_insert_with(|| {
            corners.push(corner as usize);
            corners.len()
        });
    }
    let mut vertices: Vec<DVec3> =
        corners.iter().map(|&corner| *part_from_mesh * mesh.vertices[corner].as_dvec3()).collect();
    let count = vertices.len();
    let across = Some(&vertices).filter(|_| has_thickness).and_then(|vertices| flat_along(vertices));
    if let Some(across) = across {
        vertices.extend_from_within(..);
        vertices[count..].iter_mut().for_each(|vertex| *vertex -= across * THICKNESS_M);
    }
    let mut text = String::new();
    // A text takes everything: results of `write!` carry no error.
    if let Some(material) = material {
        let _ = writeln!(text, "mtllib {material}.mtl\nusemtl {material}");
    }
    for DVec3 { x, y, z } in vertices {
        let _ = writeln!(text, "v {} {} {}", x as f32, y as f32, z as f32);
    }
    let has_normals = across.is_none() && mesh.normals.len() == mesh.vertices.len();
    if has_normals {
        let turned = part_from_mesh.inverse().transpose();
        for &corner in &corners {
            let DVec3 { x, y, z } = (turned * mesh.normals[corner].as_dvec3()).normalize_or(DVec3::Z);
            let _ = writeln!(text, "vn {} {} {}", x as f32, y as f32, z as f32);
        }
    }
    let has_uvs = material.is_some() && mesh.uvs.len() == mesh.triangles.len();
    let mut uvs: BTreeMap<[u32; 2], usize> = BTreeMap::new();
    if has_uvs {
        for [u, v] in chosen.iter().flat_map(|&index| mesh.uvs[index]) {
            let next = uvs.len() + 1;
            uvs.entry([u, v].map(f32::to_bits)).or_insert_with(|| {
                let _ = writeln!(text, "vt {u} {v}");
                next
            });
        }
    }
    let is_mirrored = part_from_mesh.determinant() < 0.0;
    let mut layer = |places: [usize; 3], first: usize| {
        for &index in chosen {
            text.push('f');
            for place in places {
                let number = numbers[&mesh.triangles[index][place]] + first;
                let uv = || uvs[&mesh.uvs[index][place].map(f32::to_bits)];
                let _ = match (has_uvs, has_normals) {
                    (true, true) => write!(text, " {number}/{}/{number}", uv()),
                    (true, false) => write!(text, " {number}/{}", uv()),
                    (false, true) => write!(text, " {number}//{number}"),
                    (false, false) => write!(text, " {number}"),
                };
            }
            text.push('\n');
        }
    };
    let [front, back] = if is_mirrored { [[0, 2, 1], [0, 1, 2]] } else { [[0, 1, 2], [0, 2, 1]] };
    layer(front, 0);
    if across.is_some() {
        layer(back, count);
    }
    text
}

/// The normal of the plane of points that lie in one.
fn flat_along(vertices: &[DVec3]) -> Option<DVec3> {
    let mean = vertices.iter().sum::<DVec3>() / vertices.len() as f64;
    let mut spread = DMat3::ZERO;
    for beyond in vertices.iter().map(|vertex| *vertex - mean) {
        spread += DMat3::from_cols(beyond * beyond.x, beyond * beyond.y, beyond * beyond.z);
    }
    let (squares, axes) = principal_axes(&spread);
    let (place, _) = squares.to_array().into_iter().enumerate().min_by(|(_, a), (_, b)| a.total_cmp(b))?;
    let normal = axes.col(place);
    let [low, high] = [f64::min, f64::max].map(|choose: fn(f64, f64) -> f64| {
        vertices.iter().map(|vertex| normal.dot(*vertex - mean)).reduce(choose).unwrap_or(0.0)
    });
    let size = vertices.iter().map(|vertex| vertex.distance(mean)).fold(0.0, f64::max);
    (high - low <= FLAT * size).then_some(normal)
}
