//! YARP: ports of sensors, actuators and services, registered with a name server.
//!
//! One thread serves all connections. The engine only fills queues, so peers cannot block it. No YARP installation is
//! needed except for the name server, an external program that may start and end at any time. This crate must never
//! know what a component computes.
//!
//! ```
//! use morse_yarp::bottle::{Dialect, decode, encode, parse, print};
//!
//! let bottle = parse("v 1.5 (x 1)").expect("a bottle");
//! let bytes = encode(&bottle, Dialect::default());
//! assert_eq!(print(&decode(&bytes, Dialect::default()).expect("the same bottle")), "v 1.5 (x 1)");
//! ```
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

pub mod bottle;
pub mod names;
pub mod settings;
pub mod wire;
pub mod yarp_node;

mod log {
    //! Log targets, with the names of the original.

    /// Target of log lines about ports and the name server.
    pub(crate) const STREAMS: &str = "morse.middleware.yarp_datastream";

    /// Target of log lines about services.
    pub(crate) const REQUESTS: &str = "morse.middleware.yarp_request_manager";
}
mod middleware;
mod name_server;
mod options;
mod port;
mod requests;
mod streams;

pub use middleware::{YarpJsonMiddleware, YarpMiddleware, both};
pub use requests::{JSON_REQUEST_MANAGER, REQUEST_MANAGER};
pub use streams::{PUBLISHERS, READERS, STREAM_MANAGER};
