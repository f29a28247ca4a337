//! Sensors of contact forces and of forces in joints, on robots of files with joints.

pub(crate) mod contact_sensor;
pub(crate) mod force_torque_sensor;
