//! The component host: a Python process that computes the robots, sensors and actuators that users write.
//!
//! This crate contains the process, its message channel and its time limits. `morse_sim::external` applies the
//! effects of its components to a simulation. The crate depends neither on the behavior of components nor on the
//! location of Python or of the user's code.
//!
//! ```
//! use std::process::Command;
//! use std::time::Duration;
//!
//! use morse_host::{HostProcess, Limits};
//!
//! # if cfg!(unix) {
//! let limits = Limits { start: Duration::from_secs(60), command: Duration::from_secs(1) };
//! // A host reads requests from a descriptor that it inherits. This command ends without an answer.
//! let mut host = HostProcess::start(Command::new("true"), limits, || false)?;
//! let error = host.describe(&["scene.MySensor".to_owned()]).unwrap_err();
//! assert!(error.to_string().contains("it imported the modules of components"));
//! # }
//! # Ok::<(), morse_host::HostError>(())
//! ```
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

#[cfg_attr(not(unix), allow(dead_code, reason = "other systems never open the channel"))]
mod line;
#[cfg(unix)]
mod mapping;
mod process;
#[cfg(unix)]
mod shared;

pub use process::{Descriptions, HostError, HostProcess, Limits, Refusals};
