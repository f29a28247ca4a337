//! The `morse` command: arguments, the log, exit codes. The library `morse` does the work.
//!
//! It must never know physics or wire formats.
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod arguments;
mod browser;
mod commands;
mod devices;
mod dispatch;
mod environments;
mod failure;
mod huge_pages;
mod output;
mod process_limits;
mod robot_file;
mod scene_loading;
mod signals;
mod sounds;

use std::process::ExitCode;

use clap::Parser;

/// Steps and the start of a scene allocate often; they are 4 to 15 % faster than with the allocator of glibc.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    signals::ignore_file_size_limit();
    // Other commands do not know the size of their scenes, or have many scenes.
    if std::env::args_os().nth(1).is_some_and(|command| command == "run") {
        huge_pages::disable();
    }
    match arguments::Arguments::try_parse_from(arguments::normalize(std::env::args_os())) {
        Ok(arguments) => {
            let status = dispatch::dispatch(arguments);
            if process_limits::is_out_of_time() {
                ExitCode::from(process_limits::TIMEOUT_STATUS)
            } else {
                status
            }
        }
        Err(error) => {
            if let Some(advice) = arguments::advice_for_file(&error) {
                eprintln!("{advice}");
                return ExitCode::from(2);
            }
            error.exit()
        }
    }
}
