//! GPS, at three levels: a position in the scene, or one on Earth, or that with all a receiver tells.

mod extended;
mod fix;
mod raw;
mod simple;

pub use extended::ExtendedGps;
pub use raw::RawGps;
pub use simple::Gps;
