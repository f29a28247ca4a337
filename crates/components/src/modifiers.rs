//! Modifiers: components that change the data of sensors and actuators. Each convention or noise has its own file.

mod ecef;
mod feet;
mod geocentric;
mod geodetic;
mod imu_noise;
mod ned;
mod odometry_noise;
mod pose_noise;
mod utm;

use morse_sim::contract::registry::{Entry, modifier};

/// All modifiers.
pub(crate) const ALL: &[Entry] = &[
    modifier::<ecef::CoordinatesFromEcef>(),
    modifier::<ecef::CoordinatesToEcef>(),
    modifier::<feet::FeetToMeter>(),
    modifier::<feet::MeterToFeet>(),
    modifier::<geocentric::CoordinatesFromGeocentric>(),
    modifier::<geocentric::CoordinatesToGeocentric>(),
    modifier::<geodetic::CoordinatesFromGeodetic>(),
    modifier::<geodetic::CoordinatesToGeodetic>(),
    modifier::<imu_noise::ImuNoise>(),
    modifier::<ned::AnglesFromNed>(),
    modifier::<ned::AnglesToNed>(),
    modifier::<ned::CoordinatesFromNed>(),
    modifier::<ned::CoordinatesToNed>(),
    modifier::<odometry_noise::OdometryNoise>(),
    modifier::<pose_noise::OrientationNoise>(),
    modifier::<pose_noise::PoseNoise>(),
    modifier::<pose_noise::PositionNoise>(),
    modifier::<utm::CoordinatesFromUtm>(),
    modifier::<utm::CoordinatesToUtm>(),
];
