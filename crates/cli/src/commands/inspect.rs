//! `morse inspect`: what is in an asset file.

use std::path::Path;

use super::{print, print_json};
use crate::arguments::InspectArguments;
use crate::failure::Failure;
use crate::models;

/// Prints a file, or an asset that is found by its name, as a tree or as JSON.
pub fn inspect(arguments: &InspectArguments) -> Result<(), Failure> {
    let library = models::library(None);
    let given = Path::new(&arguments.file);
    // A file that is there is meant, wherever it is; anything else is a name.
    let loaded = if given.is_file() {
        morse_assets::load_within(given, &library.search_path)?
    } else {
        library.load(&arguments.file, "")?.0
    };
    let inspection = morse_assets::inspect(&loaded);
    if arguments.json { print_json(&inspection) } else { print(&inspection.to_string()) }
}
