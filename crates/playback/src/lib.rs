//! Shows recordings in the page of the viewer: forwards at any speed, from any moment on.
//!
//! Nothing is simulated. Objects stand where the recording has them, and readings are those that were recorded. The
//! scene document in the recording says what the objects look like. It must never know command lines.
//!
//! ```no_run
//! use morse::{Interrupt, LoadOptions};
//! use morse_playback::Player;
//! use morse_viewer::Settings;
//!
//! let settings = Settings { address: [127, 0, 0, 1].into(), port: 8080 };
//! let mut player = Player::open("run.mcap".as_ref(), &LoadOptions::default(), settings)?;
//! println!("{} shows {:?} s", player.viewer().url(), player.span_s());
//! player.run(&Interrupt::default())?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod cdr;
mod components;
mod fields;
mod lifetimes;
mod message;
mod player;
mod poses;
mod requests;
mod timeline;

pub use player::{PlaybackError, Player};
