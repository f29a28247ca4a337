//! Shared by networked middlewares and servers: the queue from the engine to the sending thread, rate limits for log messages
//! that peers can cause, and an HTTP server with limits.
//!
//! It must never know a middleware, a message or a component.
//!
//! ```
//! use morse_network::Throttle;
//!
//! let throttle = Throttle::default();
//! assert!(throttle.pass(), "the first message is logged");
//! assert!(!throttle.pass(), "a second message within the period is not logged");
//! ```
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod http_server;
mod outbox;
mod throttle;

pub use crate::http_server::{CONNECTIONS_MAX, HttpRequest, IDLE_MAX, serve_http};
pub use crate::outbox::{Outbox, SendQueued};
pub use crate::throttle::Throttle;
