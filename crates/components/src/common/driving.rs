//! Code shared by actuators and robots that drive and fly.

pub(crate) mod differential_drive;
pub(crate) mod differential_wheels;
pub(crate) mod final_pose;
pub(crate) mod key_state;
pub(crate) mod kinematic;
pub(crate) mod rotorcraft;
pub(crate) mod status;
pub(crate) mod teleop;
pub(crate) mod wrench;
