//! The middleware `moos`: sensors publish to variables of a MOOSDB, and actuators subscribe to variables.
//!
//! Variables and wire protocol were measured with MOOSDB 10.5.0 and MORSE 1.4.
//!
//! It must never know what a component computes.
//!
//! ```
//! use morse_moos::wire::{DataType, Message, MessageKind};
//!
//! let mut message = Message::new(MessageKind::NOTIFY, DataType::Double, "robot_x", 1.5);
//! message.value = 4.0;
//! let mut bytes = Vec::new();
//! message.encode(&mut bytes)?;
//! let (read, rest) = Message::decode(&bytes)?;
//! assert_eq!((read.key.as_str(), read.number()), ("robot_x", Some(4.0)));
//! assert!(rest.is_empty());
//! # Ok::<(), morse_moos::wire::WireError>(())
//! ```
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

pub mod client;
mod log {
    /// Target of all log lines, with the name of the original.
    pub(crate) const STREAMS: &str = "morse.middleware.moos_datastream";
}
pub mod mapping;
mod middleware;
mod streams;
pub mod wire;

pub use middleware::{MoosMiddleware, STREAM_MANAGER};
