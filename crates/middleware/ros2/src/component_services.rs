//! Services of components as services of ROS 2.

pub mod calls;
pub mod exposed;
