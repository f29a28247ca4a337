//! PPRZLink: poses of Paparazzi rotorcraft, over an Ivy bus.
//!
//! Each stream is a separate agent on the bus, as in MORSE 1.4. One thread serves all agents. This crate must never
//! know what a component computes.
//!
//! ```
//! use morse_pprzlink::ivy::line::{Line, announcement, pong, read_announcement};
//!
//! assert_eq!(read_announcement(&announcement(2010, "7", "morse")), Some((2010, "7")));
//! assert_eq!(Line::read("9 4\u{2}"), Some(Line::Ping(4)));
//! assert_eq!(pong(4), "10 4\u{2}\n");
//! ```
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

pub mod ivy;
pub mod rotorcraft_fp;

mod log {
    /// Target of log lines.
    pub(crate) const STREAMS: &str = "morse.middleware.pprzlink_datastream";
}
mod middleware;
mod options;

pub use middleware::{PprzlinkMiddleware, READER, STREAM_MANAGER};
