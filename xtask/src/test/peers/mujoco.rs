//! The peer of the tests of MJCF files: MuJoCo of PyPI in a virtual environment.

use crate::python::environment::environment;

/// The package and its version. It has wheels for Debian's Python.
const PACKAGES: [&str; 1] = ["mujoco==4.0.0"];

/// Installs MuJoCo for this Python.
///
/// # Errors
/// If it cannot be installed.
pub(crate) fn install(python: &str) -> Result<(), String> {
    environment(python, "target/mujoco-peer", &PACKAGES).map(drop)
}
