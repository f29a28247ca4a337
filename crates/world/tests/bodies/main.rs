//! Compares bodies, joints, contacts and wheels with closed forms.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

#[path = "../common/mod.rs"]
mod common;

mod calibration;
mod changes;
mod constraints;
mod extreme_mechanisms;
mod extremes;
mod fast_bodies;
mod flat_ground;
mod grasping;
mod joint_drives;
mod joint_springs;
mod joints;
mod kept_contacts;
mod kinematics;
mod links;
mod locked_axes;
mod margins;
mod mechanisms;
mod overlap;
mod passive;
mod penetration;
mod planar_motion;
mod rest;
mod rolling_resistance;
mod wheels;
