//! The peers of the tests of MAVLink, autopilots and PPRZLink: packages of PyPI in a virtual environment below target/.

use std::path::Path;
use std::process::Command;

use crate::shell::{root, run};

/// The packages and their versions, in Python alone.
const PACKAGES: [&str; 2] = ["pymavlink==2.4.50", "ivy-python==4.0"];
/// Where the tests look for them.
const ENVIRONMENT: &str = "target/mavlink-peer";

/// Makes the environment with this Python, if it is not there.
///
/// # Errors
/// When a package cannot be installed.
pub(crate) fn install(python: &str) -> Result<(), String> {
    let interpreter = root().join(ENVIRONMENT).join("bin/python");
    let works = |interpreter: &Path| {
        let import = Command::new(interpreter).args(["-c", "import pymavlink.mavutil, ivy.ivy"]).output();
        import.is_ok_and(|output| output.status.success())
    };
    if works(&interpreter) {
        return Ok(());
    }
    run(Command::new(python).args(["-m", "venv", ENVIRONMENT]))
        .and_then(|()| {
            run(Command::new(&interpreter).args(["-m", "pip", "install", "--quiet"]).args(PACKAGES))
        })
        .map_err(|error| {
            format!("{error}\nthe tests of MAVLink and PPRZLink need {} from PyPI", PACKAGES.join(" and "))
        })
}
