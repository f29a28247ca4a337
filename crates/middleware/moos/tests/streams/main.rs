//! What readings become in a database, and what messages become for actuators.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

/// What the class paths of these tests begin with.
pub const PREFIX: &str = "morse.middleware.moos.";

#[path = "../common/mod.rs"]
mod common;
mod data;
mod inputs;
mod options;
mod outputs;
mod table;
