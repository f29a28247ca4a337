//! Conversions between the double precision of the interface and the single precision of rapier.

use glam::{DQuat, DVec3};
use rapier3d::math::{Pose as EnginePose, Rotation, Vector};

use crate::Pose;

/// Largest number that is passed to rapier. Squares of larger numbers overflow in single precision.
const LARGEST: f64 = 1e18;

/// Whether a vector can be passed to rapier.
pub(crate) fn fits(vector: DVec3) -> bool {
    vector.is_finite() && vector.abs().max_element() <= LARGEST
}

pub(crate) fn vector_to_engine(v: DVec3) -> Vector {
    Vector::new(v.x as f32, v.y as f32, v.z as f32)
}

pub(crate) fn vector_from_engine(v: Vector) -> DVec3 {
    DVec3::new(f64::from(v.x), f64::from(v.y), f64::from(v.z))
}

pub(crate) fn pose_to_engine(pose: Pose) -> EnginePose {
    let q = pose.rotation;
    EnginePose::from_parts(
        vector_to_engine(pose.translation),
        Rotation::from_xyzw(q.x as f32, q.y as f32, q.z as f32, q.w as f32).normalize(),
    )
}

pub(crate) fn pose_from_engine(pose: &EnginePose) -> Pose {
    let q = pose.rotation;
    // The quaternion is normalized in single precision only; the tree multiplies poses and needs it normalized in
    // double precision.
    let rotation = DQuat::from_xyzw(f64::from(q.x), f64::from(q.y), f64::from(q.z), f64::from(q.w));
    Pose { translation: vector_from_engine(pose.translation), rotation: rotation.normalize() }
}
