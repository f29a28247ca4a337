//! Code shared by sensors that compute velocities and accelerations.

pub(crate) mod kinematics;
pub(crate) mod velocity_source;
