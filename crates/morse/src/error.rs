//! Errors: a scene that cannot be loaded or cannot run, and a sensor that does not exist.

use std::io;
use std::path::PathBuf;

use morse_scene::document::DocumentError;
use morse_scene::wiring::wiring_table::WiringTableError;
use morse_scene::{Code, Diagnostic};

use crate::python::error::PythonError;

/// Why there is no scene.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// No scene is named.
    #[error("'run' mode requires a simulation environment and/or a simulation scene (.py or .json)")]
    NoScene,
    /// Neither an environment nor a file.
    #[error("Cannot find a MORSE environment or simulation scene matching <{0}>!")]
    SceneNotFound(String),
    /// The first of two words is no environment.
    #[error("MORSE environment <{0}> does not exist!")]
    EnvironmentUnknown(String),
    /// The second of two words is no file.
    #[error("Simulation <{file}> not found! (I was looking for <{}> or <{file}>)", below.display())]
    FileNotFound {
        /// The name that was given.
        file: String,
        /// The same path below the environment.
        below: PathBuf,
    },
    /// A scene of the original's editor.
    #[error(
        "{} is a Blender file; scenes in this format cannot be run yet. Describe the scene in a script: morse run scene.py",
        .0.display()
    )]
    Blend(PathBuf),
    /// Words after a document.
    #[error("{}: a scene document takes no arguments, got: {words}. After `--`, all words are for a script", path.display())]
    DocumentArguments {
        /// The document.
        path: PathBuf,
        /// The words.
        words: String,
    },
    /// A value for a parameter, which only scripts have.
    #[error(
        "{}: a scene document has no parameters, got {parameter}; give them to the script when the document is made: \
         morse build --parameter {parameter}=VALUE",
        path.display()
    )]
    DocumentParameter {
        /// The document.
        path: PathBuf,
        /// The parameter.
        parameter: String,
    },
    /// A script that the user does not trust.
    #[error(
        "{} is a script, and scripts may do anything: --untrusted takes scene documents, which `morse build` makes",
        .0.display()
    )]
    UntrustedScript(PathBuf),
    /// A scene file that cannot be read.
    #[error("cannot read {}: {error}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// The error of the operating system.
        error: io::Error,
    },
    /// Python cannot run the Builder.
    #[error(transparent)]
    Python(#[from] PythonError),
    /// The script ended without a scene and has reported the reason itself, on standard error.
    #[error("{} described no scene (exit status {status})", path.display())]
    Script {
        /// The script.
        path: PathBuf,
        /// Its exit status.
        status: u8,
        /// The exception that ended it, if any.
        exception: Option<Box<Diagnostic>>,
    },
    /// The script succeeded but made no scene, for example because it called `sys.exit()`.
    #[error("{} ended before it described a scene", .0.display())]
    ScriptLeft(PathBuf),
    /// A text that is no scene document.
    #[error("{}: {error}", path.display())]
    Document {
        /// Where it came from.
        path: PathBuf,
        /// What is wrong with it.
        error: DocumentError,
    },
    /// The table of middlewares that this library carries is damaged.
    #[error(transparent)]
    Wiring(#[from] WiringTableError),
    /// An [`Interrupt`](crate::Interrupt) ended it.
    #[error("interrupted")]
    Interrupted,
}

impl LoadError {
    /// The error that prevented the validation of a scene, as a diagnostic.
    #[must_use]
    pub fn diagnostic(&self) -> Diagnostic {
        match self {
            Self::Script { exception: Some(exception), .. } => exception.as_ref().clone(),
            _ => Diagnostic::error(Code::ScriptNoScene, self.to_string()),
        }
    }
}

/// A scene with errors has no simulation.
#[derive(Debug, thiserror::Error)]
#[error("{} cannot run: {}", path.display(), listed(diagnostics))]
pub struct SceneError {
    /// The scene.
    pub path: PathBuf,
    /// What is wrong; [`Scene::diagnostics`](crate::Scene::diagnostics) is not repeated unless it has errors.
    pub diagnostics: Vec<Diagnostic>,
}

fn listed(diagnostics: &[Diagnostic]) -> String {
    let errors = diagnostics.iter().filter(|diagnostic| diagnostic.is_error());
    errors.map(ToString::to_string).collect::<Vec<_>>().join("; ")
}

/// A simulation has no sensor of a name.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("there is no sensor {0:?} in the simulation")]
pub struct UnknownSensor(pub String);
