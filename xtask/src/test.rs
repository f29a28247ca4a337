//! `cargo xtask test`: all tests, or those of some packages, or those that a change can affect.

mod changed;
mod clients;
mod end_to_end;
mod installed_wheel;
mod jobs;
mod namespace;
mod packages;
pub(crate) mod peers;
mod rust;
pub(crate) mod times;
mod unittest;

use std::path::Path;

use changed::Affected;
use end_to_end::Files;
use jobs::Job;
use peers::{blender, fastdds, mavlink, mujoco, opencv, ray, rclpy, recording, ros2, xacro};
use times::Times;

/// Debian's own Python, for which the original client is packaged.
pub(crate) const DEBIAN_PYTHON: &str = "/usr/bin/python3";

/// Optional features that take minutes to compile: a middleware, and pictures by a GPU. Releases and the nightly job have them.
const OPTIONAL: &str = "morse-cli/zenoh,morse-cli/gpu";

/// Options of `cargo xtask test`.
pub(crate) struct Options {
    /// Whether the workspace is built with the [`OPTIONAL`] features.
    pub(crate) with_optional: bool,
}

impl Options {
    /// The features of cargo with which the workspace is tested and checked.
    pub(crate) fn features(&self) -> Vec<&'static str> {
        if self.with_optional { vec!["--features", OPTIONAL] } else { Vec::new() }
    }
}

/// Runs the tests that `words` select, and prints the slowest ones.
///
/// # Errors
/// If a test fails, or something that the tests need cannot be installed.
pub(crate) fn test(words: &[&str]) -> Result<(), String> {
    let mut times = Times::new("tests");
    let result =
        match words {
            [] => all(&Options { with_optional: false }, &mut times),
            ["--optional"] => all(&Options { with_optional: true }, &mut times),
            ["--rust"] => tests_in_rust(&Options { with_optional: false }, &mut times),
            ["--changed"] => affected(&changed::since(None)?, &mut times),
            ["--changed", revision] => affected(&changed::since(Some(revision))?, &mut times),
            ["--end-to-end", chosen @ ..] => end_to_end(chosen, &mut times),
            ["-p", packages @ ..] if !packages.is_empty() => rust::test_packages(packages, &mut times),
            _ => return Err(
                "usage: cargo xtask test [--optional | --rust | --changed [REV] | --end-to-end [PATH…] | -p CRATE…]"
                    .to_owned(),
            ),
        };
    times.save()?;
    print!("{}", times.table());
    result
}

/// Installs the packages that the tests need, then runs all tests: in Rust, then in Python, end to end, of the wheel, and of
/// clients with each Python.
fn all(options: &Options, times: &mut Times) -> Result<(), String> {
    prepare()?;
    if options.with_optional {
        blender::install();
    }
    tests_in_rust(options, times)?;
    let mut jobs = end_to_end::jobs(Path::new(DEBIAN_PYTHON), &Files::all()?);
    jobs.extend(wheel_jobs(times)?);
    jobs.extend(clients::jobs());
    jobs.extend(python_jobs());
    jobs::run(jobs, times)
}

/// Runs all tests in Rust. This builds the command, too, for its own tests and for the end-to-end tests.
fn tests_in_rust(options: &Options, times: &mut Times) -> Result<(), String> {
    packages::install(options.with_optional)?;
    rust::build(options, times)?;
    rust::test_all(options, times)
}

/// Runs the tests that a change can affect.
fn affected(affected: &Affected, times: &mut Times) -> Result<(), String> {
    println!("{affected}");
    if !affected.packages.is_empty() {
        let packages: Vec<&str> = affected.packages.iter().map(String::as_str).collect();
        rust::test_packages(&packages, times)?;
    }
    let mut jobs = Vec::new();
    if !affected.end_to_end.is_empty() {
        let chosen: Vec<&str> = affected.end_to_end.iter().map(String::as_str).collect();
        prepare()?;
        rust::build_command(times)?;
        jobs.extend(end_to_end::jobs(Path::new(DEBIAN_PYTHON), &Files::named(&chosen)?));
    }
    if affected.wheel {
        jobs.extend(wheel_jobs(times)?);
    }
    if affected.python {
        xacro::install(DEBIAN_PYTHON)?;
        jobs.extend(python_jobs());
    }
    jobs::run(jobs, times)
}

/// Builds the command and runs the end-to-end tests below some paths.
fn end_to_end(chosen: &[&str], times: &mut Times) -> Result<(), String> {
    let files = Files::named(chosen)?;
    prepare()?;
    rust::build_command(times)?;
    jobs::run(end_to_end::jobs(Path::new(DEBIAN_PYTHON), &files), times)
}

/// Builds the wheel and runs its tests.
///
/// # Errors
/// If the build or a test fails.
pub(crate) fn test_wheel() -> Result<(), String> {
    let mut times = Times::new("tests of the wheel");
    let jobs = wheel_jobs(&mut times)?;
    jobs::run(jobs, &mut times)
}

fn wheel_jobs(times: &mut Times) -> Result<Vec<Job>, String> {
    times.measure("build of the wheel", || installed_wheel::jobs(DEBIAN_PYTHON))
}

/// Installs the packages and peers that end-to-end tests need.
fn prepare() -> Result<(), String> {
    packages::install(false)?;
    ros2::install(DEBIAN_PYTHON)?;
    rclpy::install(DEBIAN_PYTHON)?;
    fastdds::build()?;
    recording::install(DEBIAN_PYTHON)?;
    mavlink::install(DEBIAN_PYTHON)?;
    mujoco::install(DEBIAN_PYTHON)?;
    opencv::install(DEBIAN_PYTHON)?;
    xacro::install(DEBIAN_PYTHON)?;
    ray::install(DEBIAN_PYTHON);
    peers::build()
}

/// Tests in Python that need no simulator.
fn python_jobs() -> Vec<Job> {
    let suites = [
        ("python/tests", &["-s", "python/tests"][..]),
        ("assets/make", &["-s", "assets/make", "-t", "assets/make"]),
    ];
    let job = |(name, arguments): (&str, &[&str])| Job {
        name: name.to_owned(),
        command: unittest::command(Path::new("python3"), arguments),
    };
    suites.map(job).into()
}
