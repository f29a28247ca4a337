//! `morse pythonpath`: prints the folder of `pymorse` for clients.

use morse::python::Package;

use crate::failure::Failure;
use crate::output::standard_output::print;

/// Unpacks the embedded Python packages and prints their folder.
pub fn pythonpath() -> Result<(), Failure> {
    let folder = Package::unpack_to_cache()?;
    print(&format!("{}\n", folder.display()))
}
