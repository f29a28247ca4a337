//! Sensors of the robot's environment (air, magnetic field, temperature) and of its battery, and a clock.

pub(crate) mod airspeed;
pub(crate) mod barometer;
pub(crate) mod battery;
pub(crate) mod clock;
pub(crate) mod magnetometer;
pub(crate) mod thermometer;
