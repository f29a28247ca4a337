//! Robots: what carries components. One file each.

mod atrv;
mod b21;
mod fakerobot;
mod grasping_robot;
mod hand;
mod human;
mod hummer;
mod jido;
mod morsy;
mod patrolbot;
mod pioneer3dx;
mod pr2;
mod quadrotor;
mod quadrotor_dynamic;
mod rmax;
mod rolling;
mod segwayrmp400;
mod submarine;
mod victim;
mod wheeled;

use morse_sim::registry::{Entry, robot};

/// All robots.
pub(crate) const ALL: &[Entry] = &[
    robot::<atrv::Atrv>(),
    robot::<b21::B21>(),
    robot::<fakerobot::FakeRobot>(),
    robot::<grasping_robot::GraspingRobot>(),
    robot::<human::Human>(),
    robot::<hummer::Hummer>(),
    robot::<jido::Jido>(),
    robot::<morsy::Morsy>(),
    robot::<patrolbot::PatrolBot>(),
    robot::<pioneer3dx::Pioneer3Dx>(),
    robot::<pr2::Pr2>(),
    robot::<quadrotor::Quadrotor>(),
    robot::<quadrotor_dynamic::Quadrotor>(),
    robot::<rmax::RMax>(),
    robot::<segwayrmp400::SegwayRmp400>(),
    robot::<submarine::Submarine>(),
    robot::<victim::Victim>(),
];
