//! Sensors: what reads the world. One file each.

mod accelerometer;
mod airspeed;
mod attitude;
mod barometer;
mod battery;
mod clock;
mod computation;
mod gps;
mod gyroscope;
mod imu;
mod kinematics;
mod magnetometer;
mod odometry;
mod pose;
mod velocity;

use morse_sim::registry::{Entry, sensor};

/// All sensors.
pub(crate) const ALL: &[Entry] = &[
    sensor::<accelerometer::Accelerometer>(),
    sensor::<airspeed::Airspeed>(),
    sensor::<attitude::Attitude>(),
    sensor::<barometer::Barometer>(),
    sensor::<battery::Battery>(),
    sensor::<clock::Clock>(),
    sensor::<gps::ExtendedGps>(),
    sensor::<gps::Gps>(),
    sensor::<gps::RawGps>(),
    sensor::<gyroscope::Gyroscope>(),
    sensor::<imu::Imu>(),
    sensor::<magnetometer::Magnetometer>(),
    sensor::<odometry::RawOdometry>(),
    sensor::<odometry::Odometry>(),
    sensor::<odometry::IntegratedOdometry>(),
    sensor::<pose::PoseSensor>(),
    sensor::<velocity::Velocity>(),
];
