//! Actuators that move a robot on the ground or set its pose.

pub(crate) mod ackermann_drive;
pub(crate) mod destination;
pub(crate) mod diff_drive;
pub(crate) mod joystick;
pub(crate) mod keyboard;
pub(crate) mod omni_drive;
pub(crate) mod orientation;
pub(crate) mod steer_force;
pub(crate) mod teleport;
pub(crate) mod v_omega;
pub(crate) mod v_omega_diff_drive;
pub(crate) mod waypoint;
pub(crate) mod xy_omega;
