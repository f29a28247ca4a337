//! Whole scenes: the same bits in each run, and what they survive.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

#[path = "../common/mod.rs"]
mod common;

mod crowds;
mod determinism;
mod hostile;
mod mishaps;
mod worlds;
