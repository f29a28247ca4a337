//! Robots: what carries components. One file each.

mod atrv;
mod fakerobot;
mod morsy;
mod victim;

use morse_sim::registry::{Entry, robot};

/// All robots.
pub(crate) const ALL: &[Entry] = &[
    robot::<atrv::Atrv>(),
    robot::<fakerobot::FakeRobot>(),
    robot::<morsy::Morsy>(),
    robot::<victim::Victim>(),
];
