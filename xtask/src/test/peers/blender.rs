//! Blender for the tests of its extension: the package `bpy` of PyPI in a virtual environment.

use crate::python::environment::environment;
use crate::python::versions;

/// The package, of the oldest version that the extension supports.
const BPY: &str = "bpy==4.2.0";
/// The Python that it has wheels for.
const PYTHON: &str = "3.11";

/// Installs Blender. It takes 1.5 GB: where it cannot be installed, its tests are skipped with a message.
pub(crate) fn install() {
    let installed = match versions::find(PYTHON) {
        Some(python) => environment(&python.to_string_lossy(), "target/blender-peer", &[BPY]).map(drop),
        None => Err(format!("Python {PYTHON} is not installed")),
    };
    if let Err(error) = installed {
        println!("the extension for Blender is not tested: {error}");
    }
}
