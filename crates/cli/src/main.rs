//! The `morse` command: finds a scene, runs the Builder on it, paces the simulation, and tells the user about it.
//!
//! Floor 4. It must never know physics or wire formats; it puts the other crates together and keeps the time.
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod arguments;
mod commands;
mod devices;
mod failure;
mod findings;
mod hosting;
mod images;
mod log;
mod middlewares;
mod models;
mod nodes;
mod pacing;
mod progress;
mod python;
mod report;
mod scene_file;
mod scene_source;
mod signals;
mod sites;
mod sounds;

use std::process::ExitCode;

use clap::Parser;

fn main() -> ExitCode {
    commands::dispatch(arguments::Arguments::parse_from(arguments::words(std::env::args_os())))
}
