//! Every robot, sensor, actuator and modifier, one file each, and the catalogue of them all.
//!
//! Components know the world, simulated time and their own data. They must never know a middleware, wall time, files
//! or sockets.
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod actuators;
mod calendar;
mod catalogue;
mod data;
mod geodesy;
mod grasping;
mod joints;
mod magnetism;
mod modifiers;
mod number;
mod pan_tilt;
mod robots;
mod sensors;
mod turning;

pub use catalogue::catalogue;
pub use sensors::{ScanArc, photograph};

use morse_sim::registry::{Entry, Registry};

/// Every component class this build can run.
fn entries() -> impl Iterator<Item = Entry> {
    [robots::ALL, sensors::ALL, actuators::ALL, modifiers::ALL].into_iter().flatten().copied()
}

/// Every component class this build can run, by class path.
#[must_use]
pub fn registry() -> Registry {
    entries().collect()
}
