//! `morse inspect`: what is in an asset file.

use std::env;
use std::path::{Path, PathBuf};

use morse_assets::SearchPath;

use super::{print, print_json};
use crate::arguments::InspectArguments;
use crate::failure::Failure;

/// Where packages install the data of the original.
const INSTALLED: &str = "/usr/share/morse/data";

/// Prints a file, or an asset that is found by its name, as a tree or as JSON.
pub fn inspect(arguments: &InspectArguments) -> Result<(), Failure> {
    let resource_path = env::var_os("MORSE_RESOURCE_PATH");
    let search_path = SearchPath::of_scene(None, resource_path.as_deref(), &[PathBuf::from(INSTALLED)]);
    let given = Path::new(&arguments.file);
    // A file that is there is meant, wherever it is; anything else is a name.
    let path = if given.is_file() { given.to_path_buf() } else { search_path.find(&arguments.file, None)? };
    let loaded = morse_assets::load_within(&path, &search_path)?;
    let inspection = morse_assets::inspect(&loaded);
    if arguments.json { print_json(&inspection) } else { print(&inspection.to_string()) }
}
