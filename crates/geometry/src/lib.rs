//! Poses, Euler angles and shapes in double precision, shared by all crates that compute with the world.
//!
//! Units are SI (meters, radians). Axes are x forward, y left, z up. A transform `a_from_b` takes coordinates in frame
//! `b` to coordinates in frame `a`.
//!
//! This crate must never know bodies, nodes, components or files.
//!
//! ```
//! use glam::DVec3;
//! use morse_geometry::{Euler, Pose};
//!
//! let yaw = Euler { yaw: std::f64::consts::FRAC_PI_2, ..Euler::default() };
//! let world_from_robot = Pose { translation: DVec3::new(1.0, 0.0, 0.0), rotation: yaw.to_quat() };
//! let point_in_world = world_from_robot.transform_point(DVec3::X);
//! assert!(point_in_world.distance(DVec3::new(1.0, 1.0, 0.0)) < 1e-12);
//! ```
#![cfg_attr(not(test), warn(clippy::disallowed_methods))]
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod euler;
mod pose;
mod principal_axes;
mod shape;

pub use euler::{Euler, normalise_angle};
pub use pose::Pose;
pub use principal_axes::principal_axes;
pub use shape::{Shape, ShapeError, Surface};
