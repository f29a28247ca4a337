//! Tests in Rust: builds once, then runs each test in a process of its own with nextest.

use std::process::Command;

use super::Options;
use super::times::Times;
use xtask::shell::{cargo, root, run};

/// Builds the command and all tests.
///
/// # Errors
/// If something does not compile.
pub(super) fn build(options: &Options, times: &mut Times) -> Result<(), String> {
    let words = [&["test", "--workspace", "--no-run", "--timings"][..], &options.features()].concat();
    let built = times.measure("build of the command and the tests", || run(&mut cargo(&words)));
    times.add_builds();
    built
}

/// Builds the command alone.
///
/// # Errors
/// If it does not compile.
pub(super) fn build_command(times: &mut Times) -> Result<(), String> {
    times.measure("build of the command", || run(&mut cargo(&["build", "--package", "morse-cli"])))
}

/// Runs all tests, then the examples of the documentation.
///
/// # Errors
/// If a test fails.
pub(super) fn test_all(options: &Options, times: &mut Times) -> Result<(), String> {
    let words = [&["--workspace"][..], &options.features()].concat();
    nextest(&words, times)?;
    let words = [&["test", "--doc", "--workspace"][..], &options.features()].concat();
    times.measure("examples of the documentation in Rust", || run(&mut cargo(&words)))
}

/// Runs the tests of some packages; `components` is short for `morse-components`.
///
/// # Errors
/// If a test fails, or there is no such package.
pub(super) fn test_packages(packages: &[&str], times: &mut Times) -> Result<(), String> {
    let known = super::changed::packages()?;
    let mut words = Vec::new();
    for name in packages {
        let full = [(*name).to_owned(), format!("morse-{name}")];
        let found = full.into_iter().find(|full| known.contains_key(full));
        words.push("-p".to_owned());
        words.push(found.ok_or_else(|| format!("there is no crate `{name}` in this workspace"))?);
    }
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    nextest(&words, times)
}

fn nextest(words: &[&str], times: &mut Times) -> Result<(), String> {
    install_nextest()?;
    // A package may have no tests.
    let words = [&["nextest", "run", "--no-tests", "pass"][..], words].concat();
    let result = run(&mut cargo(&words));
    times.add_junit(&root().join("target/nextest/default/junit.xml"));
    result
}

fn install_nextest() -> Result<(), String> {
    let version = Command::new(env!("CARGO")).args(["nextest", "--version"]).output();
    if version.is_ok_and(|output| output.status.success()) {
        return Ok(());
    }
    run(&mut cargo(&["install", "cargo-nextest", "--locked"]))
}
