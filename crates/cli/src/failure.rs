//! Why a command did not do what it was asked: the message and the exit status.

use std::io;
use std::path::PathBuf;

use morse_assets::AssetError;
use morse_scene::document::DocumentError;
use morse_scene::wiring_table::WiringTableError;

use crate::commands::SenseError;
use crate::python::PythonError;

/// Why a command ended early.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// `morse run` without a scene.
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
        /// As given.
        file: String,
        /// The same below the environment.
        below: PathBuf,
    },
    /// A scene of the original's editor.
    #[error(
        "{} is a Blender file; scenes in this format cannot be run yet. Describe the scene in a script: morse run scene.py",
        .0.display()
    )]
    Blend(PathBuf),
    /// Words after a document.
    #[error("{}: a scene document takes no arguments, got: {words}. Options of `morse` stand before the file", path.display())]
    DocumentArguments {
        /// The document.
        path: PathBuf,
        /// The words.
        words: String,
    },
    /// A document where a script is needed.
    #[error("{} is a scene document already; to look for mistakes in it: morse check {}", .0.display(), .0.display())]
    AlreadyBuilt(PathBuf),
    /// A file or directory that cannot be read or written.
    #[error("cannot {action} {}: {error}", path.display())]
    File {
        /// `read` or `write`.
        action: &'static str,
        /// Which.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// An asset that cannot be loaded.
    #[error(transparent)]
    Asset(#[from] AssetError),
    /// Python cannot run the Builder.
    #[error(transparent)]
    Python(#[from] PythonError),
    /// The script ended without a scene; it has said itself why.
    #[error("{} described no scene (exit status {status})", path.display())]
    Script {
        /// The script.
        path: PathBuf,
        /// Its exit status.
        status: u8,
    },
    /// The script ended well but without a scene, as one that calls `sys.exit()` does.
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
    /// The scene has mistakes, which have been shown.
    #[error("{} cannot run: {}", path.display(), counted(*errors, "error"))]
    Scene {
        /// The scene.
        path: PathBuf,
        /// How many.
        errors: usize,
    },
    /// A middleware cannot serve.
    #[error("{0}")]
    Serving(String),
    /// There is nothing to draw, or it cannot be drawn.
    #[error("no picture: {0}")]
    Picture(String),
    /// A sensor cannot be shown.
    #[error(transparent)]
    Sense(#[from] SenseError),
    /// The state cannot be hashed.
    #[error("no digest: {0}")]
    Digest(String),
    /// A table that is part of this program.
    #[error(transparent)]
    Wiring(#[from] WiringTableError),
    /// The user ended it before it began.
    #[error("interrupted")]
    Interrupted,
    /// A mistake in this program; its message is on standard error.
    #[error("the simulator itself failed, see above. Please report it, with the scene")]
    Panic,
    /// No such component.
    #[error("there is no component {name:?}{}; `morse catalogue` lists them all", suggestion(nearest.as_deref()))]
    ComponentUnknown {
        /// As given.
        name: String,
        /// The one that may be meant.
        nearest: Option<String>,
    },
    /// A simulation environment cannot be made, or deleted.
    #[error("{0}")]
    Site(String),
    /// Something of the original that does not exist here yet.
    #[error("`morse {0}` does not exist yet in this version; `morse --help` lists what does")]
    NotYet(&'static str),
    /// Standard output is gone or full.
    #[error("cannot write to standard output: {0}")]
    Output(io::Error),
}

impl Failure {
    /// The exit status, those of the original where it has one.
    #[must_use]
    pub fn exit_code(&self) -> u8 {
        match self {
            Self::NoScene | Self::ScriptLeft(_) => 0,
            Self::Script { status, .. } => *status,
            Self::NotYet(_) | Self::DocumentArguments { .. } | Self::AlreadyBuilt(_) => 2,
            Self::Interrupted => 130,
            Self::Panic => u8::MAX,
            _ => 1,
        }
    }
}

/// `1 error`, `2 errors`.
#[must_use]
pub fn counted(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

fn suggestion(nearest: Option<&str>) -> String {
    nearest.map(|name| format!(" (did you mean {name}?)")).unwrap_or_default()
}
