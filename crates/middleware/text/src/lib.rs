//! The text middleware: what sensors read, in files.
//!
//! Every stream is one file, complete: when the disk is slower than the simulation, the simulation waits. It must never
//! know what a component computes. A thread of its own does the writing.
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod format;
mod middleware;
mod writer;

pub use middleware::{PUBLISHERS, STREAM_MANAGER, TextMiddleware};
