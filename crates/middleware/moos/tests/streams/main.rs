//! Conversion of readings to variables, and of variables to commands.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

/// Common prefix of the class paths in these tests.
pub const PREFIX: &str = "morse.middleware.moos.";

#[path = "../common/mod.rs"]
mod common;
mod data;
mod inputs;
mod options;
mod outputs;
mod table;
