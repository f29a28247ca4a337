//! Rays: what they hit, where, and many at once.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

#[path = "../common/mod.rs"]
mod common;

mod ray_batches;
mod ray_kinds;
mod ray_shapes;
mod rays;
