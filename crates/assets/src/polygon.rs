//! Triangulation of polygons: n − 2 triangles for every simple polygon.

use glam::{DVec2, DVec3, Vec3};

/// Polygons with more corners are cut into a fan, because ear clipping takes quadratic time.
const EARS_CORNERS_MAX: usize = 500;

/// Calls `triangle` with the indices (in `corners`) of the corners of each triangle, in the winding of the polygon.
pub(crate) fn triangulate(corners: &[Vec3], mut triangle: impl FnMut([usize; 3])) {
    let count = corners.len();
    if count < 3 {
        return;
    }
    if count == 4 && is_clearly_convex(corners) {
        triangle([0, 1, 2]);
        triangle([0, 2, 3]);
        return;
    }
    let flat = if count == 3 || count > EARS_CORNERS_MAX { None } else { flatten(corners) };
    match flat {
        Some(points) if !is_convex(&points) => clip_ears(&points, triangle),
        _ => (1..count - 1).for_each(|corner| triangle([0, corner, corner + 1])),
    }
}

/// Whether a quadrilateral is convex by a margin above rounding, seen along its normal.
fn is_clearly_convex(corners: &[Vec3]) -> bool {
    const MARGIN: f64 = 1e-6;
    let [a, b, c, d] = [0, 1, 2, 3].map(|corner| corners[corner].as_dvec3());
    let (ab, bc, cd, da) = (b - a, c - b, d - c, a - d);
    let normal = (c - a).cross(d - b);
    let least = MARGIN * normal.length_squared();
    [ab.cross(bc), bc.cross(cd), cd.cross(da), da.cross(ab)].iter().all(|turn| turn.dot(normal) > least)
}

/// Coordinates in the plane of the polygon, counter-clockwise; `None` for one without area.
fn flatten(corners: &[Vec3]) -> Option<Vec<DVec2>> {
    let next = corners.iter().cycle().skip(1);
    // Newell's method: the sum over all edges is twice the area, along the normal.
    let normal =
        corners.iter().zip(next).fold(DVec3::ZERO, |sum, (a, b)| sum + a.as_dvec3().cross(b.as_dvec3()));
    let normal = normal.try_normalize()?;
    let (x, y) = normal.any_orthonormal_pair();
    // The pair is such that x × y = normal.
    let flat = |corner: &Vec3| DVec2::new(corner.as_dvec3().dot(x), corner.as_dvec3().dot(y));
    Some(corners.iter().map(flat).collect())
}

fn turn(a: DVec2, b: DVec2, c: DVec2) -> f64 {
    (b - a).perp_dot(c - b)
}

fn is_convex(points: &[DVec2]) -> bool {
    let count = points.len();
    (0..count).all(|i| turn(points[i], points[(i + 1) % count], points[(i + 2) % count]) >= 0.0)
}

fn clip_ears(points: &[DVec2], mut triangle: impl FnMut([usize; 3])) {
    let mut left: Vec<usize> = (0..points.len()).collect();
    while left.len() > 3 {
        let count = left.len();
        let ear = (0..count).find(|&i| is_ear(points, &left, i));
        // A self-intersecting polygon may have no ear; any corner is used then.
        let tip = ear.unwrap_or(1);
        triangle([left[(tip + count - 1) % count], left[tip], left[(tip + 1) % count]]);
        left.remove(tip);
    }
    triangle([left[0], left[1], left[2]]);
}

fn is_ear(points: &[DVec2], left: &[usize], tip: usize) -> bool {
    let count = left.len();
    let (before, after) = ((tip + count - 1) % count, (tip + 1) % count);
    let [a, b, c] = [before, tip, after].map(|place| points[left[place]]);
    if turn(a, b, c) <= 0.0 {
        return false;
    }
    let others = (0..count).filter(|place| ![before, tip, after].contains(place));
    let mut others = others.map(|place| points[left[place]]);
    !others.any(|p| p != a && p != c && turn(a, b, p) >= 0.0 && turn(b, c, p) >= 0.0 && turn(c, a, p) >= 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn area(corners: &[Vec3]) -> (usize, f32) {
        let (mut count, mut area) = (0, 0.0);
        triangulate(corners, |[a, b, c]| {
            count += 1;
            let normal = (corners[b] - corners[a]).cross(corners[c] - corners[a]);
            area += normal.z / 2.0;
            assert!(normal.z >= 0.0, "a triangle is turned over");
        });
        (count, area)
    }

    fn polygon(points: &[(f32, f32)]) -> Vec<Vec3> {
        points.iter().map(|&(x, y)| Vec3::new(x, y, 2.0)).collect()
    }

    #[test]
    fn concave_polygons_keep_their_area() {
        let arrow = polygon(&[(0.0, 0.0), (2.0, 1.0), (0.0, 2.0), (0.5, 1.0)]);
        let (count, area_found) = area(&arrow);
        assert_eq!(count, 2);
        assert!((area_found - 1.5).abs() < 1e-6);
        let comb = polygon(&[
            (0.0, 0.0),
            (5.0, 0.0),
            (5.0, 2.0),
            (4.0, 2.0),
            (4.0, 1.0),
            (1.0, 1.0),
            (1.0, 2.0),
            (0.0, 2.0),
        ]);
        let (count, area_found) = area(&comb);
        assert_eq!(count, 6);
        assert!((area_found - 7.0).abs() < 1e-5);
    }

    #[test]
    fn degenerate_polygons_end() {
        let line = polygon(&[(0.0, 0.0), (1.0, 0.0), (2.0, 0.0), (3.0, 0.0), (1.0, 0.0)]);
        assert_eq!(area(&line).0, 3);
        let bow = polygon(&[(0.0, 0.0), (2.0, 2.0), (2.0, 0.0), (0.0, 3.0), (5.0, 1.0)]);
        let mut count = 0;
        triangulate(&bow, |_| count += 1);
        assert_eq!(count, 3);
        triangulate(&bow[..2], |_| panic!("two corners make no triangle"));
    }
}
