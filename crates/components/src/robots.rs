//! Robots: what carries components. One file each.

mod atrv;
mod b21;
mod fakerobot;
mod hummer;
mod morsy;
mod patrolbot;
mod pioneer3dx;
mod segwayrmp400;
mod victim;
mod wheeled;

use morse_sim::registry::{Entry, robot};

/// All robots.
pub(crate) const ALL: &[Entry] = &[
    robot::<atrv::Atrv>(),
    robot::<b21::B21>(),
    robot::<fakerobot::FakeRobot>(),
    robot::<hummer::Hummer>(),
    robot::<morsy::Morsy>(),
    robot::<patrolbot::PatrolBot>(),
    robot::<pioneer3dx::Pioneer3Dx>(),
    robot::<segwayrmp400::SegwayRmp400>(),
    robot::<victim::Victim>(),
];
