//! MAVLink: readings of sensors as messages, and messages as commands of actuators, over UDP and TCP.
//!
//! Components that name the same device share one link. One thread serves all links; the engine only fills queues,
//! so a peer that is slow or gone costs the simulation nothing. This crate must never know what a component computes.
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

pub mod device;
pub mod frame;

mod fields;
mod inputs;
mod link;
mod log;
mod middleware;
mod options;
mod outputs;
mod transport;

pub use inputs::Input;
pub use middleware::{MavlinkMiddleware, STREAM_MANAGER};
pub use outputs::Output;
