//! Inertial measurement unit at three levels: computed as in the original, without error, and with the errors of a
//! real device.

mod channel;
mod physical;
mod plain;
mod truth;

pub use crate::sensors::motion::imu::physical::PhysicalImu;
pub use crate::sensors::motion::imu::plain::Imu;
pub use crate::sensors::motion::imu::truth::TrueImu;
