//! Shared by networked middlewares: the queue from the engine to the sending thread, and rate limits for log messages
//! that peers can cause.
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

mod outbox;
mod throttle;

pub use crate::outbox::{Outbox, SendQueued};
pub use crate::throttle::Throttle;
