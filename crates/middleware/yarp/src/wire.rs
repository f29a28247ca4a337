//! The wire protocol: carriers, messages and datagrams.
//!
//! Formats were measured with YARP 3.9.1 and 4.0.0; recorded exchanges are in `tests/captures`.

pub mod carrier;
pub mod datagram;
pub mod message;

mod lines;

pub use carrier::Carrier;
pub use message::{Command, Message, Received};

pub(crate) use lines::{Lines, line};
