//! The package xacro of PyPI, which expands robot files, in a virtual environment.

use crate::python::environment::environment;

/// The package and its version.
const PACKAGES: [&str; 1] = ["xacro==2.1.1"];

/// Installs xacro for this Python.
///
/// # Errors
/// If it cannot be installed.
pub(crate) fn install(python: &str) -> Result<(), String> {
    environment(python, "target/xacro-peer", &PACKAGES).map(drop)
}
