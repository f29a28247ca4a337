//! Recordings: files in which a run is kept, in the format MCAP, for other tools and to make the run again.
//!
//! A [`Recorder`] is an observer that writes a run to a file. [`read`] reads such files, [`decode`] their messages, and
//! [`check`] simulates a recorded run again and finds the first tick that differs. [`Summary`] says what is in a file,
//! [`export`] writes it in other formats, [`compare`] finds where two files differ, and [`series`] are fields over time. It
//! must never know terminals or exit codes.
//!
//! ```
//! use morse_recording::{Recorder, Settings, Summary};
//! use morse::{LoadOptions, Options, Runner, Scene, SceneBuilder, WiringTable};
//!
//! let (catalog, wiring) = (morse::catalog(), WiringTable::built_in()?);
//! let mut builder = SceneBuilder::new(&catalog, &wiring);
//! builder.robot("robot", "ATRV").sensor("pose", "Pose");
//! builder.environment("empty");
//! let scene = Scene::from_document("a robot", builder.build()?, &LoadOptions::default())?;
//! let options = Options::default();
//! let mut simulation = scene.simulation(&options)?;
//! let recorder = Recorder::new(&scene, Vec::new(), options.seed, 0.0, Settings::default())?;
//! let path = std::env::temp_dir().join(format!("morse-example-{}.mcap", std::process::id()));
//! recorder.start(&path, &mut simulation)?;
//! Runner::new(simulation).observe(recorder.clone()).stop_after_seconds(1.0).run();
//! recorder.stop()?;
//! let poses = |channel: &&morse_recording::ChannelSummary| channel.channel.topic == "/robot/pose";
//! assert_eq!(Summary::of(&path)?.channels.iter().find(poses).map(|channel| channel.messages), Some(60));
//! # std::fs::remove_file(&path)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
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
pub use write::{
    LiveError, LiveMessages, MessageSink, NewChannel, Recorder, RecorderError, Settings, Waited,
};
