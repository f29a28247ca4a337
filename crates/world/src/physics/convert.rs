//! Conversions between the double precision of the interface and the single precision of rapier.

use glam::{DQuat, DVec3};
use rapier3d::math::{Pose as EnginePose, Rotation, Vector};

use crate::Pose;

/// Largest number that is passed to rapier. Squares of larger numbers overflow in single precision.
const LARGEST: f64 = 1e18;

/// Largest absolute value of a coordinate of a pose: more than all coordinates on Earth. [m]
///
/// Far larger coordinates overflow in the products of boxes and rays; and in single precision they have no meaning.
pub const POSITION_MAX_M: f64 = 1e8;

/// Largest velocity along an axis of the world: more than that of a satellite. [m/s]
///
/// The continuous collision detection of a body takes time in proportion to the triangles beside its way in a tick.
pub const SPEED_MAX_M_PER_S: f64 = 1e4;

/// Largest angular velocity about an axis of the world: ten times that of a fast rotor. [rad/s]
pub const TURN_RATE_MAX_RAD_PER_S: f64 = 1e4;

/// Whether a pose can be passed to rapier. Its rotation must be valid.
pub(crate) fn is_near(pose: &Pose) -> bool {
    // False also for numbers that are not finite.
    pose.translation.abs().max_element() <= POSITION_MAX_M && pose.translation.is_finite()
}

/// Whether a linear velocity is in the range of physics. [m/s]
pub(crate) fn is_slow(velocity: DVec3) -> bool {
    velocity.is_finite() && velocity.abs().max_element() <= SPEED_MAX_M_PER_S
}

/// Whether an angular velocity is in the range of physics. [rad/s]
pub(crate) fn turns_slowly(velocity: DVec3) -> bool {
    velocity.is_finite() && velocity.abs().max_element() <= TURN_RATE_MAX_RAD_PER_S
}

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
