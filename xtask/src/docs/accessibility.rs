//! `cargo xtask docs --check`: builds the site and examines its pages in a browser, by axe-core.

use std::path::PathBuf;
use std::process::Command;

use crate::test::DEBIAN_PYTHON;
use xtask::shell::{root, run};

/// The package of npm, pinned.
const AXE: &str = "axe-core@4.14.1";
/// Folder in which it is installed.
const FOLDER: &str = "target/docs/axe";

/// Builds the site, and examines the contrast, names and keys of its pages and of the page of a run. Needs npm, Chromium and
/// the built command.
///
/// # Errors
/// If the site cannot be built, a program is missing, or a page has a finding.
pub(crate) fn check() -> Result<(), String> {
    let first = super::build()?;
    let site = first.parent().map(PathBuf::from).unwrap_or_default();
    let axe = root().join(FOLDER).join("node_modules/axe-core/axe.min.js");
    if !axe.is_file() {
        run(Command::new("npm").args(["install", "--silent", "--no-save", "--prefix", FOLDER, AXE]))?;
    }
    run(Command::new(DEBIAN_PYTHON).arg("tests/site/check_site.py").arg(site).arg(axe))
}
