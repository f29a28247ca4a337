//! From a scene file to a scene document that is not checked yet.

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

/// What a scene file describes, not checked yet.
pub struct SceneSource {
    /// The document.
    pub document: Document,
    /// Where its script looked for modules in the end.
    pub python_path: Vec<PathBuf>,
}

impl SceneSource {
    /// Reads a document, or runs a script for one. `started` is called with the version of Python before a script
    /// begins.
    ///
    /// # Errors
    /// When there is no document in the end.
    pub fn read(scene: &SceneFile, options: &LoadOptions, started: Progress<'_>) -> Result<Self, LoadError> {
        Self::of(scene, options, |script| script.describe(started))
    }

    /// As [`SceneSource::read`], by a server of scripts, which starts Python once for all reads of one script.
    ///
    /// # Errors
    /// As [`SceneSource::read`].
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

    /// Takes out what needs middlewares that this build does not have, and warns of it.
    ///
    /// # Errors
    /// When this library carries a damaged table.
    pub fn leave_out_missing(&mut self) -> Result<Vec<Diagnostic>, LoadError> {
        Ok(missing_middlewares::leave_out(&mut self.document, &WiringTable::built_in()?, &capabilities()))
    }
}

/// What this build can do for a scene.
pub(super) fn capabilities() -> Capabilities {
    Capabilities::speaking(middlewares::NAMES.iter().copied())
}

fn read(path: &Path) -> Result<String, LoadError> {
    let failure = |error| LoadError::Read { path: path.to_path_buf(), error };
    let mut text = String::new();
    let file = File::open(path).map_err(failure)?;
    // One byte more than allowed: what is too long is then refused by its length, not cut.
    file.take(DOCUMENT_BYTES_MAX as u64 + 1).read_to_string(&mut text).map_err(failure)?;
    Ok(text)
}
