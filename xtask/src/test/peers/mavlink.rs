//! Peers of the tests of MAVLink, autopilots and PPRZLink: packages of PyPI in a virtual environment.

use crate::python::environment::environment;

/// The packages and their versions, in Python alone.
const PACKAGES: [&str; 2] = ["pymavlink==2.4.50", "ivy-python==4.0"];

/// Installs the packages for this Python.
///
/// # Errors
/// If a package cannot be installed.
pub(crate) fn install(python: &str) -> Result<(), String> {
    environment(python, "target/mavlink-peer", &PACKAGES).map(drop)
}
