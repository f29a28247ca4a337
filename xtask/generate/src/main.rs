//! `cargo xtask generate` and `cargo xtask pictures`: the tasks that need the simulator itself.
//!
//! They are a program of their own, so that `cargo xtask` compiles in seconds.
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod files;
mod pictures;

use std::process::ExitCode;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let done = match words.as_slice() {
        ["generate"] => files::generate().map_err(|error| error.to_string()),
        ["generate", "--check"] => files::check().map_err(|error| error.to_string()),
        ["pictures", names @ ..] => pictures::pictures(names),
        _ => Err("usage: xtask-generate generate [--check] | pictures [NAME...]".to_owned()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}
