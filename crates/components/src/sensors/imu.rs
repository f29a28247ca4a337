//! Inertial measurement unit: as the original computes it, and at two further levels: without error, and with those of a
//! real device.

mod channel;
mod physical;
mod plain;
mod truth;

pub use physical::PhysicalImu;
pub use plain::Imu;
pub use truth::TrueImu;
