//! `morse inspect`: prints the contents of an asset file.

use std::path::Path;

use morse::models;

use crate::arguments::InspectArguments;
use crate::commands::{print, print_json};
use crate::failure::Failure;
use crate::robot_file;

/// Prints the contents of a file, or of an asset found by name, as a tree or as JSON.
pub fn inspect(arguments: &InspectArguments) -> Result<(), Failure> {
    let urdf = robot_file::urdf_of(Path::new(&arguments.file), &arguments.xacro, &arguments.python)?;
    let (loaded, _) = models::library(None).load(urdf.to_str().unwrap_or(&arguments.file), "")?;
    let inspection = morse_assets::inspect(&loaded);
    if arguments.json { print_json(&inspection) } else { print(&inspection.to_string()) }
}
