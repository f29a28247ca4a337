//! The middleware `moos`: sensors notify variables of a MOOSDB, and actuators read variables from it.
//!
//! The facts about variables and the wire protocol were measured with MOOSDB 10.5.0 and MORSE 1.4.
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

pub mod client;
mod log;
pub mod mapping;
mod middleware;
mod streams;
pub mod wire;

pub use middleware::{MoosMiddleware, STREAM_MANAGER};
