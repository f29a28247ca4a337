//! Runs the end-to-end tests, several files at once: most of their time they wait for simulators that run in real time.

use std::collections::VecDeque;
use std::io::Write;
use std::path::Path;
use std::process::Command;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;
use std::{fs, thread};

use crate::shell::root;
use crate::unittest::unittest_command;

/// What the tests share lies here, and the tests in its packages.
const FOLDER: &str = "tests/e2e";
/// Takes the longest and begins first.
const LONGEST: &str = "clients/test_tutorials.py";
/// How many files are tested at once on one processor.
const FILES_PER_PROCESSOR: f64 = 1.5;
/// How many are tested at once on any machine: servers of names and discovery by multicast are shared.
const FILES_AT_ONCE_MAX: usize = 8;

/// Runs each file of end-to-end tests in a process of its own. What it prints is shown when it has ended.
///
/// # Errors
/// With the names of the files whose tests fail.
pub(crate) fn test(python: &Path) -> Result<(), String> {
    let files = Mutex::new(files()?);
    let failed = Mutex::new(Vec::new());
    let processors = thread::available_parallelism().map_or(1, usize::from);
    let at_once = (processors as f64 * FILES_PER_PROCESSOR) as usize;
    let at_once = at_once.clamp(1, FILES_AT_ONCE_MAX);
    thread::scope(|scope| {
        for _ in 0..at_once {
            scope.spawn(|| {
                while let Some(file) = next(&files) {
                    if let Err(error) = test_file(python, &file) {
                        failed.lock().unwrap_or_else(PoisonError::into_inner).push(error);
                    }
                }
            });
        }
    });
    let failed = failed.into_inner().unwrap_or_else(PoisonError::into_inner);
    if failed.is_empty() { Ok(()) } else { Err(failed.join("\n")) }
}

fn next(files: &Mutex<VecDeque<String>>) -> Option<String> {
    files.lock().unwrap_or_else(PoisonError::into_inner).pop_front()
}

/// The files below the folder, in the order in which they begin.
fn files() -> Result<VecDeque<String>, String> {
    let list = |folder: &str| {
        let entries = fs::read_dir(root().join(FOLDER).join(folder));
        let entries = entries.map_err(|error| format!("{FOLDER}/{folder}: {error}"))?;
        Ok::<_, String>(entries.flatten().filter_map(|entry| entry.file_name().into_string().ok()))
    };
    // Nobody is to believe that it is run.
    if let Some(name) = list("")?.find(|name| name.starts_with("test_")) {
        return Err(format!("{FOLDER}/{name}: tests lie in a folder that has an `__init__.py`"));
    }
    let mut names = Vec::new();
    for package in list("")?.filter(|name| root().join(FOLDER).join(name).join("__init__.py").exists()) {
        let tests = list(&package)?.filter(|name| name.starts_with("test_") && name.ends_with(".py"));
        names.extend(tests.map(|name| format!("{package}/{name}")));
    }
    names.sort_by_key(|name| (name != LONGEST, name.clone()));
    Ok(names.into())
}

/// The command that runs the tests of a file, `clients/test_client.py` for example.
pub(crate) fn command(python: &Path, file: &str) -> Command {
    let (package, name) = file.split_once('/').unwrap_or(("", file));
    unittest_command(python, &["-s", &format!("{FOLDER}/{package}"), "-t", FOLDER, "-p", name])
}

fn test_file(python: &Path, file: &str) -> Result<(), String> {
    let begun = Instant::now();
    let mut command = command(python, file);
    let output = command.current_dir(root()).output().map_err(|error| format!("{command:?}: {error}"))?;
    let mut shown = std::io::stderr().lock();
    let head = format!("$ {command:?}: {}, {:.0} s\n", output.status, begun.elapsed().as_secs_f64());
    // Tests are not repeated because their output cannot be shown.
    let _ = [head.as_bytes(), &output.stdout, &output.stderr]
        .into_iter()
        .try_for_each(|part| shown.write_all(part));
    if output.status.success() { Ok(()) } else { Err(format!("{FOLDER}/{file}: {}", output.status)) }
}
