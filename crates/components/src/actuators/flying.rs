//! Actuators that control a rotorcraft.

pub(crate) mod quadrotor_dynamic_control;
pub(crate) mod rotorcraft_attitude;
pub(crate) mod rotorcraft_velocity;
pub(crate) mod rotorcraft_waypoint;
pub(crate) mod stabilized_quadrotor;
