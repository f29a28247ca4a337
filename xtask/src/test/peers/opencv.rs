//! OpenCV of PyPI, with which a tutorial calibrates a camera, in a virtual environment.

use crate::python::environment::environment;

/// The package and its version.
const PACKAGES: [&str; 1] = ["opencv-python-headless==4.14.0.94"];

/// Installs OpenCV for this Python.
///
/// # Errors
/// If it cannot be installed.
pub(crate) fn install(python: &str) -> Result<(), String> {
    environment(python, "target/opencv-peer", &PACKAGES).map(drop)
}
