//! Convex hulls of points as triangles (quickhull).
//!
//! Source of the algorithm: Barber, Dobkin and Huhdanpaa, "The quickhull algorithm for convex hulls", 1996.

use std::collections::BTreeSet;

use glam::DVec3;

/// Distance from a face, as a share of the size of the points, within which a point is on it.
const TOLERANCE: f64 = 1e-9;

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

    fn edges(&self) -> [[usize; 2]; 3] {
        let [a, b, c] = self.corners;
        [[a, b], [b, c], [c, a]]
    }
}

/// The triangles of the hull of finite points as their indices, counter-clockwise seen from outside; none if all points are in one
/// plane.
pub(crate) fn convex_hull(points: &[DVec3]) -> Vec<[usize; 3]> {
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
        let sees = |face: &Face| face.distance(points, points[eye]) > near;
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

/// Gives each point to the first face that it is in front of.
fn distribute(points: &[DVec3], loose: &[usize], faces: &mut [Face], near: f64) {
    for &point in loose {
        if let Some(face) = faces.iter_mut().find(|face| face.distance(points, points[point]) > near) {
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
    fn points_in_a_plane_have_no_hull() {
        let flat = [DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::ONE - DVec3::Z];
        assert!(convex_hull(&flat).is_empty() && convex_hull(&[]).is_empty());
    }
}
