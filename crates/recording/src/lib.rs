//! Recordings: files in which a run is kept, in the format MCAP, for other tools and to make the run again.
//!
//! A [`Recorder`] is an observer that writes a run to a file. [`read`] reads such files, [`decode`] their messages, and
//! [`check`] simulates a recorded run again and finds the first tick that differs. [`Summary`] says what is in a file,
//! [`export`] writes it in other formats, [`compare`] finds where two files differ, and [`series`] are fields over time. It
//! must never know terminals or exit codes.
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

pub mod compare;
pub mod decode;
pub mod export;
mod format;
mod index;
pub mod read;
mod replay;
pub mod select;
pub mod series;
mod summary;
mod write;

pub use format::{
    ANSWERS, AnswerMessage, CALLS, CHANNEL_INPUTS, CallMessage, CommandMessage, RunInfo, TRANSFORMS,
};
pub use index::IndexedRecording;
pub use replay::{CheckError, Checked, Difference, Recorded, Replay, check, simulation};
pub use summary::{ChannelSummary, Summary};
pub use write::{LiveMessages, MessageSink, NewChannel, Recorder, RecorderError, Settings};
