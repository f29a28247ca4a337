//! PPRZLink: poses of rotorcraft of Paparazzi, over an Ivy bus.
//!
//! Each stream is an agent of its own on the bus, as in MORSE 1.4. One thread serves all agents. This crate must never
//! know what a component computes.
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

pub mod ivy;

mod log;
mod middleware;
mod options;
mod rotorcraft_fp;

pub use middleware::{PprzlinkMiddleware, READER, STREAM_MANAGER};
