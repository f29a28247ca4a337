//! Peers of the tests of ROS 2: Cyclone DDS and zenoh of PyPI in a virtual environment.

use crate::python::environment::environment;

/// The packages and their versions. They have wheels for Debian's Python.
const PACKAGES: [&str; 2] = ["cyclonedds==11.0.1", "eclipse-zenoh==1.10.2"];

/// Installs the packages for this Python.
///
/// # Errors
/// If a package cannot be installed.
pub(crate) fn install(python: &str) -> Result<(), String> {
    environment(python, "target/ros2-peer", &PACKAGES).map(drop)
}
