//! Tests of the sensors of the catalog: readings and invalid settings.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

#[path = "../common/mod.rs"]
mod common;

mod bad_sensors;
mod boxes;
mod camera_units;
mod compound;
mod contact_forces;
mod depth_camera;
mod depth_errors;
mod heat_and_events;
mod inertial;
mod labeled_views;
mod laser_noise;
mod lasers;
mod lens_cameras;
mod light;
mod markers;
mod mocap;
mod normals_and_flow;
mod own_motion;
mod picture_batches;
mod places;
mod rescue;
mod shutters;
mod surroundings;
mod thermometer;
mod video_camera;
