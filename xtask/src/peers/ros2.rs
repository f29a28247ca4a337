//! The peer of the tests of ROS 2: Cyclone DDS of PyPI in a virtual environment below target/.

use std::path::Path;
use std::process::Command;

use crate::shell::{root, run};

/// The package and its version. It has wheels for Debian's Python.
const PACKAGE: &str = "cyclonedds==11.0.1";
/// Where the tests look for it.
const ENVIRONMENT: &str = "target/ros2-peer";

/// Makes the environment with this Python, if it is not there.
///
/// # Errors
/// When the package cannot be installed.
pub(crate) fn install(python: &str) -> Result<(), String> {
    let interpreter = root().join(ENVIRONMENT).join("bin/python");
    let works = |interpreter: &Path| {
        let import = Command::new(interpreter).args(["-c", "import cyclonedds.domain"]).output();
        import.is_ok_and(|output| output.status.success())
    };
    if works(&interpreter) {
        return Ok(());
    }
    run(Command::new(python).args(["-m", "venv", ENVIRONMENT]))
        .and_then(|()| run(Command::new(&interpreter).args(["-m", "pip", "install", "--quiet", PACKAGE])))
        .map_err(|error| format!("{error}\nthe tests of ROS 2 need {PACKAGE} from PyPI"))
}
