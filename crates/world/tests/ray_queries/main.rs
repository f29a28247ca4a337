//! Ray queries: hits on shapes, filters, ray kinds and batches.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

#[path = "../common/mod.rs"]
mod common;

mod ray_batches;
mod ray_kinds;
mod ray_shapes;
mod rays;
