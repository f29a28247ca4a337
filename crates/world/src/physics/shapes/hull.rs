//! Simplified convex hulls that rest stably on each other: few flat faces, sharp edges, margin included.
//!
//! The hull of a modeled robot has hundreds of small faces along its beveled edges. It rocks when it stands on them, because
//! contacts are computed face by face, and every contact requires a loop over all faces. Small faces are therefore removed,
//! and large faces are extended until they meet. This does not move large faces, and moves corners at most by the width of
//! their bevel.

use glam::{DMat3, DVec3, Vec3};
use rapier3d::parry::transformation::try_convex_hull;

/// Faces whose normals differ by less than this angle are merged. The angle is increased if there are too many faces. [rad]
const SAME_FACE_RAD: f64 = 0.21;
/// Faces smaller than this fraction of the mean face are removed. This removes bevels but keeps the facets of round shapes.
const SHARE_MIN: f64 = 0.15;
/// Maximum number of faces of a hull.
const FACES_MAX: usize = 40;
/// Corners closer to each other than this fraction of the size are merged.
const SAME_CORNER: f64 = 1e-5;

/// A face: all points satisfy `normal · x <= offset`.
#[derive(Debug, Clone, Copy)]
struct Face {
    normal: DVec3,
    offset: f64,
    area: f64,
}

/// The corners of the simplified hull of points, extended by `margin` [m] on all sides; `None` if the points do not span a
/// volume.
pub(crate) fn plain_corners(points: &[DVec3], margin: f64) -> Option<Vec<DVec3>> {
    let faces = largest_faces(points, margin)?;
    let (low, high) = points.iter().fold((DVec3::INFINITY, DVec3::NEG_INFINITY), |(low, high), point| {
        (low.min(*point), high.max(*point))
    });
    let size = (high - low).max_element();
    let tolerance = SAME_CORNER * size;
    let mut corners: Vec<DVec3> = Vec::new();
    for (i, a) in faces.iter().enumerate() {
        for (j, b) in faces.iter().enumerate().skip(i + 1) {
            for c in &faces[j + 1..] {
                let Some(corner) = meeting_point([a, b, c]) else { continue };
                let inside = faces.iter().all(|face| face.normal.dot(corner) <= face.offset + tolerance);
                if inside && corners.iter().all(|known| known.distance(corner) > tolerance) {
                    corners.push(corner);
                }
            }
        }
    }
    (corners.len() >= 4).then_some(corners)
}

/// The largest faces of the hull, and those needed to bound it on every side.
fn largest_faces(points: &[DVec3], margin: f64) -> Option<Vec<Face>> {
    let cloud: Vec<Vec3> = points.iter().map(|point| point.as_vec3()).collect();
    let (corners, triangles) = try_convex_hull(&cloud).ok()?;
    let corners: Vec<DVec3> = corners.iter().map(|corner| corner.as_dvec3()).collect();
    let middle = corners.iter().sum::<DVec3>() / corners.len() as f64;
    let mut flats: Vec<Face> = triangles
        .iter()
        .filter_map(|triangle| {
            let [a, b, c] = triangle.map(|corner| corners[corner as usize]);
            let cross = (b - a).cross(c - a);
            let normal = cross.try_normalize()?;
            let normal = if normal.dot(a - middle) < 0.0 { -normal } else { normal };
            Some(Face { normal, offset: 0.0, area: cross.length() / 2.0 })
        })
        .collect();
    flats.sort_by(|a, b| b.area.total_cmp(&a.area));
    let mut angle_rad = SAME_FACE_RAD;
    let mut faces = merged(&flats, libm::cos(angle_rad));
    while faces.len() > FACES_MAX {
        angle_rad *= 1.3;
        faces = merged(&flats, libm::cos(angle_rad));
    }
    for axis in [DVec3::X, DVec3::NEG_X, DVec3::Y, DVec3::NEG_Y, DVec3::Z, DVec3::NEG_Z] {
        if faces.iter().all(|face| face.normal.dot(axis) < libm::cos(angle_rad)) {
            faces.push(Face { normal: axis, offset: 0.0, area: 0.0 });
        }
    }
    for face in &mut faces {
        let reach = points.iter().map(|point| face.normal.dot(*point));
        face.offset = reach.fold(f64::NEG_INFINITY, f64::max) + margin;
    }
    Some(faces)
}

/// Merges faces with similar normals and removes small faces.
fn merged(flats: &[Face], same_cos: f64) -> Vec<Face> {
    let mut faces: Vec<Face> = Vec::new();
    for flat in flats {
        match faces.iter_mut().find(|face| face.normal.dot(flat.normal) > same_cos) {
            Some(face) => face.area += flat.area,
            None => faces.push(*flat),
        }
    }
    let mean = faces.iter().map(|face| face.area).sum::<f64>() / faces.len().max(1) as f64;
    faces.retain(|face| face.area >= SHARE_MIN * mean);
    faces
}

fn meeting_point(faces: [&Face; 3]) -> Option<DVec3> {
    let [a, b, c] = faces.map(|face| face.normal);
    let rows = DMat3::from_cols(a, b, c).transpose();
    // The intersection of nearly parallel faces is far away.
    if rows.determinant().abs() < 1e-4 {
        return None;
    }
    Some(rows.inverse() * DVec3::from_array(faces.map(|face| face.offset)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn corners_of_box(half: DVec3) -> Vec<DVec3> {
        let side = |bits: usize, axis: usize| if bits >> axis & 1 == 1 { 1.0 } else { -1.0 };
        (0..8).map(|bits| half * DVec3::new(side(bits, 0), side(bits, 1), side(bits, 2))).collect()
    }

    fn box_around(points: &[DVec3]) -> (DVec3, DVec3) {
        let start = (DVec3::INFINITY, DVec3::NEG_INFINITY);
        points.iter().fold(start, |(low, high), point| (low.min(*point), high.max(*point)))
    }

    #[test]
    fn box_stays_a_box_and_grows_by_its_margin() {
        let half = DVec3::new(0.5, 0.3, 0.2);
        let corners = plain_corners(&corners_of_box(half), 0.05).unwrap();
        assert_eq!(corners.len(), 8);
        let (low, high) = box_around(&corners);
        assert!((high - half - DVec3::splat(0.05)).length() < 1e-6 && (low + high).length() < 1e-6);
    }

    #[test]
    fn beveled_edges_become_sharp() {
        let mut points = Vec::new();
        for cut in [DVec3::X, DVec3::Y, DVec3::Z] {
            let half = DVec3::splat(0.5) - cut * 0.02;
            points.extend(corners_of_box(half));
        }
        let corners = plain_corners(&points, 0.0).unwrap();
        assert_eq!(corners.len(), 8);
    }

    #[test]
    fn sphere_keeps_its_size_within_a_few_percent() {
        let ring = |i: u32| f64::from(i) / 20.0 * std::f64::consts::PI;
        let points: Vec<_> = (0..=20)
            .flat_map(|i| (0..40).map(move |j| (ring(i), ring(j))))
            .map(|(tilt, turn)| DVec3::new(tilt.sin() * turn.cos(), tilt.sin() * turn.sin(), tilt.cos()))
            .collect();
        let corners = plain_corners(&points, 0.0).unwrap();
        for corner in corners {
            assert!((0.98..1.3).contains(&corner.length()), "{}", corner.length());
        }
    }

    #[test]
    fn points_in_a_plane_become_a_slab_of_twice_the_margin() {
        let flat = [DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::new(1.0, 1.0, 0.0)];
        let (low, high) = box_around(&plain_corners(&flat, 0.05).unwrap());
        assert!((low + DVec3::splat(0.05)).length() < 1e-6, "{low}");
        assert!((high - DVec3::new(1.05, 1.05, 0.05)).length() < 1e-6, "{high}");
    }

    #[test]
    fn points_on_a_line_become_a_bar() {
        let line: Vec<_> = (0..5).map(|i| DVec3::X * f64::from(i)).collect();
        let (low, high) = box_around(&plain_corners(&line, 0.05).unwrap());
        assert!((low - DVec3::splat(-0.05)).length() < 1e-6, "{low}");
        assert!((high - DVec3::new(4.05, 0.05, 0.05)).length() < 1e-6, "{high}");
    }
}
