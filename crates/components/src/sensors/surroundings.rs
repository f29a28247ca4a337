//! Sensors of the environment of the robot and of its own state.

pub(crate) mod airspeed;
pub(crate) mod barometer;
pub(crate) mod battery;
pub(crate) mod clock;
pub(crate) mod magnetometer;
pub(crate) mod thermometer;
