//! GPS at three levels: position in the scene, position on Earth, and extended receiver data.

mod extended;
mod fix;
mod raw;
mod simple;

pub use crate::sensors::motion::gps::extended::ExtendedGps;
pub use crate::sensors::motion::gps::raw::RawGps;
pub use crate::sensors::motion::gps::simple::Gps;
