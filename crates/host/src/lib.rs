//! The component host: a Python process that computes the robots, sensors and actuators that users write.
//!
//! Floor 4. Here are the process, the line to it and the limits it has to keep; what its components mean to a simulation
//! is in `morse_sim::hosted`. It must never know what a component computes, nor where Python or the user's code is.
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod line;
mod process;

pub use process::{HostError, HostProcess, Limits, Refusals};
