//! Sensors.

mod gyroscope;

use morse_sim::registry::{Entry, sensor};

/// All sensors.
pub(crate) const ALL: &[Entry] = &[sensor::<gyroscope::Gyroscope>()];
