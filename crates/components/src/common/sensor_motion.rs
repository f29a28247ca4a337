//! Velocity and acceleration of sensors, from the robot's body or from differences of poses.

pub(crate) mod kinematics;
pub(crate) mod velocity_source;
