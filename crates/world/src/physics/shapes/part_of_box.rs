//! The part of a very large box near a place: in single precision, the distances of boxes of kilometers are wrong by centimeters.

use rapier3d::geometry::SharedShape;
use rapier3d::math::{Pose, Real, Vector};
use rapier3d::parry::shape::Shape;

/// Half of the longest edge of boxes that are looked at as a whole. [m]
const HALF_MAX_M: Real = 50.0;
/// Distance from a shape within which a box is looked at. [m]
const AROUND_M: Real = 10.0;

/// Center and half edges of the part of a box, with its own half edges, around a place in its frame; `None` for smaller boxes. The part
/// reaches beyond a shape of a radius. [m]
pub(crate) fn part_around(half: Vector, place: Vector, radius: Real) -> Option<[Vector; 2]> {
    if half.max_element() <= HALF_MAX_M {
        return None;
    }
    let part = half.min(Vector::splat(radius + AROUND_M));
    Some([place.clamp(part - half, half - part), part])
}

/// The part of a box around the origin, with its pose, for an object of a radius [m]; `None` for other shapes and smaller boxes.
pub(crate) fn part_of_box(shape: &SharedShape, pose: &Pose, radius: Real) -> Option<(Pose, SharedShape)> {
    let half = shape.as_cuboid()?.half_extents;
    let [center, part] = part_around(half, pose.inverse().translation, radius)?;
    Some((*pose * Pose::from_translation(center), SharedShape::cuboid(part.x, part.y, part.z)))
}

/// Distance from the origin of a shape to the farthest corner of the box around it. [m]
pub(crate) fn radius_of(shape: &dyn Shape) -> Real {
    let around = shape.compute_local_aabb();
    around.mins.abs().max(around.maxs.abs()).length()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn part_of_a_plane_is_below_the_origin_and_has_the_same_surface() {
        let plane = SharedShape::cuboid(5000.0, 5000.0, 0.5);
        let pose = Pose::from_translation(Vector::new(-300.0, 4995.0, -1.5));
        let (moved, part) = part_of_box(&plane, &pose, 2.0).unwrap();
        assert_eq!(part.as_cuboid().unwrap().half_extents, Vector::new(12.0, 12.0, 0.5));
        // The edge of the plane is 5 m away.
        assert_eq!(moved.translation, Vector::new(0.0, 7.0, -1.5));
        assert!(part_of_box(&SharedShape::cuboid(1.0, 1.0, 1.0), &pose, 2.0).is_none());
    }
}
