//! Contacts with boxes of kilometers, such as the planes of robot files: rapier gets the part of the box near the other shape.
//!
//! In single precision, a sphere would otherwise meet a plane of 10 km at a depth of 5 cm.

use rapier3d::math::{Pose, Real, Vector};
use rapier3d::parry::query::details::ContactManifoldsWorkspace;
use rapier3d::parry::query::{ContactManifold, DefaultQueryDispatcher, PersistentQueryDispatcher};
use rapier3d::parry::shape::{Cuboid, Shape};

use crate::physics::shapes::part_of_box::{part_around, radius_of};

/// Updates the contacts of two shapes if one of them is a large box; otherwise returns `None` and changes nothing.
pub(super) fn update_contacts<M, C>(
    pos12: &Pose,
    shapes: [&dyn Shape; 2],
    prediction: Real,
    manifolds: &mut Vec<ContactManifold<M, C>>,
    workspace: &mut Option<ContactManifoldsWorkspace>,
) -> Option<()>
where
    M: Default + Clone + Send + Sync,
    C: Default + Copy + Send + Sync,
{
    let part = |large: usize| {
        let half = shapes[large].as_cuboid()?.half_extents;
        let place = if large == 0 { pos12.translation } else { pos12.inverse().translation };
        Some((large, part_around(half, place, radius_of(shapes[1 - large]) + prediction)?))
    };
    let (large, [center, half]) = part(0).or_else(|| part(1))?;
    let cuboid = Cuboid::new(half);
    let (pos12, shapes): (Pose, [&dyn Shape; 2]) = if large == 0 {
        (Pose::from_translation(-center) * *pos12, [&cuboid, shapes[1]])
    } else {
        (*pos12 * Pose::from_translation(center), [shapes[0], &cuboid])
    };
    move_points(manifolds, large, -center);
    let [one, two] = shapes;
    let found = DefaultQueryDispatcher.contact_manifolds(&pos12, one, two, prediction, manifolds, workspace);
    move_points(manifolds, large, center);
    found.ok()
}

/// Moves the points on one of the shapes.
fn move_points<M, C>(manifolds: &mut [ContactManifold<M, C>], side: usize, by: Vector) {
    for point in manifolds.iter_mut().flat_map(|manifold| &mut manifold.points) {
        if side == 0 { point.local_p1 += by } else { point.local_p2 += by }
    }
}

#[cfg(test)]
mod tests {
    use rapier3d::parry::query::QueryDispatcher;
    use rapier3d::prelude::SharedShape;

    use super::*;
    use crate::physics::contacts::FastPaths;

    #[test]
    fn capsule_meets_a_plane_of_ten_kilometers_where_it_is() {
        let plane = SharedShape::cuboid(5000.0, 5000.0, 0.5);
        let capsule = SharedShape::capsule_x(0.3, 0.08);
        for (x, height) in [(0.0, 0.07), (1234.5, 0.0795), (-4000.0, 0.081)] {
            let pos12 = Pose::from_translation(Vector::new(x, 0.0, 0.5 + height));
            for is_first in [true, false] {
                let (mut manifolds, mut note) = (Vec::<ContactManifold<(), ()>>::new(), None);
                let (pose, one, two) =
                    if is_first { (pos12, &plane, &capsule) } else { (pos12.inverse(), &capsule, &plane) };
                let dispatcher = FastPaths.chain(DefaultQueryDispatcher);
                dispatcher
                    .contact_manifolds(&pose, &*one.0, &*two.0, 0.002, &mut manifolds, &mut note)
                    .unwrap();
                let points: Vec<_> = manifolds.iter().flat_map(|it| &it.points).collect();
                assert!(points.len() >= 2, "{x} {height}");
                for point in points {
                    assert!((point.dist - (height - 0.08)).abs() < 1e-4, "{x} {height}: {}", point.dist);
                    let on_plane = if is_first { point.local_p1 } else { point.local_p2 };
                    assert!((on_plane.x - x).abs() < 0.31 && (on_plane.z - 0.5).abs() < 1e-4, "{on_plane:?}");
                }
            }
        }
    }
}
