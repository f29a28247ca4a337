//! Runs other programs and reports their exit status.

use std::path::{Path, PathBuf};
use std::process::Command;

/// The root folder of the repository.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Runs a program in the root folder; its output goes to the terminal.
///
/// # Errors
/// If the program cannot be started, or its exit status is not zero.
pub fn run(command: &mut Command) -> Result<(), String> {
    let text = format!("{command:?}");
    eprintln!("$ {text}");
    let status = command.current_dir(root()).status().map_err(|error| format!("{text}: {error}"))?;
    if status.success() { Ok(()) } else { Err(format!("{text}: {status}")) }
}

/// The cargo that started this task, with arguments.
pub fn cargo(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO"));
    command.args(arguments);
    command
}

/// The files of the repository below these folders, relative to the root: tracked ones, and new ones that git does not ignore.
///
/// # Errors
/// If git fails.
pub fn tracked_files(root: &Path, folders: &[&str]) -> Result<Vec<String>, String> {
    let mut command = Command::new("git");
    command
        .args(["ls-files", "--cached", "--others", "--exclude-standard", "--"])
        .args(folders)
        .current_dir(root);
    let output = command.output().map_err(|error| format!("git: {error}"))?;
    if !output.status.success() {
        return Err(format!("git ls-files: {}", String::from_utf8_lossy(&output.stderr).trim()));
    }
    Ok(String::from_utf8_lossy(&output.stdout).lines().map(str::to_owned).collect())
}
