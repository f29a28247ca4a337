//! Fast path for hulls that the separating plane of the last tick still separates.
//!
//! rapier searches for the nearest points of two hulls in each tick. In a crowd, most nearby pairs do not touch, and the
//! separating plane of the last tick is often still valid.

use rapier3d::math::{Pose, Real, Vector};
use rapier3d::parry::query::ContactManifold;
use rapier3d::parry::shape::Shape;

use crate::physics::contacts::corners;

/// Number of corners that are looked at together.
const LANES: usize = 8;

/// Clears the contacts of two hulls, or of a hull and a box, if they are farther apart along their last normal than
/// `prediction` [m]; otherwise returns `None`.
pub(super) fn clear_if_separated<M, C>(
    manifold: &mut ContactManifold<M, C>,
    shape1: &dyn Shape,
    shape2: &dyn Shape,
    pos12: &Pose,
    prediction: Real,
) -> Option<()> {
    if shape1.as_convex_polyhedron().is_none() && shape2.as_convex_polyhedron().is_none() {
        return None;
    }
    let (mut of_box1, mut of_box2) = ([Vector::ZERO; 8], [Vector::ZERO; 8]);
    let (corners1, corners2) = (corners(shape1, &mut of_box1)?, corners(shape2, &mut of_box2)?);
    let normal1 = manifold.local_n1;
    let normal2 = pos12.rotation.inverse() * -normal1;
    // A zero normal gives a zero gap.
    let gap = pos12.translation.dot(normal1) - reach(corners1, normal1) - reach(corners2, normal2);
    (gap > prediction).then(|| manifold.points.clear())
}

/// The largest component of corners along a direction. [m]
///
/// Several maxima at once, which do not wait for each other.
fn reach(corners: &[Vector], direction: Vector) -> Real {
    let mut largest = [-Real::MAX; LANES];
    let chunks = corners.chunks_exact(LANES);
    let rest = chunks.remainder();
    for chunk in chunks {
        for (most, corner) in largest.iter_mut().zip(chunk) {
            let along = corner.dot(direction);
            *most = if along > *most { along } else { *most };
        }
    }
    let rest = rest.iter().map(|corner| corner.dot(direction));
    largest.into_iter().chain(rest).fold(-Real::MAX, Real::max)
}

#[cfg(test)]
mod tests {
    use rapier3d::parry::query::{DefaultQueryDispatcher, PersistentQueryDispatcher, QueryDispatcher};
    use rapier3d::prelude::SharedShape;

    use super::*;
    use crate::physics::contacts::FastPaths;

    const PREDICTION_M: Real = 0.02;

    fn octahedron() -> SharedShape {
        let corners = [Vector::X, Vector::Y, Vector::Z].into_iter().flat_map(|axis| [axis, -axis]);
        SharedShape::convex_hull(&corners.collect::<Vec<_>>()).unwrap()
    }

    /// Contacts of an octahedron with a second one that passes it with `gap_m` between their tips, tick by tick.
    fn passing(gap_m: Real, dispatcher: impl PersistentQueryDispatcher<(), ()>) -> Vec<Vec<Real>> {
        let (hull, mut manifolds, mut note) = (octahedron(), Vec::new(), None);
        let pose = |tick: i32| Pose::from_translation(Vector::new(2.0 + gap_m, 0.05 * tick as Real, 0.0));
        let mut depths = |tick| {
            let shapes = (&*hull.0, &*hull.0);
            let pose = pose(tick);
            dispatcher
                .contact_manifolds(&pose, shapes.0, shapes.1, PREDICTION_M, &mut manifolds, &mut note)
                .unwrap();
            manifolds[0].points.iter().map(|point| point.dist).collect()
        };
        (-50..50).map(&mut depths).collect()
    }

    #[test]
    fn contacts_are_found_in_the_same_tick_as_by_rapier() {
        for gap_m in [0.01, 0.019, 0.021, 0.5] {
            let by_engine = passing(gap_m, DefaultQueryDispatcher);
            let by_us = passing(gap_m, FastPaths.chain(DefaultQueryDispatcher));
            assert_eq!(by_us.iter().any(|depths| !depths.is_empty()), gap_m < PREDICTION_M, "{gap_m}");
            for (tick, (ours, theirs)) in by_us.iter().zip(&by_engine).enumerate() {
                let nearest = |depths: &[Real]| depths.iter().copied().fold(Real::MAX, Real::min);
                assert_eq!(ours.is_empty(), theirs.is_empty(), "{gap_m} {tick}");
                assert!(ours.is_empty() || (nearest(ours) - nearest(theirs)).abs() < 1e-5, "{gap_m} {tick}");
            }
        }
    }

    #[test]
    fn shapes_other_than_boxes_and_hulls_are_left_to_rapier() {
        let mut manifold = ContactManifold::<(), ()>::with_data(0, 0, ());
        manifold.local_n1 = Vector::X;
        let (hull, ball) = (octahedron(), SharedShape::ball(0.5));
        let apart = Pose::from_translation(Vector::X * 9.0);
        assert!(clear_if_separated(&mut manifold, &*hull.0, &*hull.0, &apart, PREDICTION_M).is_some());
        assert!(clear_if_separated(&mut manifold, &*hull.0, &*ball.0, &apart, PREDICTION_M).is_none());
    }
}
