//! Running other programs and passing on how they end.

use std::path::{Path, PathBuf};
use std::process::Command;

/// The top of the repository.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Runs a program at the top of the repository; what it prints goes to the terminal.
pub(crate) fn run(command: &mut Command) -> Result<(), String> {
    let text = format!("{command:?}");
    eprintln!("$ {text}");
    let status = command.current_dir(root()).status().map_err(|error| format!("{text}: {error}"))?;
    if status.success() { Ok(()) } else { Err(format!("{text}: {status}")) }
}

/// Cargo, as it was used to start this task.
pub(crate) fn cargo(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO"));
    command.args(arguments);
    command
}
