//! The error of a command: message and exit status.

use std::io;
use std::path::PathBuf;

use morse::LoadError;
use morse::environments::EnvironmentError;
use morse::python::PythonError;
use morse_assets::AssetError;
use morse_scene::wiring::wiring_table::WiringTableError;

use crate::commands::SenseError;
use morse::client::ClientError;

/// Why a command ended early.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// There is no scene.
    #[error(transparent)]
    Load(#[from] LoadError),
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
    /// The scene has errors, which have been printed.
    #[error("{} cannot run: {}", path.display(), counted(*errors, "error"))]
    Scene {
        /// The scene.
        path: PathBuf,
        /// How many.
        errors: usize,
    },
    /// The scene of the demonstration cannot run.
    #[error("the demonstration cannot run: {0}")]
    Demo(String),
    /// This computer is not ready to run scenes, for a number of reasons that were printed.
    #[error("scenes cannot run here: {} above", counted(*.0, "problem"))]
    Unfit(usize),
    /// A command that there is not, and the nearest one for the message.
    #[error("morse has no command {name:?}{}", suggestion(nearest.as_deref()))]
    UnknownCommand {
        /// What was given.
        name: String,
        /// The nearest one.
        nearest: Option<String>,
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
    /// A running simulator cannot be asked, or does not do what it was asked for.
    #[error(transparent)]
    Client(#[from] ClientError),
    /// The state cannot be hashed.
    #[error("no digest: {0}")]
    Digest(String),
    /// The registered environments cannot be changed.
    #[error(transparent)]
    Environment(#[from] EnvironmentError),
    /// A table that is part of this program.
    #[error(transparent)]
    Wiring(#[from] WiringTableError),
    /// A recording cannot be written.
    #[error(transparent)]
    Recorder(#[from] morse_recording::RecorderError),
    /// A recording cannot be read, or its run cannot be made again.
    #[error(transparent)]
    Recording(#[from] morse_recording::CheckError),
    /// Foxglove cannot be served.
    #[error(transparent)]
    Foxglove(#[from] morse_foxglove::FoxgloveError),
    /// A simulator elsewhere cannot be viewed.
    #[error(transparent)]
    Remote(#[from] morse_viewer::RemoteError),
    /// A recording cannot be shown.
    #[error(transparent)]
    Playback(#[from] morse_playback::PlaybackError),
    /// A recording cannot be read.
    #[error(transparent)]
    RecordingRead(#[from] morse_recording::read::ReadError),
    /// A recording cannot be exported.
    #[error(transparent)]
    Export(#[from] morse_recording::export::ExportError),
    /// Two recordings cannot be compared.
    #[error(transparent)]
    Compare(#[from] morse_recording::compare::CompareError),
    /// Two recordings differ; how, unless it was printed.
    #[error("{}", .0.as_deref().unwrap_or("they differ"))]
    Differ(Option<String>),
    /// Fields of a recording cannot be read.
    #[error(transparent)]
    Series(#[from] morse_recording::series::SeriesError),
    /// A run that was made again differs from its recording.
    #[error("{0}")]
    Differs(String),
    /// The plan of a campaign cannot be used.
    #[error(transparent)]
    Plan(#[from] morse_campaign::PlanError),
    /// The folder of a campaign cannot be used.
    #[error(transparent)]
    Store(#[from] morse_campaign::StoreError),
    /// A campaign could not go on.
    #[error(transparent)]
    Campaign(#[from] morse_campaign::ConductError),
    /// Some runs of a campaign could not be done.
    #[error("{} could not be done; the column `error` of the table says why", counted(*.0, "run"))]
    Runs(usize),
    /// The user ended it before it began.
    #[error("interrupted")]
    Interrupted,
    /// An internal error; its message is on standard error.
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
    /// A feature of the original that is not implemented yet.
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
            Self::Load(LoadError::NoScene | LoadError::ScriptLeft(_)) => 0,
            Self::Load(LoadError::Script { status, .. }) => *status,
            Self::NotYet(_)
            | Self::AlreadyBuilt(_)
            | Self::Compare(_)
            | Self::Load(LoadError::DocumentArguments { .. } | LoadError::UntrustedScript(_)) => 2,
            Self::Interrupted
            | Self::Load(LoadError::Interrupted)
            | Self::Client(ClientError::Interrupted { .. }) => 130,
            Self::Panic => u8::MAX,
            _ => 1,
        }
    }

    /// Whether a script failed, which has reported the reason itself.
    #[must_use]
    pub fn is_script(&self) -> bool {
        matches!(self, Self::Load(LoadError::Script { .. }))
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
