//! What reads recordings in the tests: the libraries of MCAP of PyPI in a virtual environment below target/.

use std::path::Path;
use std::process::Command;

use crate::shell::{root, run};

/// The packages and their versions. They have wheels for Debian's Python.
const PACKAGES: [&str; 2] = ["mcap==1.6.0", "mcap-ros2-support==0.6.0"];
/// Where the tests look for it.
const ENVIRONMENT: &str = "target/recording-peer";

/// Makes the environment with this Python, if it is not there.
///
/// # Errors
/// When the packages cannot be installed.
pub(crate) fn install(python: &str) -> Result<(), String> {
    let interpreter = root().join(ENVIRONMENT).join("bin/python");
    let works = |interpreter: &Path| {
        let import = Command::new(interpreter).args(["-c", "import mcap.reader, mcap_ros2.decoder"]).output();
        import.is_ok_and(|output| output.status.success())
    };
    if works(&interpreter) {
        return Ok(());
    }
    let mut install = Command::new(&interpreter);
    install.args(["-m", "pip", "install", "--quiet"]).args(PACKAGES);
    run(Command::new(python).args(["-m", "venv", ENVIRONMENT])).and_then(|()| run(&mut install)).map_err(
        |error| format!("{error}\nthe tests of recordings need {} from PyPI", PACKAGES.join(" and ")),
    )
}
