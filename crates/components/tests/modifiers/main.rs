//! Modifiers of the catalogue, and the statistics of noises.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

#[path = "../common/mod.rs"]
mod common;

mod fitting;
mod noise;
