//! Runs the real command as a user starts it.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod support;

mod assets;
mod clients;
mod command_line;
mod installation;
mod pictures;
mod runs;
mod scene_files;
