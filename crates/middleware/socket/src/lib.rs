//! The socket middleware: services, streams and clock over plain TCP, as the clients of the original speak it.
//!
//! Lines of UTF-8. Requests arrive on one port, each stream has a port of its own, an outside clock has another. It
//! must never know what a component computes. One thread serves all connections; the engine only ever fills queues,
//! so no client can hold it up.
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

pub mod json;
pub mod log;
pub mod nodes;

mod accept;
mod clock_sync;
mod lines;
mod middleware;
mod options;
mod ports;
mod requests;
mod streams;
mod transport;

pub use lines::LINE_BYTES_MAX;
pub use middleware::{SocketMiddleware, SocketSettings};
pub use requests::{ANSWER_BYTES_MAX, REQUEST_MANAGER};
pub use streams::{BACKLOG_BYTES_MAX, BACKLOG_MESSAGES_MAX, PUBLISHERS, READER, STREAM_MANAGER};
