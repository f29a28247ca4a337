//! Vertex normals for smooth shading of a triangle mesh.

use glam::Vec3;

use crate::Surface;

/// If more corners than this share a position, edges at that position stay sharp.
const CORNERS_MAX: usize = 512;

/// For each corner of each triangle, the mean normal of the triangles with a corner at the same position, weighted by their
/// angles at that corner. Only triangles whose normals differ by less than `crease` [rad] count.
pub(super) fn corner_normals(surface: &Surface, crease: f32) -> Vec<[Vec3; 3]> {
    let corners = |triangle: &[u32; 3]| {
        triangle.map(|vertex| surface.vertices.get(vertex as usize).copied().unwrap_or_default())
    };
    let faces: Vec<Vec3> = surface
        .triangles
        .iter()
        .map(|triangle| {
            let [a, b, c] = corners(triangle);
            (b - a).cross(c - a).normalize_or_zero()
        })
        .collect();
    let mut normals: Vec<[Vec3; 3]> = faces.iter().map(|&face| [face; 3]).collect();
    // All corners, sorted so that those at the same position are adjacent.
    let mut places: Vec<([u32; 3], u32, u8)> = Vec::with_capacity(3 * faces.len());
    for (number, triangle) in surface.triangles.iter().enumerate() {
        for (corner, place) in corners(triangle).into_iter().enumerate() {
            // Zero and minus zero are the same position.
            let bits = place.to_array().map(|x| (x + 0.0).to_bits());
            places.push((bits, number as u32, corner as u8));
        }
    }
    places.sort_unstable();
    let least = libm::cosf(crease);
    for meeting in places.chunk_by(|a, b| a.0 == b.0).filter(|meeting| meeting.len() <= CORNERS_MAX) {
        for &(_, number, corner) in meeting {
            let own = faces[number as usize];
            let near = meeting.iter().filter(|(_, other, _)| own.dot(faces[*other as usize]) >= least);
            let sum: Vec3 = near
                .map(|&(_, other, at)| {
                    let triangle = corners(&surface.triangles[other as usize]);
                    faces[other as usize] * angle(triangle, usize::from(at))
                })
                .sum();
            normals[number as usize][usize::from(corner)] = sum.normalize_or(own);
        }
    }
    normals
}

/// The angle of a triangle at one of its corners. [rad]
fn angle(corners: [Vec3; 3], at: usize) -> f32 {
    let [first, second] = [1, 2].map(|step| (corners[(at + step) % 3] - corners[at]).normalize_or_zero());
    libm::acosf(first.dot(second).clamp(-1.0, 1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A roof of two slopes at an angle of `bend` [rad], with a ridge along x. The slopes have separate vertices.
    fn roof(bend: f32) -> Surface {
        let (sin, cos) = (bend / 2.0).sin_cos();
        let slope = |side: f32| {
            [Vec3::ZERO, Vec3::X, Vec3::new(1.0, side * cos, -sin), Vec3::new(0.0, side * cos, -sin)]
        };
        Surface {
            vertices: [slope(1.0), slope(-1.0)].concat(),
            triangles: vec![[0, 1, 2], [0, 2, 3], [5, 4, 6], [6, 4, 7]],
        }
    }

    #[test]
    fn only_edges_below_the_crease_angle_are_smooth() {
        let crease = 0.7;
        let blunt = corner_normals(&roof(0.6), crease);
        assert!((blunt[0][0] - Vec3::Z).length() < 1e-6, "{}", blunt[0][0]);
        // Away from the ridge, the normal is that of the slope.
        assert!((blunt[0][2] - Vec3::new(0.0, 0.3_f32.sin(), 0.3_f32.cos())).length() < 1e-6);
        let sharp = corner_normals(&roof(0.8), crease);
        assert!((sharp[0][0] - Vec3::new(0.0, 0.4_f32.sin(), 0.4_f32.cos())).length() < 1e-6);
    }

    #[test]
    fn triangle_without_area_gives_finite_normals() {
        let surface =
            Surface { vertices: vec![Vec3::ZERO, Vec3::X, Vec3::Y], triangles: vec![[0, 1, 1], [0, 1, 2]] };
        let normals = corner_normals(&surface, 1.0);
        assert_eq!(normals[0], [Vec3::ZERO; 3]);
        assert!(normals[1].iter().all(|normal| (*normal - Vec3::Z).length() < 1e-6));
    }
}
