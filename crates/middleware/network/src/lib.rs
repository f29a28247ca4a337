//! What middlewares share that send to programs of others: queues from the engine to the thread that sends, and limits
//! to the messages that such a program can cause in the log.
//!
//! It knows no middleware, no message and no component.
//!
//! ```
//! use morse_network::Throttle;
//!
//! let complaints = Throttle::default();
//! assert!(complaints.pass(), "the first message is logged");
//! assert!(!complaints.pass(), "one that follows at once is not");
//! ```
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod outbox;
mod throttle;

pub use crate::outbox::{Outbox, SendQueued};
pub use crate::throttle::Throttle;
