//! Actuators: components that act on the robot that carries them. Each has its own file.

pub(crate) mod arms;
pub(crate) mod driving;
pub(crate) mod flying;
pub(crate) mod forces;
pub(crate) mod signals;

use morse_sim::contract::registry::{Entry, actuator};

/// All actuators.
pub(crate) const ALL: &[Entry] = &[
    actuator::<driving::ackermann_drive::AckermannDrive>(),
    actuator::<arms::armature::Armature>(),
    actuator::<signals::arucomarker::Arucomarker>(),
    actuator::<forces::boat_control::BoatControl>(),
    actuator::<driving::destination::Destination>(),
    actuator::<driving::diff_drive::DiffDrive>(),
    actuator::<forces::drag::Drag>(),
    actuator::<forces::external_force::ExternalForce>(),
    actuator::<forces::force_torque::ForceTorque>(),
    actuator::<arms::gripper::Gripper>(),
    actuator::<arms::joint_controller::JointController>(),
    actuator::<arms::joint_gripper::JointGripper>(),
    actuator::<driving::joystick::Joystick>(),
    actuator::<driving::keyboard::Keyboard>(),
    actuator::<signals::light::Light>(),
    actuator::<arms::mocap_control::MocapControl>(),
    actuator::<driving::omni_drive::OmniDrive>(),
    actuator::<driving::orientation::Orientation>(),
    actuator::<arms::pa_10::Pa10>(),
    actuator::<arms::ptu::Ptu>(),
    actuator::<flying::quadrotor_dynamic_control::QuadrotorDynamicControl>(),
    actuator::<flying::rotorcraft_attitude::RotorcraftAttitude>(),
    actuator::<flying::rotorcraft_velocity::RotorcraftVelocity>(),
    actuator::<flying::rotorcraft_waypoint::RotorcraftWaypoint>(),
    actuator::<signals::sound::Sound>(),
    actuator::<flying::stabilized_quadrotor::StabilizedQuadrotor>(),
    actuator::<driving::steer_force::SteerForce>(),
    actuator::<driving::teleport::Teleport>(),
    actuator::<driving::v_omega::MotionVw>(),
    actuator::<driving::v_omega_diff_drive::MotionVwDiff>(),
    actuator::<driving::waypoint::Waypoint>(),
    actuator::<driving::xy_omega::MotionXyw>(),
];
