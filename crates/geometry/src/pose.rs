//! Rigid transforms between frames, in double precision.

use std::ops::Mul;

use glam::{DQuat, DVec3};
use serde::{Deserialize, Serialize};

use crate::Euler;

/// The pose of frame `b` in frame `a`: maps coordinates in `b` to coordinates in `a`.
///
/// A variable of this type is named `a_from_b`, so that products read as a chain: `a_from_b * b_from_c` is `a_from_c`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Pose {
    /// Origin of `b`, in `a`. [m]
    pub translation: DVec3,
    /// Axes of `b`, in `a`. A unit quaternion.
    pub rotation: DQuat,
}

impl Pose {
    /// The identity transform.
    pub const IDENTITY: Pose = Pose { translation: DVec3::ZERO, rotation: DQuat::IDENTITY };

    /// Returns the identity transform.
    pub const fn identity() -> Pose {
        Pose::IDENTITY
    }

    /// A displacement without rotation. [m]
    pub const fn from_translation(translation: DVec3) -> Pose {
        Pose { translation, rotation: DQuat::IDENTITY }
    }

    /// A rotation about the origin.
    pub const fn from_rotation(rotation: DQuat) -> Pose {
        Pose { translation: DVec3::ZERO, rotation }
    }

    /// From a position [m] and XYZ Euler angles [rad].
    pub fn from_euler(translation: DVec3, euler: Euler) -> Pose {
        Pose { translation, rotation: euler.to_quat() }
    }

    /// The rotation as XYZ Euler angles. [rad]
    pub fn euler(&self) -> Euler {
        Euler::from_quat(self.rotation)
    }

    /// The inverse transform: `b_from_a` for an `a_from_b`.
    #[must_use]
    #[inline]
    pub fn inverse(&self) -> Pose {
        let rotation = self.rotation.conjugate();
        Pose { translation: rotation * -self.translation, rotation }
    }

    /// A point given in `b`, expressed in `a`. [m]
    #[inline]
    pub fn transform_point(&self, point_in_b: DVec3) -> DVec3 {
        self.rotation * point_in_b + self.translation
    }

    /// A direction (velocity, force …) given along the axes of `b`, expressed along those of `a`.
    #[inline]
    pub fn transform_vector(&self, vector_in_b: DVec3) -> DVec3 {
        self.rotation * vector_in_b
    }

    /// Whether all components are finite.
    pub fn is_finite(&self) -> bool {
        self.translation.is_finite() && self.rotation.is_finite()
    }

    /// The same pose with a normalized quaternion, or `None` if its length is zero or not finite.
    #[must_use]
    pub fn normalized(&self) -> Option<Pose> {
        let length_squared = self.rotation.length_squared();
        if !self.translation.is_finite() || !length_squared.is_finite() || length_squared < 1e-12 {
            return None;
        }
        // Already unit length except for rounding: keep the bits.
        if (length_squared - 1.0).abs() < 1e-14 {
            return Some(*self);
        }
        Some(Pose { translation: self.translation, rotation: self.rotation * length_squared.sqrt().recip() })
    }
}

impl Default for Pose {
    fn default() -> Pose {
        Pose::IDENTITY
    }
}

impl Mul for Pose {
    type Output = Pose;

    /// Composes two transforms: `a_from_b * b_from_c = a_from_c`.
    #[inline]
    fn mul(self, b_from_c: Pose) -> Pose {
        Pose {
            translation: self.transform_point(b_from_c.translation),
            rotation: self.rotation * b_from_c.rotation,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::f64::consts::FRAC_PI_2;

    use super::*;

    fn yaw(angle: f64) -> Euler {
        Euler { roll: 0.0, pitch: 0.0, yaw: angle }
    }

    #[test]
    fn child_yawed_by_90_degrees_has_its_x_axis_along_parent_y() {
        let parent_from_child = Pose::from_euler(DVec3::new(1.0, 0.0, 0.0), yaw(FRAC_PI_2));
        let point = parent_from_child.transform_point(DVec3::X);
        assert!((point - DVec3::new(1.0, 1.0, 0.0)).length() < 1e-15);
    }

    #[test]
    fn a_pose_times_its_inverse_changes_nothing() {
        let pose = Pose::from_euler(DVec3::new(3.0, -2.0, 0.5), Euler { roll: 0.3, pitch: -0.7, yaw: 2.0 });
        let round_trip = pose * pose.inverse();
        assert!(round_trip.translation.length() < 1e-14);
        assert!(round_trip.rotation.angle_between(DQuat::IDENTITY) < 1e-7);
    }

    #[test]
    fn poses_chain_from_left_to_right() {
        let a_from_b = Pose::from_euler(DVec3::new(1.0, 0.0, 0.0), yaw(FRAC_PI_2));
        let b_from_c = Pose::from_translation(DVec3::new(2.0, 0.0, 0.0));
        let a_from_c = a_from_b * b_from_c;
        assert!((a_from_c.translation - DVec3::new(1.0, 2.0, 0.0)).length() < 1e-15);
    }

    #[test]
    fn a_quaternion_without_direction_cannot_be_normalized() {
        let zero = Pose::from_rotation(DQuat::from_xyzw(0.0, 0.0, 0.0, 0.0));
        assert!(zero.normalized().is_none());
        let infinite = Pose::from_translation(DVec3::new(f64::INFINITY, 0.0, 0.0));
        assert!(infinite.normalized().is_none());
        let doubled = Pose::from_rotation(DQuat::from_xyzw(0.0, 0.0, 2.0, 0.0));
        assert_eq!(doubled.normalized().unwrap().rotation, DQuat::from_xyzw(0.0, 0.0, 1.0, 0.0));
    }
}
