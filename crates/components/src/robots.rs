//! Robots.

mod atrv;

use morse_sim::registry::{Entry, robot};

/// All robots.
pub(crate) const ALL: &[Entry] = &[robot::<atrv::Atrv>()];
