//! `cargo xtask lint`: names, links of the documentation, formatting, lints, licences and sources.

mod retired_words;

use crate::docs;
use crate::shell::{cargo, root, run};
use crate::viewer;

/// Runs all checks and stops at the first failure.
pub(crate) fn lint() -> Result<(), String> {
    retired_words::check(&root())?;
    docs::check()?;
    viewer::check()?;
    run(&mut cargo(&["fmt", "--all", "--check"]))?;
    run(&mut cargo(&[
        "clippy",
        "--workspace",
        "--all-targets",
        "--features",
        "morse-cli/zenoh",
        "--",
        "-D",
        "warnings",
    ]))?;
    run(&mut cargo(&["deny", "check", "bans", "licenses", "sources"]))
}
