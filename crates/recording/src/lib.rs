//! Recordings: files in which a run is kept, in the format MCAP, for other tools and to make the run again.
//!
//! A [`Recorder`] is an observer that writes a run to a file. [`read`] reads such files, and [`check`] simulates
//! a recorded run again and finds the first tick that differs. It must never know terminals or exit codes.
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod format;
mod index;
pub mod read;
mod replay;
mod write;

pub use format::{
    ANSWERS, AnswerMessage, CALLS, CHANNEL_INPUTS, CallMessage, CommandMessage, RunInfo, TRANSFORMS,
};
pub use index::IndexedRecording;
pub use replay::{CheckError, Checked, Difference, Recorded, check, simulation};
pub use write::{LiveMessages, MessageSink, NewChannel, Recorder, RecorderError, Settings};
