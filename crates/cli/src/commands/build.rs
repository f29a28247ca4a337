//! `morse build`: runs a scene script and prints what it describes.

use std::fs;
use std::path::Path;

use morse_scene::component_config;

use super::print;
use crate::arguments::BuildArguments;
use crate::failure::Failure;
use crate::python::Interpreter;
use crate::scene_file::{Environments, Format, SceneFile};
use crate::scene_source::{self, ScriptOptions};
use crate::signals;

/// Prints or writes the scene document, or the wiring tables, of a script.
pub fn build(arguments: &BuildArguments) -> Result<(), Failure> {
    let scene = SceneFile::find(&arguments.words, &Environments::of_user())?;
    // A document has nothing to build, but its tables can be asked for.
    if scene.format == Format::Document && !arguments.component_config {
        return Err(Failure::AlreadyBuilt(scene.path));
    }
    signals::watch();
    let options = ScriptOptions {
        interpreter: Interpreter::choose(arguments.python.python.as_deref()),
        node: arguments.name.as_deref(),
        keep_stdout: true,
    };
    let document = scene_source::load(&scene, &options, &mut |_| {})?.document;
    let text = if arguments.component_config {
        component_config(&document)
    } else {
        document.to_json_pretty().map_err(|error| Failure::Output(error.into()))?
    };
    match &arguments.output {
        Some(path) => write(path, &text),
        None => print(&text),
    }
}

fn write(path: &Path, text: &str) -> Result<(), Failure> {
    let end = if text.ends_with('\n') { "" } else { "\n" };
    fs::write(path, format!("{text}{end}")).map_err(|error| Failure::File {
        action: "write",
        path: path.to_path_buf(),
        error,
    })
}
