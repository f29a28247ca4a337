//! Subdivision of a cube and of flat grids, against closed forms.

use super::*;

/// A cube with corners at ±1.
pub(crate) fn cube() -> Surface {
    let points = (0..8).map(|corner| {
        DVec3::from_array([corner & 1, corner >> 1 & 1, corner >> 2 & 1].map(|bit| f64::from(2 * bit) - 1.0))
    });
    let faces = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    Surface { points: points.collect(), corners: faces.concat(), sizes: vec![4; 6], ..Surface::default() }
}

/// One square of 2 m around the origin.
fn square() -> Surface {
    let points = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]];
    Surface {
        points: points.map(|[x, y]| DVec3::new(x, y, 0.0)).to_vec(),
        corners: vec![0, 1, 2, 3],
        sizes: vec![4],
        ..Surface::default()
    }
}

#[test]
fn cube_has_the_counts_and_points_of_catmull_and_clark() {
    let once = refine(&cube(), Boundary::Smooth);
    assert_eq!((once.points.len(), once.sizes.len()), (26, 24));
    // (n − 3) / n of the point, 2 / n of the middles of its edges, 1 / n of the centers of its faces, with n = 3: 5/9.
    assert!(
        once.points[..8].iter().zip(cube().points).all(|(new, old)| new.abs_diff_eq(old * 5.0 / 9.0, 1e-12))
    );
    // The middles of two ends and two centers of faces: 3/4 and 3/4 along two axes, 0 along the edge.
    assert!(once.points[8..20].iter().all(|point| {
        let mut sorted = point.abs().to_array();
        sorted.sort_by(f64::total_cmp);
        sorted == [0.0, 0.75, 0.75]
    }));
    let twice = refine(&once, Boundary::Smooth);
    assert_eq!((twice.points.len(), twice.sizes.len()), (98, 96));
}

#[test]
fn limit_of_a_point_is_that_of_further_refinements() {
    let mut surface = refine(&cube(), Boundary::Smooth);
    let limits = limit(&surface, Boundary::Smooth, 0);
    for _ in 0..5 {
        surface = refine(&surface, Boundary::Smooth);
    }
    for (limit, point) in limits.iter().zip(&surface.points) {
        assert!(limit.distance(*point) < 1e-3, "{limit} {point}");
    }
    // A limit is a limit at every level.
    let again = limit(&surface, Boundary::Smooth, 0);
    assert!(limits.iter().zip(&again).all(|(one, other)| one.abs_diff_eq(*other, 1e-12)));
}

fn limit_of(surface: &Surface) -> Vec<DVec3> {
    limit(surface, Boundary::Smooth, 12)
}

#[test]
fn limit_at_a_crease_is_the_same_at_every_level() {
    let mut surface = cube();
    surface.edge_sharpness = vec![0.0; 24];
    // All four edges of the upper face, from both sides, and one point.
    surface.edge_sharpness[4..8].fill(2.6);
    surface.point_sharpness = vec![0.0, 1.4, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0];
    let once = refine(&surface, Boundary::Smooth);
    let twice = refine(&once, Boundary::Smooth);
    let (first, second) = (limit_of(&once), limit_of(&twice));
    for (one, other) in first.iter().zip(&second) {
        assert!(one.abs_diff_eq(*other, 1e-12), "{one} {other}");
    }
    let smooth = limit_of(&refine(&cube(), Boundary::Smooth));
    assert!(first[4].z > smooth[4].z + 0.1 && first[1].distance(smooth[1]) > 0.01);
}

#[test]
fn sharp_cube_stays_a_cube() {
    let mut surface = cube();
    surface.edge_sharpness = vec![10.0; 24];
    for _ in 0..3 {
        surface = refine(&surface, Boundary::Smooth);
    }
    assert!(surface.points.iter().all(|point| (point.abs().max_element() - 1.0).abs() < 1e-12));
}

#[test]
fn boundary_of_a_square_is_round_or_has_corners_or_stays() {
    let corner = |boundary: Boundary| {
        let once = refine(&square(), boundary);
        let limits = limit(&once, boundary, 12);
        (once.points[0].x, limits[0].x, limits[4])
    };
    // 3/4 of the point and 1/8 of two neighbors; its limit is 2/3 and 1/6 of those.
    let (refined, limit, middle) = corner(Boundary::Smooth);
    assert!((refined + 0.75).abs() < 1e-12 && (limit + 2.0 / 3.0).abs() < 1e-6 && middle.y > -1.0);
    for boundary in [Boundary::KeepCorners, Boundary::Straight, Boundary::AllStraight] {
        let (refined, limit, middle) = corner(boundary);
        assert_eq!((refined, limit), (-1.0, -1.0), "{boundary:?}");
        assert!(middle.y <= -1.0, "{boundary:?}");
    }
}

#[test]
fn straight_edges_leave_the_shape_as_it_is() {
    let mut surface = cube();
    for _ in 0..2 {
        surface = refine(&surface, Boundary::AllStraight);
    }
    assert!(surface.points.iter().all(|point| point.abs().max_element() == 1.0));
    assert_eq!(limit(&surface, Boundary::AllStraight, 0), surface.points);
}
