//! Odometry, at three levels: how far, by what displacement, or to which pose the sensor has moved.

mod differential;
mod integrated;
mod raw;

pub use differential::Odometry;
pub use integrated::IntegratedOdometry;
pub use raw::RawOdometry;
