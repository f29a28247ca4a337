//! All robots, sensors, actuators and modifiers, and their catalog. Each component has its own file.
//!
//! Components may access the world, simulated time and their own data. They must not depend on a middleware, wall
//! time, files or sockets.
//!
//! ```
//! let catalog = morse_components::catalog();
//! let (scanner, sick) = catalog.by_builder("Sick").ok_or("no such class of the Builder")?;
//! assert_eq!(scanner.class, "morse.sensors.laserscanner.LaserScanner");
//! assert_eq!(sick.name, "Sick");
//! let ranges = scanner.fields.iter().find(|field| field.name == "range_list");
//! assert_eq!(ranges.and_then(|field| field.unit.as_deref()), Some("m"));
//! // The engine makes instances by class path.
//! assert!(morse_components::registry().factory(&scanner.class).is_some());
//! # Ok::<(), &'static str>(())
//! ```
#![cfg_attr(not(test), warn(clippy::disallowed_methods))]
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod actuators;
mod catalog;
mod common;
mod modifiers;
mod robots;
mod sensors;

pub use crate::catalog::catalog;
pub use crate::sensors::{ScanGeometry, render_image};

use morse_sim::contract::registry::{Entry, Registry};

/// All component classes that this build can run.
fn entries() -> impl Iterator<Item = Entry> {
    [robots::ALL, sensors::ALL, actuators::ALL, modifiers::ALL].into_iter().flatten().copied()
}

/// Returns all component classes that this build can run, by class path.
#[must_use]
pub fn registry() -> Registry {
    entries().collect()
}
