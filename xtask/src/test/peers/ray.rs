//! The cluster of Ray in the tests of campaigns: Ray of PyPI in a virtual environment.

use crate::python::environment::environment;

/// The package. It has wheels for Debian's Python.
const RAY: &str = "ray==2.60.0";

/// Installs Ray for this Python. Ray is large: where it cannot be installed, its test is skipped with a message.
pub(crate) fn install(python: &str) {
    if let Err(error) = environment(python, "target/ray", &[RAY]) {
        println!("campaigns on Ray are not tested: {error}");
    }
}
