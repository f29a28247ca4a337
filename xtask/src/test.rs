//! `cargo xtask test`: everything that must pass.

use std::path::Path;
use std::process::Command;

use crate::shell::{cargo, run};

/// Debian's own Python, for which the original client is packaged.
const DEBIAN_PYTHON: &str = "/usr/bin/python3";
/// What the tests use of Debian: the package, and a file that is there when it is installed.
const PACKAGES: [(&str, &str); 2] = [
    ("python3-morse-simulator", "/usr/lib/python3/dist-packages/pymorse/__init__.py"),
    ("morse-simulator-data", "/usr/share/morse/data/robots/atrv.blend"),
];

/// Installs what the tests need, then runs those in Rust, those of the Builder, those of our own models, and those of the
/// whole command.
pub(crate) fn test() -> Result<(), String> {
    install_packages()?;
    run(&mut cargo(&["test", "--workspace"]))?;
    run(&mut cargo(&["build", "--package", "morse"]))?;
    unittest("python3", &["-s", "python/tests"])?;
    unittest("python3", &["-s", "assets/make", "-t", "assets/make"])?;
    unittest(DEBIAN_PYTHON, &["-s", "tests/e2e"])
}

/// Runs the tests in Python that are found as `arguments` say. The original client uses what Python has deprecated since.
fn unittest(python: &str, arguments: &[&str]) -> Result<(), String> {
    let options = ["-W", "ignore::DeprecationWarning", "-m", "unittest", "discover"];
    run(Command::new(python).args(options).args(arguments))
}

/// The end-to-end tests use the client of the original, those of the asset readers its models; Debian packages both.
fn install_packages() -> Result<(), String> {
    let missing = PACKAGES.iter().filter(|(_, file)| !Path::new(file).exists());
    let missing: Vec<&str> = missing.map(|(package, _)| *package).collect();
    if missing.is_empty() {
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
    let install = [&["install", "--yes", "--no-install-recommends"], missing.as_slice()].concat();
    apt(&["update"])
        .and_then(|()| apt(&install))
        .map_err(|error| format!("{error}\nthe tests need these packages of Debian: {}", missing.join(", ")))
}
