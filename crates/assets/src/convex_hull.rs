//! Convex hulls of points as triangles (quickhull).
//!
//! Source of the algorithm: Barber, Dobkin and Huhdanpaa, "The quickhull algorithm for convex hulls", 1996.
//!
//! Points of real meshes lie in planes and lines up to rounding. Which faces a point sees would be contradictory there,
//! and the surface would fold. So each point is moved by a tiny offset, which ends all coincidences, and the sides are
//! computed exactly (Shewchuk's predicate). The hull is that of the moved points, with the places of the given ones.

use std::collections::BTreeSet;

use glam::DVec3;
use robust::{Coord3D, orient3d};

/// Distance from a face, as a share of the size of the points, within which a point is on it.
const TOLERANCE: f64 = 1e-9;
/// Largest offset of a point, as a share of the size of the points. Far below the tolerance.
const OFFSET: f64 = 1e-12;

/// A face with the points that it does not hide.
struct Face {
    corners: [usize; 3],
    normal: DVec3,
    outside: Vec<usize>,
}

impl Face {
    fn new(points: &[DVec3], corners: [usize; 3]) -> Face {
        let [a, b, c] = corners.map(|corner| points[corner]);
        Face { corners, normal: (b - a).cross(c - a).normalize_or_zero(), outside: Vec::new() }
    }

    /// Distance of a point in front of the face. [m]
    fn distance(&self, points: &[DVec3], point: DVec3) -> f64 {
        self.normal.dot(point - points[self.corners[0]])
    }

    /// Whether a point is in front of the face, computed exactly.
    fn is_seen_from(&self, points: &[DVec3], eye: DVec3) -> bool {
        let exact = |point: DVec3| Coord3D { x: point.x, y: point.y, z: point.z };
        let [a, b, c] = self.corners.map(|corner| exact(points[corner]));
        // Negative for a point above the plane, from where the corners turn counter-clockwise.
        orient3d(a, b, c, exact(eye)) < 0.0
    }

    /// Whether a point is in front of the face by more than the tolerance.
    fn has_outside(&self, points: &[DVec3], point: DVec3, near: f64) -> bool {
        self.distance(points, point) > near && self.is_seen_from(points, point)
    }

    fn edges(&self) -> [[usize; 2]; 3] {
        let [a, b, c] = self.corners;
        [[a, b], [b, c], [c, a]]
    }
}

/// The triangles of the hull of finite points as their indices, counter-clockwise seen from outside; none if all points are in one
/// plane.
pub(crate) fn convex_hull(points: &[DVec3]) -> Vec<[usize; 3]> {
    let points = &with_offsets(points)[..];
    let Some(first) = first_faces(points) else { return Vec::new() };
    let near = TOLERANCE * size_of(points);
    let mut faces = first;
    let all: Vec<usize> = (0..points.len()).collect();
    distribute(points, &all, &mut faces, near);
    let mut done: Vec<Face> = Vec::new();
    while let Some(face) = faces.pop() {
        let ahead = |&point: &usize| face.distance(points, points[point]);
        let eye = face.outside.iter().copied().max_by(|a, b| ahead(a).total_cmp(&ahead(b)));
        let Some(eye) = eye else {
            done.push(face);
            continue;
        };
        let sees = |face: &Face| face.is_seen_from(points, points[eye]);
        let mut seen = vec![face];
        for list in [&mut faces, &mut done] {
            let (visible, hidden): (Vec<Face>, Vec<Face>) = std::mem::take(list).into_iter().partition(sees);
            seen.extend(visible);
            *list = hidden;
        }
        let edges: BTreeSet<[usize; 2]> = seen.iter().flat_map(Face::edges).collect();
        let horizon = edges.iter().filter(|[a, b]| !edges.contains(&[*b, *a]));
        let mut new: Vec<Face> = horizon.map(|[a, b]| Face::new(points, [*a, *b, eye])).collect();
        let orphans: Vec<usize> =
            seen.into_iter().flat_map(|face| face.outside).filter(|&p| p != eye).collect();
        distribute(points, &orphans, &mut new, near);
        faces.extend(new);
    }
    done.into_iter().map(|face| face.corners).collect()
}

/// The points, each moved by an offset that depends on its index only.
fn with_offsets(points: &[DVec3]) -> Vec<DVec3> {
    let largest = OFFSET * size_of(points);
    let offset = |index: usize, axis: u64| {
        // The finalizer of SplitMix64 (Steele, Lea and Flood 2014).
        let mut bits = (index as u64 * 3 + axis).wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^= bits >> 31;
        ((bits >> 11) as f64 / (1_u64 << 53) as f64 - 0.5) * 2.0 * largest
    };
    let moved = |(index, point): (usize, &DVec3)| {
        *point + DVec3::new(offset(index, 0), offset(index, 1), offset(index, 2))
    };
    points.iter().enumerate().map(moved).collect()
}

/// Gives each point to the first face that it is in front of.
fn distribute(points: &[DVec3], loose: &[usize], faces: &mut [Face], near: f64) {
    for &point in loose {
        if let Some(face) = faces.iter_mut().find(|face| face.has_outside(points, points[point], near)) {
            face.outside.push(point);
        }
    }
}

/// Largest distance between two points along an axis. [m]
fn size_of(points: &[DVec3]) -> f64 {
    let Some(&first) = points.first() else { return 0.0 };
    let (low, high) =
        points.iter().fold((first, first), |(low, high), point| (low.min(*point), high.max(*point)));
    (high - low).max_element()
}

/// A tetrahedron of points far apart; `None` if all are in one plane.
fn first_faces(points: &[DVec3]) -> Option<Vec<Face>> {
    let near = TOLERANCE * size_of(points);
    let farthest = |distance: &dyn Fn(DVec3) -> f64| {
        let found = (0..points.len()).max_by(|a, b| distance(points[*a]).total_cmp(&distance(points[*b])))?;
        (distance(points[found]) > near).then_some(found)
    };
    let a = (0..points.len()).min_by(|a, b| points[*a].x.total_cmp(&points[*b].x))?;
    let b = farthest(&|point| (point - points[a]).length())?;
    let along = (points[b] - points[a]).normalize();
    let c = farthest(&|point| (point - points[a]).cross(along).length())?;
    let normal = along.cross(points[c] - points[a]).normalize();
    let d = farthest(&|point| (point - points[a]).dot(normal).abs())?;
    let [b, c] = if (points[d] - points[a]).dot(normal) > 0.0 { [c, b] } else { [b, c] };
    let faces = [[a, b, c], [a, d, b], [b, d, c], [c, d, a]];
    Some(faces.map(|corners| Face::new(points, corners)).into())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Volume that triangles enclose. [m³]
    fn volume(points: &[DVec3], triangles: &[[usize; 3]]) -> f64 {
        let part = |triangle: &[usize; 3]| {
            let [a, b, c] = triangle.map(|corner| points[corner]);
            a.dot(b.cross(c)) / 6.0
        };
        triangles.iter().map(part).sum()
    }

    #[test]
    fn hull_of_a_grid_is_its_box() {
        let cells = (0..5_u8).flat_map(|x| (0..4_u8).flat_map(move |y| (0..3_u8).map(move |z| [x, y, z])));
        let points: Vec<DVec3> =
            cells.map(|cell| DVec3::from_array(cell.map(|index| f64::from(index) * 0.1))).collect();
        let hull = convex_hull(&points);
        assert!((volume(&points, &hull) - 0.4 * 0.3 * 0.2).abs() < 1e-12, "{hull:?}");
    }

    #[test]
    fn hull_holds_all_points() {
        let mut seed = 7_u64;
        let mut random = || {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 40) as f64 / f64::from(1_u32 << 24) - 0.5
        };
        let points: Vec<DVec3> = (0..2000).map(|_| DVec3::new(random(), random(), random())).collect();
        let hull = convex_hull(&points);
        for corners in &hull {
            let face = Face::new(&points, *corners);
            assert!(points.iter().all(|point| face.distance(&points, *point) < 1e-8));
        }
        let found = volume(&points, &hull);
        assert!(found > 0.95 && found < 1.0, "{found}");
    }

    #[test]
    fn hull_of_a_part_with_rounded_edges_in_single_precision_is_not_folded() {
        // Discs of many corners, turned and rounded to single precision as the meshes of CAD programs are.
        let turn = glam::DQuat::from_euler(glam::EulerRot::XYZ, 0.3, 0.7, -0.4);
        let mut points = Vec::new();
        for layer in 0..5_u32 {
            for step in 0..200_u32 {
                let angle = f64::from(step) * std::f64::consts::TAU / 200.0;
                let point = DVec3::new(0.3 * angle.cos(), 0.3 * angle.sin(), f64::from(layer) * 0.2);
                points.push((turn * point).as_vec3().as_dvec3());
            }
        }
        let hull = convex_hull(&points);
        let disc = 0.5 * 200.0 * 0.3 * 0.3 * (std::f64::consts::TAU / 200.0).sin();
        let found = volume(&points, &hull);
        assert!((found / (disc * 0.8) - 1.0).abs() < 1e-5, "{found}");
        let mut edges: Vec<[usize; 2]> =
            hull.iter().flat_map(|[a, b, c]| [[*a, *b], [*b, *c], [*c, *a]]).collect();
        edges.sort_unstable();
        let all = edges.len();
        edges.dedup();
        assert_eq!(edges.len(), all, "each edge has one face on each side");
        assert!(edges.iter().all(|[a, b]| edges.binary_search(&[*b, *a]).is_ok()));
    }

    #[test]
    fn points_in_a_plane_have_no_hull() {
        let flat = [DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::ONE - DVec3::Z];
        assert!(convex_hull(&flat).is_empty() && convex_hull(&[]).is_empty());
    }
}
