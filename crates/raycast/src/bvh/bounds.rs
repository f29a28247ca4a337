//! Axis-aligned bounding boxes.

use glam::{DVec3, Vec3};
use morse_geometry::Pose;

/// Relative growth of boxes in a change of frames: a few times the rounding error of single precision, so that no ray misses
/// a box but hits its contents.
const GROWTH: f64 = 1e-6;

/// An axis-aligned box in its frame. [m]
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Bounds {
    pub(crate) low: Vec3,
    pub(crate) high: Vec3,
}

impl Bounds {
    /// The empty box.
    pub(crate) const EMPTY: Bounds =
        Bounds { low: Vec3::splat(f32::INFINITY), high: Vec3::splat(f32::NEG_INFINITY) };

    /// The smallest box that contains all points.
    #[inline]
    pub(crate) fn around(points: impl IntoIterator<Item = Vec3>) -> Bounds {
        points.into_iter().fold(Bounds::EMPTY, |bounds, point| bounds.and(Bounds { low: point, high: point }))
    }

    /// The smallest box that contains both boxes.
    #[must_use]
    #[inline]
    pub(crate) fn and(self, other: Bounds) -> Bounds {
        Bounds { low: self.low.min(other.low), high: self.high.max(other.high) }
    }

    /// Whether two boxes overlap or touch.
    #[inline]
    pub(crate) fn meets(&self, other: &Bounds) -> bool {
        self.low.cmple(other.high).all() && other.low.cmple(self.high).all()
    }

    /// The low and the high corner: x, y, z, x, y, z.
    #[inline]
    pub(crate) fn corners(&self) -> [f32; 6] {
        let (low, high) = (self.low, self.high);
        [low.x, low.y, low.z, high.x, high.y, high.z]
    }

    /// Creates a box from the coordinates of [`Bounds::corners`].
    #[inline]
    pub(crate) fn of_corners([low_x, low_y, low_z, high_x, high_y, high_z]: [f32; 6]) -> Bounds {
        Bounds { low: Vec3::new(low_x, low_y, low_z), high: Vec3::new(high_x, high_y, high_z) }
    }

    /// Its center. [m]
    #[inline]
    pub(crate) fn center(&self) -> Vec3 {
        (self.low + self.high) / 2.0
    }

    /// Half of its surface area, to which the probability that a random ray meets it is proportional. [m²]
    #[inline]
    pub(crate) fn half_area(&self) -> f32 {
        let size = (self.high - self.low).max(Vec3::ZERO);
        size.x * size.y + size.y * size.z + size.z * size.x
    }

    /// Largest absolute value of a coordinate in it. [m]
    #[inline]
    pub(crate) fn reach(&self) -> f32 {
        self.low.abs().max(self.high.abs()).max_element()
    }

    /// The box with its coordinates limited to a size. Numbers that are not finite become the limit. [m]
    #[must_use]
    #[inline]
    pub(crate) fn within(self, most: f32) -> Bounds {
        let limited = |corner: Vec3| Vec3::from(corner.to_array().map(|x| x.min(most).max(-most)));
        Bounds { low: limited(self.low), high: limited(self.high) }
    }

    /// A world-aligned box that contains this box. `world_from` is the pose of this box's frame.
    #[inline]
    pub(crate) fn placed(&self, world_from: Pose) -> Bounds {
        let middle = (self.low.as_dvec3() + self.high.as_dvec3()) / 2.0;
        let center = world_from.transform_point(middle);
        let half = (self.high.as_dvec3() - self.low.as_dvec3()) / 2.0;
        let axes = [DVec3::X, DVec3::Y, DVec3::Z];
        let half = axes
            .into_iter()
            .zip(half.to_array())
            .fold(DVec3::ZERO, |sum, (axis, size)| sum + (world_from.rotation * axis).abs() * size);
        let growth = GROWTH * (center.abs() + half).max_element();
        let half = half + growth;
        Bounds { low: (center - half).as_vec3(), high: (center + half).as_vec3() }
    }
}

#[cfg(test)]
mod tests {
    use glam::DQuat;

    use super::*;

    #[test]
    fn placed_box_tightly_contains_the_rotated_corners() {
        let bounds = Bounds { low: Vec3::new(-1.0, 0.0, 0.0), high: Vec3::new(1.0, 0.0, 0.0) };
        let quarter = DQuat::from_rotation_z(std::f64::consts::FRAC_PI_2);
        let pose = Pose { translation: DVec3::new(5.0, 0.0, 2.0), rotation: quarter };
        let placed = bounds.placed(pose);
        assert!(placed.low.y <= -1.0 && placed.high.y >= 1.0);
        assert!((placed.high - placed.low - Vec3::new(0.0, 2.0, 0.0)).abs().max_element() < 2e-5);
    }

    #[test]
    fn coordinates_are_limited() {
        let bounds = Bounds { low: Vec3::new(f32::NEG_INFINITY, -1.0, f32::NAN), high: Vec3::splat(1e30) };
        let limited = bounds.within(1e15);
        assert_eq!((limited.low, limited.high), (Vec3::new(-1e15, -1.0, 1e15), Vec3::splat(1e15)));
    }

    #[test]
    fn empty_box_has_no_area() {
        assert_eq!(Bounds::EMPTY.half_area(), 0.0);
        assert_eq!(Bounds::around([Vec3::ZERO, Vec3::new(1.0, 2.0, 3.0)]).half_area(), 11.0);
    }
}
