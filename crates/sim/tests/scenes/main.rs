//! Whole scenes: recorded inputs, robots of other simulators, robots from files.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

#[path = "../common/mod.rs"]
mod common;

mod activity;
mod costs;
mod remote_robots;
mod robots_with_joints;
mod viewer_camera;
