//! The middleware `pocolibs`: sensors write posters in shared memory, actuators read them, and requests are lines of text.
//!
//! Posters need the System V IPC of 64-bit Linux. On other systems the middleware rejects every stream.
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
mod log {
    //! Log targets, with the names of the original, and the limit of repeated messages.

    use std::time::Duration;

    /// Target of log lines about posters.
    pub(crate) const STREAMS: &str = "morse.middleware.pocolibs_datastream";

    /// Target of log lines about requests.
    pub(crate) const REQUESTS: &str = "morse.middleware.pocolibs_request_manager";

    /// Minimum period between repeated warnings of the same kind.
    pub(crate) const WARNING_PERIOD: Duration = Duration::from_secs(10);
}
pub mod mapping;
#[cfg(all(target_os = "linux", target_pointer_width = "64"))]
mod middleware;
#[cfg(not(all(target_os = "linux", target_pointer_width = "64")))]
#[path = "unsupported.rs"]
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
