//! Actuators: what acts on the robot that carries it. One file each.

mod destination;
mod orientation;
mod status;
mod steer_force;
mod teleport;
mod v_omega;
mod v_omega_diff_drive;
mod waypoint;
mod xy_omega;

use morse_sim::registry::{Entry, actuator};

/// All actuators.
pub(crate) const ALL: &[Entry] = &[
    actuator::<destination::Destination>(),
    actuator::<orientation::Orientation>(),
    actuator::<steer_force::SteerForce>(),
    actuator::<teleport::Teleport>(),
    actuator::<v_omega::MotionVw>(),
    actuator::<v_omega_diff_drive::MotionVwDiff>(),
    actuator::<waypoint::Waypoint>(),
    actuator::<xy_omega::MotionXyw>(),
];
