//! `cargo xtask test`: everything that must pass.

use std::path::Path;
use std::process::Command;

use crate::shell::{cargo, run};

/// Debian's own Python, for which the original client is packaged.
const DEBIAN_PYTHON: &str = "/usr/bin/python3";
const PYMORSE: &str = "/usr/lib/python3/dist-packages/pymorse/__init__.py";

/// Installs what the tests need, then runs those in Rust, those of the Builder, and those of the whole command.
pub(crate) fn test() -> Result<(), String> {
    install_pymorse()?;
    run(&mut cargo(&["test", "--workspace"]))?;
    run(&mut cargo(&["build", "--package", "morse"]))?;
    run(Command::new("python3").args(["-m", "unittest", "discover", "-s", "python/tests"]))?;
    run(Command::new(DEBIAN_PYTHON).args([
        "-W",
        "ignore::DeprecationWarning",
        "-m",
        "unittest",
        "discover",
        "-v",
        "-s",
        "tests/e2e",
    ]))
}

/// The end-to-end tests use the client of the original, which Debian packages.
fn install_pymorse() -> Result<(), String> {
    if Path::new(PYMORSE).exists() {
        return Ok(());
    }
    let root = Command::new("id").arg("-u").output().is_ok_and(|id| id.stdout.starts_with(b"0"));
    let apt = |arguments: &[&str]| {
        let mut command = if root { Command::new("apt-get") } else { Command::new("sudo") };
        if !root {
            command.arg("apt-get");
        }
        command.args(arguments);
        run(&mut command)
    };
    apt(&["update"])
        .and_then(|()| apt(&["install", "--yes", "--no-install-recommends", "python3-morse-simulator"]))
        .map_err(|error| {
            format!("{error}\nthe end-to-end tests need the client of the original: Debian's package python3-morse-simulator")
        })
}
