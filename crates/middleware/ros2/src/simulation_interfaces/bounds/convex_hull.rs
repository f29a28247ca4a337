//! Convex hulls of points, and their overlap with boxes.
//!
//! The overlap test is the algorithm of Gilbert, Johnson and Keerthi, "A fast procedure for computing the distance between
//! complex objects in three-dimensional space", 1988. It searches the Minkowski difference of both sets for the point that
//! is nearest to the origin.

use glam::{DMat2, DMat3, DVec2, DVec3};

/// Largest number of points. All points are read several times per entity, between two steps.
pub const POINTS_MAX: usize = 1000;

/// Largest number of iterations. The search needs few, unless rounding errors prevent its end.
const ROUNDS_MAX: usize = 100;

/// Relative tolerance: sets whose distance is below this fraction of their size overlap, and points whose distance from a
/// line is below it are on the line.
const TOLERANCE: f64 = 1e-9;

/// The convex hull of points. It may be flat.
#[derive(Debug, Clone, PartialEq)]
pub struct ConvexHull {
    points: Vec<DVec3>,
    /// Largest absolute coordinate. [m]
    size: f64,
}

impl ConvexHull {
    /// Creates the hull of finite points.
    ///
    /// # Errors
    /// When there are too many points, or all points are on one line.
    pub fn new(points: &[[f64; 3]]) -> Result<Self, String> {
        if points.len() > POINTS_MAX {
            return Err(format!(
                "a convex hull has at most {POINTS_MAX} points, and this one has {}",
                points.len()
            ));
        }
        let points: Vec<DVec3> = points.iter().copied().map(DVec3::from_array).collect();
        let size = points.iter().map(|point| point.abs().max_element()).fold(0.0, f64::max);
        if !spans_a_plane(&points) {
            return Err("a convex hull has at least three points that are not on one line".to_owned());
        }
        Ok(Self { points, size })
    }

    /// Whether an axis-aligned box, given by its lowest and its highest corner, has a point in common with the hull.
    #[must_use]
    pub fn overlaps(&self, low: DVec3, high: DVec3) -> bool {
        let near = TOLERANCE * self.size.max(low.abs().max_element()).max(high.abs().max_element());
        // The support point of the Minkowski difference in a direction.
        let farthest = |direction: DVec3| {
            let of_hull = self.points.iter().max_by(|a, b| a.dot(direction).total_cmp(&b.dot(direction)));
            let of_box = DVec3::select(direction.cmpgt(DVec3::ZERO), low, high);
            of_hull.copied().unwrap_or_default() - of_box
        };
        let mut simplex = vec![farthest(DVec3::X)];
        let mut nearest = simplex[0];
        for _ in 0..ROUNDS_MAX {
            let distance = nearest.length();
            if distance <= near {
                return true;
            }
            let next = farthest(-nearest);
            if next.dot(nearest) > near * distance {
                // The plane through this point, perpendicular to the direction to the nearest one, separates both sets.
                return false;
            }
            simplex.push(next);
            nearest = reduce(&mut simplex);
            if nearest.length() >= distance {
                // No progress, because of rounding errors.
                return distance <= near;
            }
        }
        nearest.length() <= near
    }
}

/// Whether the points are not all on one line.
fn spans_a_plane(points: &[DVec3]) -> bool {
    let Some(&first) = points.first() else { return false };
    let from_first = points.iter().map(|&point| point - first);
    let along = from_first.clone().max_by(|a, b| a.length_squared().total_cmp(&b.length_squared()));
    let along = along.unwrap_or_default();
    let Some(direction) = along.try_normalize() else { return false };
    let aside = from_first.map(|point| point.cross(direction).length()).fold(0.0, f64::max);
    aside > TOLERANCE * along.length()
}

/// The point of a simplex that is nearest to the origin. The simplex is reduced to the corners that span this point.
fn reduce(simplex: &mut Vec<DVec3>) -> DVec3 {
    let mut best: Option<(DVec3, Vec<DVec3>)> = None;
    for chosen in 1_u32..1 << simplex.len() {
        let corners = simplex.iter().enumerate().filter(|(corner, _)| chosen & (1 << corner) != 0);
        let corners: Vec<DVec3> = corners.map(|(_, &point)| point).collect();
        let Some(weights) = weights_of_nearest(&corners) else { continue };
        // If a weight is negative, the point is outside of this face, and another face has a nearer point.
        if weights.iter().all(|&weight| weight >= 0.0) {
            let nearest: DVec3 = corners.iter().zip(&weights).map(|(&corner, &weight)| corner * weight).sum();
            if best.as_ref().is_none_or(|(other, _)| nearest.length_squared() < other.length_squared()) {
                best = Some((nearest, corners));
            }
        }
    }
    match best {
        Some((nearest, corners)) => {
            *simplex = corners;
            nearest
        }
        None => DVec3::ZERO,
    }
}

/// The weights of the corners at that point of their line, plane or space that is nearest to the origin. `None` if the
/// corners are degenerate.
fn weights_of_nearest(corners: &[DVec3]) -> Option<Vec<f64>> {
    let (&first, rest) = corners.split_first()?;
    let edges: Vec<DVec3> = rest.iter().map(|&corner| corner - first).collect();
    let further = match edges[..] {
        [] => Vec::new(),
        [edge] => vec![-first.dot(edge) / positive(edge.length_squared())?],
        [a, b] => {
            let gram = DMat2::from_cols(DVec2::new(a.dot(a), a.dot(b)), DVec2::new(a.dot(b), b.dot(b)));
            positive(gram.determinant())?;
            (gram.inverse() * -DVec2::new(first.dot(a), first.dot(b))).to_array().to_vec()
        }
        [a, b, c] => {
            let edges = DMat3::from_cols(a, b, c);
            positive(edges.determinant().abs())?;
            (edges.inverse() * -first).to_array().to_vec()
        }
        _ => return None,
    };
    let of_first = 1.0 - further.iter().sum::<f64>();
    Some(std::iter::once(of_first).chain(further).collect())
}

fn positive(number: f64) -> Option<f64> {
    (number > 0.0 && number.is_finite()).then_some(number)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const LOW: DVec3 = DVec3::ZERO;
    const HIGH: DVec3 = DVec3::ONE;

    fn hull(points: &[[f64; 3]]) -> ConvexHull {
        ConvexHull::new(points).unwrap()
    }

    #[test]
    fn pyramid_overlaps_boxes_that_touch_its_surface() {
        // The base is in the plane z = 0, the apex at a height of 2.
        let pyramid =
            hull(&[[-1.0, -1.0, 0.0], [1.0, -1.0, 0.0], [1.0, 1.0, 0.0], [-1.0, 1.0, 0.0], [0.0, 0.0, 2.0]]);
        assert!(pyramid.overlaps(LOW, HIGH));
        assert!(pyramid.overlaps(DVec3::new(-9.0, -9.0, 2.0), DVec3::splat(9.0)), "the apex touches");
        assert!(!pyramid.overlaps(DVec3::new(-9.0, -9.0, 2.001), DVec3::splat(9.0)));
        // At a height of 1 the pyramid is 1 wide, so the corner of its bounding box is outside.
        let corner = DVec3::new(0.5, 0.5, 1.0);
        assert!(pyramid.overlaps(corner, corner + 1.0) && !pyramid.overlaps(corner + 0.01, corner + 1.0));
        let inside = DVec3::new(0.0, 0.0, 0.5);
        assert!(
            pyramid.overlaps(inside, inside + 0.01)
                && pyramid.overlaps(DVec3::splat(-9.0), DVec3::splat(9.0))
        );
    }

    #[test]
    fn hull_may_be_flat_but_not_a_line() {
        let triangle = hull(&[[2.0, 0.0, 0.0], [0.0, 2.0, 0.0], [0.0, 0.0, 2.0]]);
        assert!(triangle.overlaps(LOW, HIGH));
        assert!(!triangle.overlaps(LOW, DVec3::splat(0.66)) && triangle.overlaps(LOW, DVec3::splat(0.67)));
        for points in [
            vec![],
            vec![[1.0; 3]],
            vec![[0.0; 3], [1.0; 3]],
            vec![[0.0; 3]; 4],
            vec![[0.0; 3], [1.0, 2.0, 3.0], [2.0, 4.0, 6.0], [-1.0, -2.0, -3.0]],
        ] {
            assert!(ConvexHull::new(&points).unwrap_err().contains("line"), "{points:?}");
        }
        let many = vec![[0.0; 3]; POINTS_MAX + 1];
        assert!(ConvexHull::new(&many).unwrap_err().contains("at most"));
    }

    fn point(range: std::ops::Range<f64>) -> impl Strategy<Value = DVec3> {
        [range.clone(), range.clone(), range].prop_map(DVec3::from_array)
    }

    proptest! {
        #[test]
        fn hull_of_a_box_overlaps_like_the_box(
            a in point(-2.0..2.0), b in point(-2.0..2.0), c in point(-2.0..2.0), size in point(0.01..2.0)
        ) {
            let (low, high) = (a.min(b), a.max(b));
            let corners: Vec<[f64; 3]> = (0..8_u32)
                .map(|corner| std::array::from_fn(|axis| if corner & (1 << axis) == 0 { low[axis] } else { high[axis] }))
                .collect();
            let Ok(hull) = ConvexHull::new(&corners) else { return Ok(()) };
            let expected = low.cmple(c + size).all() && c.cmple(high).all();
            prop_assert_eq!(hull.overlaps(c, c + size), expected);
        }

        #[test]
        fn hull_contains_weighted_means_but_no_points_beyond_a_plane(
            points in proptest::collection::vec(point(-5.0..5.0), 4..20),
            shares in proptest::collection::vec(0.01..1.0_f64, 20),
            direction in point(-1.0..1.0),
        ) {
            let hull = hull(&points.iter().map(|point| point.to_array()).collect::<Vec<_>>());
            let sum: f64 = shares.iter().take(points.len()).sum();
            let inside: DVec3 = points.iter().zip(&shares).map(|(&point, &share)| point * share / sum).sum();
            prop_assert!(hull.overlaps(inside, inside));
            prop_assume!(direction.length() > 0.1);
            let direction = direction.normalize();
            let far = points.iter().map(|point| point.dot(direction)).fold(f64::MIN, f64::max);
            let outside = inside + direction * (far - inside.dot(direction) + 0.001);
            prop_assert!(!hull.overlaps(outside, outside));
        }
    }
}
