//! The error of a command: message and exit status.

use std::io;
use std::path::PathBuf;
use std::process::ExitCode;

use morse::LoadError;
use morse::client::ClientError;
use morse::environments::EnvironmentError;
use morse::python::PythonError;
use morse_assets::AssetError;
use morse_scene::wiring::wiring_table::WiringTableError;

use crate::commands::sense::error::SenseError;
use crate::output::log;

/// Why a command ended early.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// The scene cannot be loaded.
    #[error(transparent)]
    Load(#[from] LoadError),
    /// `morse build` needs a script but got a scene document.
    #[error("{} is already a scene document; to check it: morse check {}", .0.display(), .0.display())]
    AlreadyBuilt(PathBuf),
    /// A file or directory that cannot be read or written.
    #[error("cannot {action} {}: {error}", path.display())]
    File {
        /// The failed action, such as `read` or `write`.
        action: &'static str,
        /// Path of the file.
        path: PathBuf,
        /// The error of the operating system.
        error: io::Error,
    },
    /// An asset that cannot be loaded.
    #[error(transparent)]
    Asset(#[from] AssetError),
    /// Python cannot run the Builder.
    #[error(transparent)]
    Python(#[from] PythonError),
    /// The scene has errors, which were printed.
    #[error("{} cannot run: {}", path.display(), counted(*errors, "error"))]
    Scene {
        /// Path of the scene.
        path: PathBuf,
        /// Number of errors.
        errors: usize,
    },
    /// The scene of the demonstration cannot run.
    #[error("the demonstration cannot run: {0}")]
    Demo(String),
    /// This computer cannot run scenes; the value is the number of problems, which were printed.
    #[error("scenes cannot run here: {} above", counted(*.0, "problem"))]
    Unfit(usize),
    /// There is no code of errors and warnings of this name.
    #[error("there is no code {name:?}{}; `morse explain` lists all", suggestion(nearest.as_deref()))]
    UnknownCode {
        /// The given name.
        name: String,
        /// The most similar name.
        nearest: Option<String>,
    },
    /// There is no command of this name.
    #[error("morse has no command {name:?}{}", suggestion(nearest.as_deref()))]
    UnknownCommand {
        /// The given name.
        name: String,
        /// The most similar name.
        nearest: Option<String>,
    },
    /// Arguments that do not fit together.
    #[error("{0}")]
    Arguments(String),
    /// A middleware cannot serve.
    #[error("{0}")]
    Serving(String),
    /// A picture cannot be drawn or written.
    #[error("no picture: {0}")]
    Picture(String),
    /// A map cannot be made.
    #[error("no map: {0}")]
    Map(String),
    /// The readings of a sensor cannot be shown.
    #[error(transparent)]
    Sense(#[from] SenseError),
    /// A request to a running simulator failed.
    #[error(transparent)]
    Client(#[from] ClientError),
    /// Components do something else than they declare.
    #[error("{0}")]
    Contract(String),
    /// Physics stopped a body in a run with `--strict`.
    #[error("{name} left the range of physics at {time_s:.3} s, and --strict ends the run")]
    LeftRange {
        /// Name of the body; of a mechanism, the link of its worst joint.
        name: String,
        /// Simulated time. [s]
        time_s: f64,
    },
    /// The state cannot be hashed.
    #[error("no digest: {0}")]
    Digest(String),
    /// The registered environments cannot be changed.
    #[error(transparent)]
    Environment(#[from] EnvironmentError),
    /// The embedded wiring table is invalid.
    #[error(transparent)]
    Wiring(#[from] WiringTableError),
    /// The state of a run cannot be saved or resumed.
    #[error(transparent)]
    Checkpoint(#[from] morse::checkpoints::CheckpointError),
    /// The state of a checkpoint does not fit its scene.
    #[error("cannot resume: {0}")]
    Resume(String),
    /// A recording cannot be written.
    #[error(transparent)]
    Recorder(#[from] morse_recording::RecorderError),
    /// A recording cannot be read, or its run cannot be simulated again.
    #[error(transparent)]
    Recording(#[from] morse_recording::CheckError),
    /// Foxglove cannot be served.
    #[error(transparent)]
    Foxglove(#[from] morse_foxglove::FoxgloveError),
    /// The viewer of another simulator cannot be shown.
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
    /// Two recordings differ; contains the differences unless they were printed.
    #[error("{}", .0.as_deref().unwrap_or("they differ"))]
    Differ(Option<String>),
    /// Fields of a recording cannot be read.
    #[error(transparent)]
    Series(#[from] morse_recording::series::SeriesError),
    /// A run that was simulated again differs from its recording.
    #[error("{0}")]
    Differs(String),
    /// The plan of a campaign cannot be used.
    #[error(transparent)]
    Plan(#[from] morse_campaign::PlanError),
    /// The folder of a campaign cannot be used.
    #[error(transparent)]
    Store(#[from] morse_campaign::StoreError),
    /// A campaign failed.
    #[error(transparent)]
    Campaign(#[from] morse_campaign::ConductError),
    /// Some runs of a campaign could not be done; the value is their number.
    #[error("{} could not be done; see the column `error` of the table", counted(*.0, "run"))]
    Runs(usize),
    /// The user interrupted the command.
    #[error("interrupted")]
    Interrupted,
    /// An internal error, whose message was printed.
    #[error("internal error of the simulator, see above. Please report it together with the scene")]
    Panic,
    /// There is no component of this name.
    #[error("there is no component {name:?}{}; `morse catalog` lists all components", suggestion(nearest.as_deref()))]
    ComponentUnknown {
        /// The given name.
        name: String,
        /// The most similar name.
        nearest: Option<String>,
    },
    /// Files of another origin are where a package for ROS 2 would be written.
    #[error(
        "nothing is written: {} was not written by `morse ros2-package`, or was changed since. Give another folder, or \
         remove the file",
        .0.display()
    )]
    #[cfg(feature = "ros2")]
    ForeignFile(PathBuf),
    /// A simulation environment cannot be created or deleted.
    #[error("{0}")]
    Site(String),
    /// A scene cannot be edited.
    #[error("{0}")]
    Edit(String),
    /// Standard output cannot be written.
    #[error("cannot write to standard output: {0}")]
    Output(io::Error),
}

impl Failure {
    /// Reports the failure to the user, and returns the exit status.
    pub fn report(&self) -> ExitCode {
        // The script has already reported it.
        if !self.is_script() {
            log::notice(&self.to_string());
        }
        ExitCode::from(self.exit_code())
    }

    /// The exit status; the same as in the original where that defines one.
    #[must_use]
    pub fn exit_code(&self) -> u8 {
        match self {
            Self::Load(LoadError::NoScene | LoadError::ScriptLeft(_)) => 0,
            Self::Load(LoadError::Script { status, .. }) => *status,
            Self::AlreadyBuilt(_)
            | Self::Arguments(_)
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

/// A number with a noun in singular or plural: `1 error`, `2 errors`.
#[must_use]
pub fn counted(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

fn suggestion(nearest: Option<&str>) -> String {
    nearest.map(|name| format!(" (did you mean {name}?)")).unwrap_or_default()
}
