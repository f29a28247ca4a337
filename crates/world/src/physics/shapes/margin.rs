//! Margins of triangle meshes: every face is moved outwards.
//!
//! rapier can keep a distance between shapes, but the contacts that it computes across the distance are poor: robots rock on
//! floors. The surface is therefore moved instead.

use std::collections::BTreeMap;

use glam::{DVec3, Vec3};

/// Iterations of the search for the point on all moved faces around a vertex. At the corners of rooms, each iteration at least
/// halves the error.
const ROUNDS: usize = 24;
/// Limit on the motion of vertices at sharp corners, in margins.
const REACH_MAX: f64 = 3.0;

/// The vertices after moving all faces by `margin` [m] to their front side. Vertices at the same position stay together.
pub(crate) fn thickened(vertices: &[Vec3], triangles: &[[u32; 3]], margin: f64) -> Vec<Vec3> {
    // Adjacent parts of a mesh, such as floor and wall of different materials, have separate vertices at the same position.
    let place = |vertex: Vec3| (vertex + Vec3::ZERO).to_array().map(f32::to_bits);
    let mut normals_at: BTreeMap<[u32; 3], Vec<DVec3>> = BTreeMap::new();
    for triangle in triangles {
        let [a, b, c] = triangle.map(|vertex| vertices[vertex as usize]);
        let Some(normal) = (b - a).as_dvec3().cross((c - a).as_dvec3()).try_normalize() else { continue };
        for corner in [a, b, c] {
            let known = normals_at.entry(place(corner)).or_default();
            if known.iter().all(|other| other.dot(normal) < 0.9999) {
                known.push(normal);
            }
        }
    }
    let moved = |vertex: &Vec3| match normals_at.get(&place(*vertex)) {
        Some(normals) => (vertex.as_dvec3() + shift(normals, margin)).as_vec3(),
        None => *vertex,
    };
    vertices.iter().map(moved).collect()
}

/// The shortest vector to a point that lies `margin` beyond all faces with these normals, or the best approximation.
fn shift(normals: &[DVec3], margin: f64) -> DVec3 {
    let mut way = DVec3::ZERO;
    for _ in 0..ROUNDS {
        for normal in normals {
            way += *normal * (margin - normal.dot(way));
        }
    }
    // The two sides of a sheet are moved apart.
    let torn = normals.iter().any(|normal| normal.dot(way) < -0.5 * margin);
    if torn { DVec3::ZERO } else { way.clamp_length_max(REACH_MAX * margin) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faces_of_box_move_by_the_margin_and_corners_stay_together() {
        let corner = |i: u32| Vec3::new((i & 1) as f32, (i >> 1 & 1) as f32, (i >> 2 & 1) as f32);
        let faces = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
        // Each face with separate vertices, as exporters write them.
        let vertices: Vec<Vec3> = faces.iter().flatten().map(|&number| corner(number)).collect();
        let triangles: Vec<[u32; 3]> =
            (0..6).flat_map(|face| [[0, 1, 2], [0, 2, 3]].map(|t| t.map(|i| 4 * face + i))).collect();
        for (before, after) in vertices.iter().zip(thickened(&vertices, &triangles, 0.06)) {
            let expected = *before + (*before * 2.0 - Vec3::ONE) * 0.06;
            assert!(after.distance(expected) < 1e-5, "{before} {after}");
        }
    }

    #[test]
    fn floor_rises_and_two_sided_sheet_stays() {
        let square = [Vec3::ZERO, Vec3::X, Vec3::ONE - Vec3::Z, Vec3::Y];
        let floor = thickened(&square, &[[0, 1, 2], [0, 2, 3]], 0.06);
        assert!(floor.iter().all(|vertex| (vertex.z - 0.06).abs() < 1e-6));
        let sheet = thickened(&square, &[[0, 1, 2], [0, 2, 1]], 0.06);
        assert!(sheet.iter().all(|vertex| vertex.z.abs() < 0.04));
    }

    #[test]
    fn vertices_without_faces_stay() {
        assert_eq!(thickened(&[Vec3::ONE], &[], 1.0), [Vec3::ONE]);
    }
}
