//! Odometry at three levels: distance, displacement, and pose relative to the initial pose; and odometry of wheels.

mod differential;
mod integrated;
mod raw;
mod wheels;

pub use crate::sensors::motion::odometry::differential::Odometry;
pub use crate::sensors::motion::odometry::integrated::IntegratedOdometry;
pub use crate::sensors::motion::odometry::raw::RawOdometry;
pub use crate::sensors::motion::odometry::wheels::WheelOdometry;
