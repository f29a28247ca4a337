//! The type stubs of the Python builder, which a Python program generates.

use std::path::Path;
use std::process::{Command, Output};

use crate::generate::TaskError;

const TOOL: &str = "python/tools/make_stubs.py";

/// Writes the stubs.
///
/// # Errors
/// When Python cannot be started, or says that it failed.
pub(crate) fn write(root: &Path) -> Result<(), TaskError> {
    let output = run(root, &[])?;
    if output.status.success() { Ok(()) } else { Err(failure(&output)) }
}

/// The stubs that are out of date.
///
/// # Errors
/// When Python cannot be started, or fails otherwise.
pub(crate) fn stale(root: &Path) -> Result<Vec<String>, TaskError> {
    let output = run(root, &["--check"])?;
    match output.status.code() {
        Some(0) => Ok(Vec::new()),
        // The program prints a line for each, and nothing if it failed for another reason.
        Some(1) if !output.stdout.is_empty() => {
            Ok(String::from_utf8_lossy(&output.stdout).lines().map(str::to_owned).collect())
        }
        _ => Err(failure(&output)),
    }
}

fn run(root: &Path, arguments: &[&str]) -> Result<Output, TaskError> {
    let started = Command::new("python3").arg(TOOL).args(arguments).current_dir(root).output();
    started.map_err(|error| TaskError::Stubs(format!("python3 cannot be started: {error}")))
}

fn failure(output: &Output) -> TaskError {
    TaskError::Stubs(String::from_utf8_lossy(&output.stderr).trim().to_owned())
}
