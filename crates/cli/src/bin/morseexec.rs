//! `morseexec SCRIPT`: `morse run SCRIPT`, for scripts that begin with `#! /usr/bin/env morseexec` as those of MORSE 1.4.

use std::env::{self, consts::EXE_SUFFIX};
use std::ffi::OsStr;
use std::path::PathBuf;
use std::process::{Command, ExitCode};

fn main() -> ExitCode {
    let words: Vec<_> = env::args_os().skip(1).collect();
    if words.is_empty() {
        println!(
            "usage: morseexec SCRIPT [ARGUMENTS...]. It does the same as: morse run SCRIPT [ARGUMENTS...]"
        );
        return ExitCode::SUCCESS;
    }
    let name = format!("morse{EXE_SUFFIX}");
    let beside = env::current_exe().map(|own| own.with_file_name(&name)).ok().filter(|path| path.is_file());
    let morse = beside.unwrap_or_else(|| PathBuf::from(name));
    let error = run(Command::new(&morse).arg(OsStr::new("run")).args(words));
    match error {
        Ok(code) => code,
        Err(error) => {
            eprintln!("morseexec cannot run {}: {error}", morse.display());
            ExitCode::FAILURE
        }
    }
}

/// Replaces this process, so that signals and the exit status are those of `morse`.
#[cfg(unix)]
fn run(command: &mut Command) -> std::io::Result<ExitCode> {
    use std::os::unix::process::CommandExt;

    Err(command.exec())
}

#[cfg(not(unix))]
fn run(command: &mut Command) -> std::io::Result<ExitCode> {
    let code = command.status()?.code().and_then(|code| u8::try_from(code).ok());
    Ok(code.map_or(ExitCode::FAILURE, ExitCode::from))
}
