//! Actuators that apply forces and torques.

pub(crate) mod boat_control;
pub(crate) mod drag;
pub(crate) mod external_force;
pub(crate) mod force_torque;
