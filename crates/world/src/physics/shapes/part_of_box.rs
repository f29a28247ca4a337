//! The part of a very large box near a place: the distances of boxes of many kilometers are wrong by meters in single precision.

use rapier3d::geometry::SharedShape;
use rapier3d::math::{Pose, Vector};

/// Half of the edges of the part; objects are smaller. [m]
const HALF_M: f32 = 200.0;

/// The part of a box around the origin, with its pose; `None` for other shapes and smaller boxes.
pub(crate) fn part_of_box(shape: &SharedShape, pose: &Pose) -> Option<(Pose, SharedShape)> {
    let half = shape.as_cuboid()?.half_extents;
    if half.max_element() <= HALF_M {
        return None;
    }
    let origin = pose.inverse_transform_point(Vector::ZERO);
    let part = half.min(Vector::splat(HALF_M));
    let center = origin.clamp(part - half, half - part);
    let moved = *pose * Pose::from_translation(center);
    Some((moved, SharedShape::cuboid(part.x, part.y, part.z)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn part_of_a_plane_is_below_the_origin_and_has_the_same_surface() {
        let plane = SharedShape::cuboid(5000.0, 5000.0, 0.5);
        let pose = Pose::from_translation(Vector::new(-300.0, 4900.0, -1.5));
        let (moved, part) = part_of_box(&plane, &pose).unwrap();
        assert_eq!(part.as_cuboid().unwrap().half_extents, Vector::new(200.0, 200.0, 0.5));
        assert_eq!(moved.translation, Vector::new(0.0, 100.0, -1.5));
        assert!(part_of_box(&SharedShape::cuboid(1.0, 1.0, 1.0), &pose).is_none());
    }
}
