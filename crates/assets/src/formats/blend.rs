//! Blender files of versions 2.60 to 5.0.
//!
//! A .blend file is a dump of Blender's memory: blocks of C structures under their old addresses, and one block, the
//! *structure DNA*, that describes every structure field by field. [`file`] reads blocks, [`dna`] reads the
//! description, [`view`] reads fields by name at any offset, and [`import`] makes a model of them.

mod bytes;
mod dna;
mod file;
mod header;
mod import;
mod instances;
#[cfg(test)]
mod sample;
#[cfg(test)]
mod tests;
mod view;

use std::path::Path;

use crate::limits::Budget;
use crate::paths::Roots;
use crate::{Model, ReadError, Warnings};

/// Reads a Blender file. Files that it links to are looked for beside `path`, inside `roots`.
pub(crate) fn read(
    bytes: &[u8],
    path: &Path,
    roots: &Roots,
    budget: &mut Budget,
    warnings: &mut Warnings,
) -> Result<Model, ReadError> {
    import::import(bytes, path, roots, budget, warnings)
}

/// Reads a Blender file without links to other files.
///
/// # Errors
/// If the bytes are not a valid file; the error names a remedy.
pub fn read_alone(bytes: &[u8], warnings: &mut Warnings) -> Result<Model, ReadError> {
    read(bytes, Path::new("memory.blend"), &Roots::none(), &mut Budget::default(), warnings)
}
