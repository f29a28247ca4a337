//! Tests of the installed wheel: the engine in Python, learning environments, and the command that comes with them.

use std::fs;
use std::path::Path;

use super::jobs::Job;
use super::unittest;
use crate::python::{versions, wheel};
use xtask::shell::root;

/// Folder of the tests.
const FOLDER: &str = "tests/wheel";
/// The Pythons on which the wheel is tried with its dependencies alone, where they are installed.
const VERSIONS: [&str; 6] = ["3.9", "3.10", "3.11", "3.12", "3.13", "3.14"];

/// Builds the wheel with a Python and installs it there, and on the other installed ones of [`VERSIONS`]. Returns the jobs
/// that test it: one for each file of tests, and the first scene with the wheel and its dependencies alone on each Python.
/// Missing Pythons are listed on the terminal.
///
/// # Errors
/// If the wheel cannot be built or installed.
pub(super) fn jobs(python: &str) -> Result<Vec<Job>, String> {
    let built = wheel::build(python, "dev")?;
    let trial = wheel::install_for_tests(python, &built)?;
    let entries = fs::read_dir(root().join(FOLDER)).map_err(|error| format!("{FOLDER}: {error}"))?;
    let mut files: Vec<String> =
        entries.flatten().filter_map(|it| it.file_name().into_string().ok()).collect();
    files.retain(|name| name.starts_with("test_") && name.ends_with(".py"));
    files.sort();
    let mut jobs: Vec<Job> = files.iter().map(|file| job(&trial, file)).collect();
    let own = versions::of(Path::new(python));
    let mut missing = Vec::new();
    for version in VERSIONS {
        // The Python of the other tests, even if one of the same version comes first on the path.
        let found =
            if own.as_deref() == Some(version) { Some(python.into()) } else { versions::find(version) };
        let Some(found) = found else {
            missing.push(version);
            continue;
        };
        let bare = wheel::install_alone(&found.to_string_lossy(), version, &built)?;
        let Job { name, command } = job(&bare, "bare_install.py");
        jobs.push(Job { name: format!("{name}, on Python {version}"), command });
    }
    if !missing.is_empty() {
        eprintln!("wheel: not tested on Python {}, which is not on this machine", missing.join(", "));
    }
    Ok(jobs)
}

fn job(python: &Path, file: &str) -> Job {
    let command = unittest::command(python, &["-s", FOLDER, "-t", FOLDER, "-p", file]);
    Job { name: format!("{FOLDER}/{file}"), command }
}
