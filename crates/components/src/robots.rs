//! Robots: components that carry sensors and actuators. Each has its own file.

pub(crate) mod air;
mod boat;
mod fakerobot;
mod grasping_robot;
pub(crate) mod ground;
mod morsy;
pub(crate) mod people;
mod submarine;

use morse_sim::contract::registry::{Entry, robot};

/// All robots.
pub(crate) const ALL: &[Entry] = &[
    robot::<ground::atrv::Atrv>(),
    robot::<ground::b21::B21>(),
    robot::<boat::Boat>(),
    robot::<fakerobot::FakeRobot>(),
    robot::<grasping_robot::GraspingRobot>(),
    robot::<people::human::Human>(),
    robot::<ground::hummer::Hummer>(),
    robot::<ground::jido::Jido>(),
    robot::<morsy::Morsy>(),
    robot::<ground::own_wheels::PhysicsAckermannRobot>(),
    robot::<ground::own_wheels::PhysicsDifferentialRobot>(),
    robot::<ground::patrolbot::PatrolBot>(),
    robot::<ground::pioneer3dx::Pioneer3Dx>(),
    robot::<ground::pr2::Pr2>(),
    robot::<air::quadrotor::Quadrotor>(),
    robot::<air::quadrotor_dynamic::Quadrotor>(),
    robot::<air::rmax::RMax>(),
    robot::<ground::segwayrmp400::SegwayRmp400>(),
    robot::<submarine::Submarine>(),
    robot::<people::victim::Victim>(),
];
