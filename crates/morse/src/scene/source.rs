//! Reads the scene document of a scene file, without checking it.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use morse_scene::document::DOCUMENT_BYTES_MAX;
use morse_scene::wiring::missing_middlewares;
use morse_scene::wiring::wiring_table::WiringTable;
use morse_scene::{Capabilities, Diagnostic, Document};

use super::{Format, LoadOptions, SceneFile};
use crate::error::LoadError;
use crate::middlewares;
use crate::python::{Described, Progress, Script, ScriptServer};

/// The contents of a scene file, not checked yet.
pub struct SceneSource {
    /// The scene document.
    pub document: Document,
    /// Final module search path of the script.
    pub python_path: Vec<PathBuf>,
}

impl SceneSource {
    /// Reads a document, or runs a script to get one. `started` is called with the version of Python before a script runs.
    ///
    /// # Errors
    /// If there is no scene document.
    pub fn read(scene: &SceneFile, options: &LoadOptions, started: Progress<'_>) -> Result<Self, LoadError> {
        Self::of(scene, options, |script| script.describe(started))
    }

    /// Like [`SceneSource::read`], with a script server, which starts Python only once for all reads of one script.
    ///
    /// # Errors
    /// See [`SceneSource::read`].
    pub fn read_by(
        server: &mut ScriptServer,
        scene: &SceneFile,
        options: &LoadOptions,
    ) -> Result<Self, LoadError> {
        Self::of(scene, options, |script| script.describe_by(server))
    }

    fn of(
        scene: &SceneFile,
        options: &LoadOptions,
        describe: impl FnOnce(&Script<'_>) -> Result<Described, LoadError>,
    ) -> Result<Self, LoadError> {
        if let (Format::Document, Some(parameter)) = (scene.format, options.parameters.required().next()) {
            let (path, parameter) = (scene.path.clone(), parameter.to_owned());
            return Err(LoadError::DocumentParameter { path, parameter });
        }
        let Described { document, python_path } = match scene.format {
            Format::Document => Described { document: read(&scene.path)?, python_path: Vec::new() },
            Format::Script => describe(&Script { scene, options })?,
        };
        let failure = |error| LoadError::Document { path: scene.path.clone(), error };
        Ok(Self { document: Document::from_json(&document).map_err(failure)?, python_path })
    }

    /// Removes streams and services of middlewares that this build lacks, and returns warnings about them.
    ///
    /// # Errors
    /// If the embedded wiring table is invalid.
    pub fn leave_out_missing(&mut self) -> Result<Vec<Diagnostic>, LoadError> {
        Ok(missing_middlewares::leave_out(&mut self.document, &WiringTable::built_in()?, &capabilities()))
    }
}

/// The capabilities of this build.
pub(super) fn capabilities() -> Capabilities {
    Capabilities::speaking(middlewares::NAMES.iter().copied())
}

fn read(path: &Path) -> Result<String, LoadError> {
    let failure = |error| LoadError::Read { path: path.to_path_buf(), error };
    let mut text = String::new();
    let file = File::open(path).map_err(failure)?;
    // Reads one byte more than allowed, so that a document that is too long is refused by its length instead of cut off.
    file.take(DOCUMENT_BYTES_MAX as u64 + 1).read_to_string(&mut text).map_err(failure)?;
    Ok(text)
}
