//! `cargo xtask lint`: formatting, lints, licences and sources.

use crate::shell::{cargo, run};

/// Stops at the first thing that is not as it should be.
pub(crate) fn lint() -> Result<(), String> {
    run(&mut cargo(&["fmt", "--all", "--check"]))?;
    run(&mut cargo(&["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"]))?;
    run(&mut cargo(&["deny", "check", "bans", "licenses", "sources"]))
}
