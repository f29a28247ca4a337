//! The cluster of Ray in the tests of campaigns: Ray of PyPI in a virtual environment below target/.

use crate::wheel;

/// The package. It has wheels for Debian's Python.
const RAY: &str = "ray==2.60.0";
/// Where the test looks for it.
const ENVIRONMENT: &str = "target/ray";

/// Installs Ray for this Python, if it is not there. Ray is large: where it cannot be had, its test says so.
pub(crate) fn install(python: &str) {
    if let Err(error) = wheel::environment(python, ENVIRONMENT, &[RAY]) {
        println!("campaigns on Ray are not tested: {error}");
    }
}
