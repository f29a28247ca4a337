//! Armatures: poses, inverse kinematics, deformed meshes.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

#[path = "../common/mod.rs"]
mod common;

mod armatures;
mod inverse_kinematics;
mod legs;
mod skins;
