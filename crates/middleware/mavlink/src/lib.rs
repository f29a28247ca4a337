//! MAVLink: readings of sensors as messages, and messages as commands of actuators, over UDP and TCP.
//!
//! Components with the same device share one link. One thread serves all links; the engine only fills queues,
//! so a slow or lost peer does not delay the simulation. This crate must never know what a component computes.
//!
//! ```
//! use mavlink::dialects::common::{HEARTBEAT_DATA, MavMessage};
//! use mavlink::{MavHeader, MavlinkVersion};
//! use morse_mavlink::frame;
//!
//! let (mut bytes, header) = (Vec::new(), MavHeader::default());
//! let message = MavMessage::HEARTBEAT(HEARTBEAT_DATA::default());
//! frame::write(&mut bytes, MavlinkVersion::V2, header, &message).expect("a frame");
//! let mut arrived = Vec::new();
//! frame::Frames::of_datagram(&bytes, |_, message| arrived.push(message));
//! assert_eq!(arrived, [message]);
//! ```
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

pub mod device;
pub mod frame;

mod fields;
mod inputs;
mod link;
mod log {
    /// Target of log lines.
    pub(crate) const STREAMS: &str = "morse.middleware.mavlink_datastream";
}
mod middleware;
mod options;
mod outputs;
mod transport;

pub use inputs::{Command, Input};
pub use middleware::{MavlinkMiddleware, STREAM_MANAGER};
pub use outputs::Output;
