//! From a scene file to a checked scene document.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use morse_scene::document::DOCUMENT_BYTES_MAX;
use morse_scene::wiring_table::WiringTable;
use morse_scene::{Capabilities, Diagnostic, Document, validate};
use morse_sim::{Models, Simulation};

use crate::failure::Failure;
use crate::hosting::{HostOptions, Hosting, ORDER_S};
use crate::middlewares;
use crate::python::{Described, Interpreter, Progress, Script};
use crate::scene_file::{Format, SceneFile};

/// How scripts are run.
pub struct ScriptOptions<'a> {
    /// The Python that runs them.
    pub interpreter: Interpreter,
    /// Name of this node, when the user gave one.
    pub node: Option<&'a str>,
    /// Standard output belongs to this program.
    pub keep_stdout: bool,
}

/// A scene as it came from its file.
pub struct Loaded {
    /// The document, not checked yet.
    pub document: Document,
    /// Where its script looked for modules in the end.
    pub python_path: Vec<PathBuf>,
}

/// Reads a document, or runs a script for one.
///
/// # Errors
/// When there is no document in the end.
pub fn load(
    scene: &SceneFile,
    options: &ScriptOptions<'_>,
    started: Progress<'_>,
) -> Result<Loaded, Failure> {
    let Described { document, python_path } = match scene.format {
        Format::Document => Described { document: read(&scene.path)?, python_path: Vec::new() },
        Format::Script => {
            let &ScriptOptions { ref interpreter, node, keep_stdout } = options;
            Script { scene, interpreter, node, keep_stdout }.describe(started)?
        }
    };
    let failure = |error| Failure::Document { path: scene.path.clone(), error };
    Ok(Loaded { document: Document::from_json(&document).map_err(failure)?, python_path })
}

/// What can run of a scene, with a host for the classes that its user wrote.
#[must_use]
pub fn host(loaded: &Loaded, scene: &SceneFile, options: &ScriptOptions<'_>) -> Hosting {
    let &ScriptOptions { ref interpreter, keep_stdout, .. } = options;
    Hosting::of(loaded, scene, &HostOptions { interpreter, keep_stdout, limit_s: ORDER_S })
}

/// Everything that is wrong or doubtful in a document.
///
/// # Errors
/// When this program carries a damaged table.
pub fn check(document: &Document, hosting: &Hosting) -> Result<Vec<Diagnostic>, Failure> {
    let mut capabilities = Capabilities::speaking(middlewares::NAMES.iter().copied());
    capabilities.refusals = hosting.refusals.clone();
    let wiring = WiringTable::built_in()?;
    Ok(validate(document, &hosting.catalogue, &wiring, &capabilities))
}

/// What else would keep a scene from running, without opening a port: nothing about objects of which `found`
/// has told an error already.
pub fn obstacles(
    document: &Document,
    hosting: &Hosting,
    models: &Models,
    found: &[Diagnostic],
) -> Vec<Diagnostic> {
    let mut obstacles = Simulation::obstacles(document, &hosting.registry, models);
    obstacles.retain(|obstacle| {
        !found.iter().any(|finding| finding.is_error() && finding.object == obstacle.object)
    });
    obstacles
}

fn read(path: &Path) -> Result<String, Failure> {
    let failure = |error| Failure::File { action: "read", path: path.to_path_buf(), error };
    let mut text = String::new();
    let file = File::open(path).map_err(failure)?;
    // One byte more than allowed: what is too long is then refused by its length, not cut.
    file.take(DOCUMENT_BYTES_MAX as u64 + 1).read_to_string(&mut text).map_err(failure)?;
    Ok(text)
}
