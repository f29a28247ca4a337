//! Blender files of versions 2.60 to 5.0.
//!
//! A .blend file is a dump of Blender's memory: blocks of C structures under their old addresses, and one block, the
//! *structure DNA*, that describes every structure field by field. [`file`] reads blocks, [`dna`] reads the
//! description, [`view`] reads fields by name at any offset, and [`import`] makes a model of them.

mod bytes;
mod column;
mod dna;
mod file;
mod frames;
mod header;
mod import;
mod instances;
mod read_at;
#[cfg(test)]
mod sample;
mod source;
#[cfg(test)]
mod tests;
mod view;

use std::path::Path;

use crate::formats::blend::source::Source;
use crate::limits::Budget;
use crate::paths::Roots;
use crate::{AssetError, Model, ReadError, Warnings};

/// Reads a Blender file in memory. Files that it links to are looked for beside `path`, inside `roots`.
pub(crate) fn read(
    bytes: &[u8],
    path: &Path,
    roots: &Roots,
    budget: &mut Budget,
    warnings: &mut Warnings,
) -> Result<Model, ReadError> {
    import::import(Source::of_bytes(bytes)?, path, roots, budget, warnings)
}

/// Reads a Blender file on the disk, part by part: its model and the file are not in memory together. `path` is the absolute
/// path of `file`.
pub(crate) fn read_file(
    file: &Path,
    path: &Path,
    roots: &Roots,
    budget: &mut Budget,
    warnings: &mut Warnings,
) -> Result<Model, AssetError> {
    let model = import::import(Source::open(file)?, path, roots, budget, warnings);
    model.map_err(|error| AssetError::Damaged { path: path.to_path_buf(), error })
}

/// Reads a Blender file without links to other files.
///
/// # Errors
/// If the bytes are not a valid file; the error names a remedy.
pub fn read_alone(bytes: &[u8], warnings: &mut Warnings) -> Result<Model, ReadError> {
    read(bytes, Path::new("memory.blend"), &Roots::none(), &mut Budget::default(), warnings)
}
