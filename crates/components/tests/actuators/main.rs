//! Tests of the actuators of the catalog.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

#[path = "../common/mod.rs"]
mod common;

mod ackermann_drive;
mod armature;
mod boat;
mod by_hand;
mod commanded_speed;
mod diff_drive;
mod drives;
mod forces;
mod goals;
mod grasping;
mod held_parts;
mod joint_controller;
mod joint_gripper;
mod mjcf_mechanisms;
mod mjcf_puppets;
mod mjcf_robots;
mod omni_drive;
mod ptu;
mod resting;
mod rotorcraft;
mod rotors;
mod several_drivers;
mod signals;
mod waypoint;
