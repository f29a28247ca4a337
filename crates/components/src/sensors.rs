//! Sensors: what reads the world. One file each.

mod attitude;
mod clock;
mod computation;
mod gyroscope;
mod odometry;
mod pose;
mod velocity;

use morse_sim::registry::{Entry, sensor};

/// All sensors.
pub(crate) const ALL: &[Entry] = &[
    sensor::<attitude::Attitude>(),
    sensor::<clock::Clock>(),
    sensor::<gyroscope::Gyroscope>(),
    sensor::<odometry::RawOdometry>(),
    sensor::<odometry::Odometry>(),
    sensor::<odometry::IntegratedOdometry>(),
    sensor::<pose::PoseSensor>(),
    sensor::<velocity::Velocity>(),
];
