//! Tests of the installed wheel: the engine in Python, learning environments, and the command that comes with them.

use std::fs;
use std::path::Path;

use super::jobs::Job;
use super::unittest;
use crate::python::wheel;
use xtask::shell::root;

/// Folder of the tests.
const FOLDER: &str = "tests/wheel";

/// Builds and installs the wheel. Returns the jobs that test it: the first scene with the wheel and its dependencies alone,
/// then one job for each file of tests.
///
/// # Errors
/// If the wheel cannot be built or installed.
pub(super) fn jobs(python: &str) -> Result<Vec<Job>, String> {
    let [bare, trial] = wheel::install_for_tests(python)?;
    let entries = fs::read_dir(root().join(FOLDER)).map_err(|error| format!("{FOLDER}: {error}"))?;
    let mut files: Vec<String> =
        entries.flatten().filter_map(|it| it.file_name().into_string().ok()).collect();
    files.retain(|name| name.starts_with("test_") && name.ends_with(".py"));
    files.sort();
    let trials = files.iter().map(|file| job(&trial, file));
    Ok(trials.chain([job(&bare, "bare_install.py")]).collect())
}

fn job(python: &Path, file: &str) -> Job {
    let command = unittest::command(python, &["-s", FOLDER, "-t", FOLDER, "-p", file]);
    Job { name: format!("{FOLDER}/{file}"), command }
}
