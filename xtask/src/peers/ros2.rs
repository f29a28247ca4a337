//! The peers of the tests of ROS 2: Cyclone DDS and zenoh of PyPI in a virtual environment below target/.

use std::path::Path;
use std::process::Command;

use crate::shell::{root, run};

/// The packages and their versions. They have wheels for Debian's Python.
const PACKAGES: [&str; 2] = ["cyclonedds==11.0.1", "eclipse-zenoh==1.10.2"];
/// Where the tests look for it.
const ENVIRONMENT: &str = "target/ros2-peer";

/// Makes the environment with this Python, if it is not there.
///
/// # Errors
/// When the packages cannot be installed.
pub(crate) fn install(python: &str) -> Result<(), String> {
    let interpreter = root().join(ENVIRONMENT).join("bin/python");
    let works = |interpreter: &Path| {
        let import = Command::new(interpreter).args(["-c", "import cyclonedds.domain, zenoh.ext"]).output();
        import.is_ok_and(|output| output.status.success())
    };
    if works(&interpreter) {
        return Ok(());
    }
    run(Command::new(python).args(["-m", "venv", ENVIRONMENT]))
        .and_then(|()| {
            run(Command::new(&interpreter).args(["-m", "pip", "install", "--quiet"]).args(PACKAGES))
        })
        .map_err(|error| format!("{error}\nthe tests of ROS 2 need {} from PyPI", PACKAGES.join(" and ")))
}
