//! `morse build`: runs a scene script and prints its scene document.

use std::fs;
use std::path::Path;

use morse::{Format, LoadOptions, SceneSource};
use morse_scene::{WiringTable, component_config, edit};

use crate::arguments::BuildArguments;
use crate::failure::Failure;
use crate::output::findings::{require_no_errors, show_findings};
use crate::output::standard_output::print;
use crate::{scene_loading, signals};

/// Prints or writes the scene document, or the wiring tables, of a script.
pub fn build(arguments: &BuildArguments) -> Result<(), Failure> {
    let scene = scene_loading::find(&arguments.scene)?;
    // A document needs no build, but its tables can be printed.
    if scene.format == Format::Document && !arguments.component_config {
        return Err(Failure::AlreadyBuilt(scene.path));
    }
    signals::watch();
    let options = LoadOptions {
        node: arguments.name.clone(),
        parameters: arguments.parameters.parameters(),
        ..scene_loading::load_options(&arguments.python)
    };
    let mut document = SceneSource::read(&scene, &options, &mut |_| {})?.document;
    if arguments.component_config {
        // The document keeps its edits, which are carried out when it is loaded; the tables have no place for them.
        let findings = edit::apply(&mut document, &morse::catalog(), &WiringTable::built_in()?);
        show_findings(&scene, &findings);
        require_no_errors(&scene, &findings)?;
    }
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
