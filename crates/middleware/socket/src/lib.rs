//! The socket middleware: services, streams and clock over plain TCP, with the protocol of the original.
//!
//! Messages are lines of UTF-8. Requests, each stream and the external clock have separate ports. One thread serves all
//! connections. The engine only fills queues, so clients cannot block it. This crate must never know what a component
//! computes.
//!
//! ```
//! use morse_scene::document::Document;
//! use morse_sim::contract::registry::Registry;
//! use morse_sim::transport::stream::Middleware;
//! use morse_sim::{Models, Options, Simulation};
//! use morse_socket::{SocketMiddleware, SocketSettings};
//!
//! let settings = SocketSettings { service_port: 0, stream_port: 0, ..SocketSettings::default() };
//! let socket = SocketMiddleware::new(settings);
//! let port = socket.service_port();
//! let scene = r#"{"morse_scene": 1, "environment": {"file": "empty"}, "objects": []}"#;
//! let (document, registry) = (Document::from_json(scene)?, Registry::default());
//! let middlewares: Vec<Box<dyn Middleware>> = vec![Box::new(socket)];
//! let mut simulation =
//!     Simulation::assemble(&document, &registry, &Models::default(), middlewares, Options::default())?;
//! simulation.start()?;
//! assert!(port.get().is_some(), "clients connect to this port");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

pub use morse_json as json;

pub mod log {
    //! Log targets of the middleware, with the names of the original.

    /// Target of log lines about requests.
    pub const REQUESTS: &str = "morse.middleware.socket_request_manager";

    /// Target of log lines about streams and the clock.
    pub const STREAMS: &str = "morse.middleware.socket_datastream";

    /// Target of log lines about nodes that share a scene.
    pub const NODES: &str = "morse.core.multinode";
}
pub mod nodes;

mod accept;
mod access;
mod clock_sync;
mod lines;
mod middleware;
mod options;
mod ports;
mod requests;
mod streams;
mod transport;
pub mod wire;

pub use access::{CONNECTIONS_MAX, ClientLimits, TOKEN_LENGTH_MIN, Token};
pub use lines::LINE_BYTES_MAX;
pub use middleware::{SocketMiddleware, SocketSettings};
pub use requests::{ANSWER_BYTES_MAX, REQUEST_MANAGER};
pub use streams::{BACKLOG_BYTES_MAX, BACKLOG_MESSAGES_MAX, PUBLISHERS, READER, STREAM_MANAGER};
