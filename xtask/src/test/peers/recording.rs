//! Readers of recordings for the tests: the libraries of MCAP of PyPI in a virtual environment.

use crate::python::environment::environment;

/// The packages and their versions. They have wheels for Debian's Python.
const PACKAGES: [&str; 2] = ["mcap==1.6.0", "mcap-ros2-support==0.6.0"];

/// Installs the packages for this Python.
///
/// # Errors
/// If a package cannot be installed.
pub(crate) fn install(python: &str) -> Result<(), String> {
    environment(python, "target/recording-peer", &PACKAGES).map(drop)
}
