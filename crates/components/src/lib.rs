//! Every robot, sensor, actuator and modifier, one file each, and the catalogue of them all.
//!
//! Components know the world, simulated time and their own data. They must never know a middleware, wall time, files
//! or sockets.
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod actuators;
mod robots;
mod sensors;

use morse_sim::registry::Registry;

/// Every component class this build can run.
#[must_use]
pub fn registry() -> Registry {
    [robots::ALL, sensors::ALL, actuators::ALL].into_iter().flatten().copied().collect()
}
