//! YARP: ports that the peers of a robot connect to, registered with a name server.
//!
//! One thread serves all connections. The engine only fills queues, so peers cannot block it. No YARP installation is
//! needed; only the name server is an outside program, and it may come and go. This crate must never know what a
//! component computes.
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
pub mod node;
pub mod settings;
pub mod wire;

mod log;
mod middleware;
mod name_server;
mod options;
mod port;
mod requests;
mod streams;

pub use middleware::{YarpJsonMiddleware, YarpMiddleware, both};
pub use requests::{JSON_REQUEST_MANAGER, REQUEST_MANAGER};
pub use streams::{PUBLISHERS, READERS, STREAM_MANAGER};
