//! Tests of the modifiers of the catalog, and of the statistics of noise.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

#[path = "../common/mod.rs"]
mod common;

mod fitting;
mod noise;
