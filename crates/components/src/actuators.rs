//! Actuators: what acts on the robot that carries it. One file each.

mod armature;
mod arucomarker;
mod destination;
mod drag;
mod external_force;
mod force_torque;
mod gripper;
mod hand_drive;
mod held_keys;
mod joystick;
mod keyboard;
mod kinematic;
mod light;
mod mocap_control;
mod orientation;
mod pa_10;
mod ptu;
mod quadrotor_dynamic_control;
mod rotorcraft;
mod rotorcraft_attitude;
mod rotorcraft_velocity;
mod rotorcraft_waypoint;
mod sound;
mod stabilized_quadrotor;
mod status;
mod steer_force;
mod teleport;
mod v_omega;
mod v_omega_diff_drive;
mod waypoint;
mod wrench;
mod xy_omega;

use morse_sim::registry::{Entry, actuator};

/// All actuators.
pub(crate) const ALL: &[Entry] = &[
    actuator::<armature::Armature>(),
    actuator::<arucomarker::Arucomarker>(),
    actuator::<destination::Destination>(),
    actuator::<drag::Drag>(),
    actuator::<external_force::ExternalForce>(),
    actuator::<force_torque::ForceTorque>(),
    actuator::<gripper::Gripper>(),
    actuator::<joystick::Joystick>(),
    actuator::<keyboard::Keyboard>(),
    actuator::<light::Light>(),
    actuator::<mocap_control::MocapControl>(),
    actuator::<orientation::Orientation>(),
    actuator::<pa_10::Pa10>(),
    actuator::<ptu::Ptu>(),
    actuator::<quadrotor_dynamic_control::QuadrotorDynamicControl>(),
    actuator::<rotorcraft_attitude::RotorcraftAttitude>(),
    actuator::<rotorcraft_velocity::RotorcraftVelocity>(),
    actuator::<rotorcraft_waypoint::RotorcraftWaypoint>(),
    actuator::<sound::Sound>(),
    actuator::<stabilized_quadrotor::StabilizedQuadrotor>(),
    actuator::<steer_force::SteerForce>(),
    actuator::<teleport::Teleport>(),
    actuator::<v_omega::MotionVw>(),
    actuator::<v_omega_diff_drive::MotionVwDiff>(),
    actuator::<waypoint::Waypoint>(),
    actuator::<xy_omega::MotionXyw>(),
];
