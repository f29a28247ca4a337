//! `morse pythonpath`: prints the folder of `pymorse` for clients.

use morse::python::Package;

use crate::commands::print;
use crate::failure::Failure;

/// Prints the folder with the Python packages that this program carries.
pub fn pythonpath() -> Result<(), Failure> {
    let folder = Package::unpack_to_stay()?;
    print(&format!("{}\n", folder.display()))
}
