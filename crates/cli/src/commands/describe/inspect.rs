//! `morse inspect`: prints the contents of an asset file.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use morse::LoadError;
use morse::models;
use morse::python::{Declared, Interpreter, declared_components};
use morse_assets::Origin;

use crate::arguments::InspectArguments;
use crate::failure::Failure;
use crate::output::standard_output::{print, print_json};
use crate::robot_file;

/// Prints the contents of a file, or of an asset found by name, as a tree or as JSON.
pub fn inspect(arguments: &InspectArguments) -> Result<(), Failure> {
    let urdf = robot_file::urdf_of(Path::new(&arguments.file), &arguments.robot_file, &arguments.python)?;
    let (loaded, found) = models::library(None).load(urdf.to_str().unwrap_or(&arguments.file), "")?;
    let mut inspection = morse_assets::inspect(&loaded);
    let declared = match found {
        Origin::File(file) => declared(&file, arguments),
        _ => Ok(Vec::new()),
    };
    let declared = declared.unwrap_or_else(|error| {
        inspection.warnings.push(error.to_string());
        Vec::new()
    });
    if !arguments.json {
        return print(&format!("{inspection}{}", table(&declared)));
    }
    let mut all = serde_json::to_value(&inspection).map_err(|error| Failure::Serving(error.to_string()))?;
    if !declared.is_empty() {
        all["declared"] =
            serde_json::to_value(&declared).map_err(|error| Failure::Serving(error.to_string()))?;
    }
    print_json(&all)
}

/// The components that a robot file declares. Python starts only for files that declare some.
fn declared(file: &Path, arguments: &InspectArguments) -> Result<Vec<Declared>, LoadError> {
    let extension = file.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
    if !["urdf", "sdf", "world", "xml", "mjcf"].contains(&extension) {
        return Ok(Vec::new());
    }
    let text = fs::read_to_string(file).unwrap_or_default();
    if !["<sensor", "<plugin", "<ros2_control", "<transmission", "<actuator", "<include"]
        .iter()
        .any(|tag| text.contains(tag))
    {
        return Ok(Vec::new());
    }
    let interpreter = Interpreter::choose(arguments.python.python.as_deref());
    declared_components(file, &interpreter)
}

/// One line for each declaration: the components that `Robot.append_declared()` makes of it, or why it makes none.
fn table(declared: &[Declared]) -> String {
    let mut text = String::new();
    for one in declared {
        let Declared { element, kind, name, link, components, reason } = one;
        let on = link.as_ref().map(|link| format!(" on {link}")).unwrap_or_default();
        let kind = if kind.is_empty() || kind == name { String::new() } else { format!(" ({kind})") };
        let becomes = match components.as_slice() {
            [] => format!("no component: {reason}"),
            made => {
                let made: Vec<String> =
                    made.iter().map(|made| format!("{} '{}'", made.builder, made.name)).collect();
                made.join(", ")
            }
        };
        // Writing to a string cannot fail.
        let _ = writeln!(text, "declared <{element}> {name}{kind}{on}: {becomes}");
    }
    text
}
