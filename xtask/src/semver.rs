//! `cargo xtask semver`: compares the interface of the library `morse` with that of an earlier revision, by cargo-semver-checks.
//!
//! It reads the items that the crate itself defines. Those that it re-exports from other crates are in
//! `crates/morse/public_api.txt`, whose changes show in review.

use std::process::Command;

use xtask::shell::{cargo, run};

/// Installed if it is missing.
const TOOL: &str = "cargo-semver-checks@0.51.0";
/// The revision to compare with, if none is named.
const BEFORE: &str = "HEAD~1";

/// Compares with a revision, by default the one before.
///
/// # Errors
/// If the tool cannot be installed, or a change breaks programs that use the library.
pub(crate) fn check(words: &[&str]) -> Result<(), String> {
    let before = match words {
        [] => BEFORE,
        ["--against", revision] => revision,
        _ => return Err("usage: cargo xtask semver [--against REV]".to_owned()),
    };
    if Command::new("cargo-semver-checks").arg("--version").output().is_err() {
        run(&mut cargo(&["install", "--locked", "--debug", TOOL]))?;
    }
    run(&mut cargo(&["semver-checks", "check-release", "--package", "morse", "--baseline-rev", before]))
}
