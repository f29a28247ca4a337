//! `morse inspect`: prints the contents of an asset file.

use morse::models;

use crate::arguments::InspectArguments;
use crate::commands::{print, print_json};
use crate::failure::Failure;

/// Prints the contents of a file, or of an asset found by name, as a tree or as JSON.
pub fn inspect(arguments: &InspectArguments) -> Result<(), Failure> {
    let (loaded, _) = models::library(None).load(&arguments.file, "")?;
    let inspection = morse_assets::inspect(&loaded);
    if arguments.json { print_json(&inspection) } else { print(&inspection.to_string()) }
}
