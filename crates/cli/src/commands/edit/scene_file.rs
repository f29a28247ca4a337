//! The file of an edited scene: which of its changes are in the block of the editor, and how it is saved without losing anything.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use morse::{Document, Format, LoadError, LoadOptions, SceneFile, SceneSource};
use morse_scene::edit::{Edit, Operation, block};

use crate::failure::Failure;

/// A scene file that is edited.
pub struct EditedFile {
    scene: SceneFile,
    /// Where it is saved to.
    target: PathBuf,
    /// The text of the scene when it was read or saved.
    text: String,
    /// The content of the target at that time; `None` if there was none.
    target_content: Option<Vec<u8>>,
}

/// The scene of a file without the changes of the editor, and these changes.
pub struct Contents {
    /// The scene; `edits` has those that are not in the block.
    pub source: SceneSource,
    /// The operations of the block.
    pub operations: Vec<Operation>,
}

/// Why a file cannot be saved.
#[derive(Debug, thiserror::Error)]
pub enum SaveError {
    /// A different program has changed it.
    #[error(
        "{} has changed on the disk since it was read: nothing is written. Load it again: your changes are then made on the \
         new text",
        .0.display()
    )]
    Changed(PathBuf),
    /// It is read-only.
    #[error("{} is read-only: nothing is written. Allow writing, or start `morse edit` with `-o FILE`", .0.display())]
    ReadOnly(PathBuf),
    /// The system refuses.
    #[error("{} cannot be written: {error}", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        error: std::io::Error,
    },
    /// Its marks are damaged.
    #[error("{0}: nothing is written")]
    Block(#[from] block::BlockError),
    /// The script with the new block does not run.
    #[error("with the changes at its end the script does not run, so nothing is written: {0}")]
    Script(String),
    /// The script does not reach its block.
    #[error(
        "nothing is written: the script does not run the lines of its block, so that changes there have no effect. Move the marks \
         of the block to the end of the script, or remove them"
    )]
    NotReached,
    /// The document cannot be written as JSON.
    #[error("the document cannot be written: {0}")]
    Json(#[from] serde_json::Error),
}

impl EditedFile {
    /// Reads a scene file. `output` is where it is saved to if not to itself.
    ///
    /// # Errors
    /// If it cannot be read, or is not UTF-8.
    pub fn open(scene: SceneFile, output: Option<PathBuf>) -> Result<Self, Failure> {
        let target = match &output {
            Some(output) => output.clone(),
            // The file itself is replaced, not a link to it.
            None => fs::canonicalize(&scene.path).unwrap_or_else(|_| scene.path.clone()),
        };
        let mut file = Self { scene, target, text: String::new(), target_content: None };
        file.read()?;
        Ok(file)
    }

    /// Reads the text again.
    ///
    /// # Errors
    /// If it cannot be read, or is not UTF-8.
    pub fn read(&mut self) -> Result<(), Failure> {
        let path = &self.scene.path;
        let failure = |error| Failure::File { action: "read", path: path.clone(), error };
        let text = String::from_utf8(fs::read(path).map_err(failure)?).map_err(|_| {
            Failure::Edit(format!("{} is not encoded as UTF-8, so it cannot be edited", path.display()))
        })?;
        block::lines(&text).map_err(|error| Failure::Edit(format!("{}: {error}", path.display())))?;
        self.text = text;
        self.target_content = fs::read(&self.target).ok();
        Ok(())
    }

    /// The scene file.
    pub fn scene(&self) -> &SceneFile {
        &self.scene
    }

    /// Where it is saved to.
    pub fn target(&self) -> &Path {
        &self.target
    }

    /// Its name without ending.
    pub fn name(&self) -> String {
        self.scene
            .path
            .file_stem()
            .map_or_else(|| "scene".to_owned(), |name| name.to_string_lossy().into_owned())
    }

    /// Runs the script, or reads the document.
    ///
    /// # Errors
    /// The file has no scene, or its script fails.
    pub fn contents(&self, options: &LoadOptions) -> Result<Contents, LoadError> {
        let mut source = SceneSource::read(&self.scene, options, &mut |_| {})?;
        let operations = self.take_operations(&mut source.document, &self.scene.path, &self.text);
        Ok(Contents { source, operations })
    }

    /// Takes the edits of the block out of a document: for a document of a script, those of these lines.
    fn take_operations(&self, document: &mut Document, path: &Path, text: &str) -> Vec<Operation> {
        let edits = std::mem::take(&mut document.edits);
        if self.scene.format == Format::Document {
            return edits.into_iter().map(|edit| edit.operation).collect();
        }
        let lines = block::lines(text).ok().flatten();
        let name = path.file_name();
        let is_in_block = |edit: &Edit| {
            let source = edit.source.as_ref();
            source.zip(lines.as_ref()).is_some_and(|(source, lines)| {
                Path::new(&source.file).file_name() == name && lines.contains(&(source.line as usize))
            })
        };
        let (inside, outside) = edits.into_iter().partition::<Vec<_>, _>(is_in_block);
        document.edits = outside;
        inside.into_iter().map(|edit| edit.operation).collect()
    }

    /// Saves the scene with these operations; `document` is the scene with them. A script is run with its new block before it
    /// is replaced. The file is replaced as a whole.
    ///
    /// # Errors
    /// If the file has changed, is read-only, or the system refuses: then it stays as it is.
    pub fn save(
        &mut self,
        operations: &[Operation],
        document: &Document,
        options: &LoadOptions,
    ) -> Result<(), SaveError> {
        let text = match self.scene.format {
            Format::Script => block::written(&self.text, operations)?,
            Format::Document => format!("{}\n", document.to_json_pretty()?.trim_end()),
        };
        if fs::read(&self.target).ok() != self.target_content {
            return Err(SaveError::Changed(self.target.clone()));
        }
        let permissions = fs::metadata(&self.target).ok().map(|it| it.permissions());
        if permissions.as_ref().is_some_and(fs::Permissions::readonly) {
            return Err(SaveError::ReadOnly(self.target.clone()));
        }
        let failure = |error| SaveError::Write { path: self.target.clone(), error };
        let folder = self.target.parent().filter(|folder| !folder.as_os_str().is_empty());
        let ending =
            self.target.extension().map_or_else(String::new, |it| format!(".{}", it.to_string_lossy()));
        let mut builder = tempfile::Builder::new();
        builder.prefix(".morse-edit-").suffix(&ending);
        let mut new = builder.tempfile_in(folder.unwrap_or(Path::new("."))).map_err(failure)?;
        new.write_all(text.as_bytes()).and_then(|()| new.as_file().sync_all()).map_err(failure)?;
        if self.scene.format == Format::Script {
            self.check(new.path(), &text, operations, options)?;
        }
        let permissions =
            permissions.or_else(|| fs::metadata(&self.scene.path).ok().map(|it| it.permissions()));
        if let Some(permissions) = permissions {
            fs::set_permissions(new.path(), permissions).map_err(failure)?;
        }
        new.persist(&self.target).map_err(|error| failure(error.error))?;
        self.target_content = Some(text.clone().into_bytes());
        if self.scene.format == Format::Script && self.target_is_scene() {
            self.text = text;
        }
        Ok(())
    }

    fn target_is_scene(&self) -> bool {
        fs::canonicalize(&self.scene.path).ok() == fs::canonicalize(&self.target).ok()
    }

    /// Runs the new script, and checks that it makes these operations.
    fn check(
        &self,
        path: &Path,
        text: &str,
        operations: &[Operation],
        options: &LoadOptions,
    ) -> Result<(), SaveError> {
        let scene = SceneFile { path: path.to_path_buf(), ..self.scene.clone() };
        let mut document = match SceneSource::read(&scene, options, &mut |_| {}) {
            Ok(source) => source.document,
            Err(LoadError::ScriptLeft(_)) => return Err(SaveError::NotReached),
            Err(error) => return Err(SaveError::Script(error.to_string())),
        };
        if self.take_operations(&mut document, path, text) != operations {
            return Err(SaveError::NotReached);
        }
        Ok(())
    }
}
