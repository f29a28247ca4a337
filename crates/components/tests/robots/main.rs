//! Tests of the robots of the catalog: rest poses, wheels and motion.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

#[path = "../common/mod.rs"]
mod common;

mod figures;
mod human;
mod levels;
mod own_files;
mod pa_10;
mod rest;
mod robot_classes;
mod standing;
mod wheels;
