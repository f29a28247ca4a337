//! Odometry at three levels: distance, displacement, and pose relative to the initial pose.

mod differential;
mod integrated;
mod raw;

pub use crate::sensors::motion::odometry::differential::Odometry;
pub use crate::sensors::motion::odometry::integrated::IntegratedOdometry;
pub use crate::sensors::motion::odometry::raw::RawOdometry;
