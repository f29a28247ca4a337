//! Shows recordings in the page of the viewer: forwards at any speed, from any moment on.
//!
//! Nothing is simulated. Objects stand where the recording has them, and readings are those that were recorded. The
//! scene document in the recording says what the objects look like. It must never know command lines.
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod components;
mod lifetimes;
mod message;
mod player;
mod poses;
mod requests;
mod timeline;

pub use player::{PlaybackError, Player};
