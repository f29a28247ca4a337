//! Tests of whole scenes: determinism, extreme commands, faults and environments.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

#[path = "../common/mod.rs"]
mod common;

mod crowds;
mod determinism;
mod hostile;
mod mishaps;
mod processors;
mod rasters;
mod starts;
mod worlds;
