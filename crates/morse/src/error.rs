//! Errors: a scene that cannot be loaded or cannot run, a sensor that does not exist, and [`Error`], which holds any of them.

use std::io;
use std::path::PathBuf;

use morse_scene::builder::BuildErrors;
use morse_scene::document::DocumentError;
use morse_scene::wiring::wiring_table::WiringTableError;
use morse_scene::{Code, Diagnostic};
use morse_sim::contract::command::CommandError;
use morse_sim::engine::state::StateError;

use crate::python::error::PythonError;

/// Any error between a scene and its results, for programs that pass errors on with `?`.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A scene cannot be loaded.
    #[error(transparent)]
    Load(#[from] LoadError),
    /// A scene that was built in Rust has errors.
    #[error(transparent)]
    Build(#[from] BuildErrors),
    /// The embedded wiring table is invalid.
    #[error(transparent)]
    Wiring(#[from] WiringTableError),
    /// A scene cannot run.
    #[error(transparent)]
    Scene(#[from] SceneError),
    /// An actuator does not take a command.
    #[error(transparent)]
    Command(#[from] CommandError),
    /// A state cannot be saved or restored.
    #[error(transparent)]
    State(#[from] StateError),
    /// There is no sensor of a name.
    #[error(transparent)]
    Sensor(#[from] UnknownSensor),
    /// A file cannot be read or written.
    #[error(transparent)]
    File(#[from] io::Error),
}

/// Why a scene cannot be loaded.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// No scene is named.
    #[error("'run' mode requires a simulation environment and/or a simulation scene (.py or .json)")]
    NoScene,
    /// The name is neither an environment nor a file.
    #[error("Cannot find a MORSE environment or simulation scene matching <{0}>!")]
    SceneNotFound(String),
    /// The first of two arguments is not an environment.
    #[error("MORSE environment <{0}> does not exist!")]
    EnvironmentUnknown(String),
    /// The second of two arguments is not a file.
    #[error("Simulation <{file}> not found! (I was looking for <{}> or <{file}>)", below.display())]
    FileNotFound {
        /// The given name.
        file: String,
        /// The same path below the environment.
        below: PathBuf,
    },
    /// A Blender file.
    #[error(
        "{} is a Blender file; scenes in this format cannot be run yet. Describe the scene in a script: morse run scene.py",
        .0.display()
    )]
    Blend(PathBuf),
    /// Arguments after a scene document.
    #[error("{}: a scene document takes no arguments, got: {words}. After `--`, all arguments are for a script", path.display())]
    DocumentArguments {
        /// The document.
        path: PathBuf,
        /// The arguments.
        words: String,
    },
    /// A value for a parameter, which only scripts have.
    #[error(
        "{}: a scene document has no parameters, got {parameter}; pass them when building the document from the script: \
         morse build --parameter {parameter}=VALUE",
        path.display()
    )]
    DocumentParameter {
        /// The document.
        path: PathBuf,
        /// The parameter.
        parameter: String,
    },
    /// A script with the option `--untrusted`.
    #[error(
        "{} is a script, and scripts may do anything: --untrusted needs a scene document; create one with `morse build`",
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
    /// The script ended without a scene and has reported the reason on standard error.
    #[error("{} described no scene (exit status {status})", path.display())]
    Script {
        /// The script.
        path: PathBuf,
        /// Its exit status.
        status: u8,
        /// The exception that ended it, if any.
        exception: Option<Box<Diagnostic>>,
    },
    /// The script succeeded but described no scene, for example because it called `sys.exit()`.
    #[error("{} ended before it described a scene", .0.display())]
    ScriptLeft(PathBuf),
    /// A file that is not a scene document.
    #[error("{}: {error}", path.display())]
    Document {
        /// Path of the file.
        path: PathBuf,
        /// The error in the document.
        error: DocumentError,
    },
    /// The embedded wiring table is invalid.
    #[error(transparent)]
    Wiring(#[from] WiringTableError),
    /// A xacro file that cannot be expanded to a URDF file.
    #[error("{0}")]
    Xacro(String),
    /// A robot file whose declarations cannot be read.
    #[error("{0}")]
    RobotFile(String),
    /// An [`Interrupt`](crate::Interrupt) ended the load.
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

/// A scene cannot run.
#[derive(Debug, thiserror::Error)]
#[error("{} cannot run: {}", path.display(), listed(diagnostics))]
pub struct SceneError {
    /// The scene.
    pub path: PathBuf,
    /// The errors; includes [`Scene::diagnostics`](crate::Scene::diagnostics) only if these have errors.
    pub diagnostics: Vec<Diagnostic>,
}

fn listed(diagnostics: &[Diagnostic]) -> String {
    let errors = diagnostics.iter().filter(|diagnostic| diagnostic.is_error());
    errors.map(ToString::to_string).collect::<Vec<_>>().join("; ")
}

/// The simulation has no sensor of this name.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("there is no sensor {0:?} in the simulation")]
pub struct UnknownSensor(pub String);
