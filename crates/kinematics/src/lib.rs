//! Kinematics of jointed structures, without a physics engine: skeletons of bones and inverse kinematics.
//!
//! Units are SI (meters, kilograms, seconds, radians). All computations are deterministic: the same calls give the same
//! bits.
//!
//! This crate must never know nodes, the physics engine, components or files.
//!
//! ```
//! use morse_geometry::Pose;
//! use morse_kinematics::{Armature, BoneSpec};
//!
//! let bone = BoneSpec { length: 0.5, free: [true, false, false], ..BoneSpec::new("elbow") };
//! let mut arm = Armature::new(vec![bone])?;
//! let mut configuration = arm.configuration().clone();
//! arm.set_value_in(&mut configuration, 0, std::f64::consts::FRAC_PI_2);
//! arm.set_configuration(configuration);
//! assert!((arm.armature_from_tail(0).translation.z - 0.5).abs() < 1e-12);
//! # Ok::<(), morse_kinematics::SkeletonError>(())
//! ```
#![cfg_attr(not(test), warn(clippy::disallowed_methods))]
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod bone;
mod error;
mod ik;
mod joint_configuration;
mod joint_kind;
mod rotation;
mod skeleton;

pub use bone::BoneSpec;
pub use error::SkeletonError;
pub use ik::{IkGoal, IkSettling, IkSolution, IkSolver};
pub use joint_configuration::{BoneConfiguration, JointConfiguration};
pub use joint_kind::JointKind;
pub use skeleton::Armature;
