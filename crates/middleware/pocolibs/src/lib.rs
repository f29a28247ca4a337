//! The middleware `pocolibs`: sensors write posters in shared memory, actuators read them, and requests come as text.
//!
//! Posters need System V IPC as it is on 64-bit Linux. Elsewhere the middleware is there, and says so when a scene uses it.
//!
//! It must never know what a component computes.
//!
//! ```
//! use morse_pocolibs::mapping::{Output, output};
//!
//! let viman = output("morse.middleware.pocolibs.sensors.viman.VimanPoster").expect("a class of streams");
//! assert_eq!(viman, Output::Viman);
//! assert_eq!(viman.structure(), "VimanObjectPublicArray");
//! ```
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

#[cfg(all(target_os = "linux", target_pointer_width = "64"))]
pub mod h2;
#[cfg(all(target_os = "linux", target_pointer_width = "64"))]
mod log;
pub mod mapping;
#[cfg(all(target_os = "linux", target_pointer_width = "64"))]
mod middleware;
#[cfg(not(all(target_os = "linux", target_pointer_width = "64")))]
#[path = "elsewhere.rs"]
mod middleware;
#[cfg(all(target_os = "linux", target_pointer_width = "64"))]
mod posters;
#[cfg(all(target_os = "linux", target_pointer_width = "64"))]
pub mod requests;
#[cfg(all(target_os = "linux", target_pointer_width = "64"))]
mod streams;
#[cfg(all(target_os = "linux", target_pointer_width = "64"))]
pub mod structs;

pub use middleware::PocolibsMiddleware;

/// Class path of the stream manager.
pub const STREAM_MANAGER: &str = "morse.middleware.pocolibs_datastream.PocolibsDatastreamManager";

/// Class path of the request manager.
pub const REQUEST_MANAGER: &str = "morse.middleware.pocolibs_request_manager.PocolibsRequestManager";
