//! Sensors of pose, velocity and acceleration.

pub(crate) mod accelerometer;
pub(crate) mod attitude;
pub(crate) mod gps;
pub(crate) mod gyroscope;
pub(crate) mod imu;
pub(crate) mod odometry;
pub(crate) mod pose;
pub(crate) mod velocity;
