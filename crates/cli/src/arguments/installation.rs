//! Options of the commands that test an installation or explain its messages: `morse demo`, `morse doctor`, `morse explain`.

use std::path::PathBuf;

use clap::Args;
use morse_scene::Code;

use super::common::{PythonArguments, positive};
use super::page::PageArguments;

/// Arguments of `morse demo`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  morse demo\n  morse demo --duration 20 --picture camera.png")]
pub struct DemoArguments {
    /// End after this simulated time [s]
    #[arg(long, value_name = "SECONDS", value_parser = positive, default_value_t = 60.0)]
    pub duration: f64,

    /// Run as fast as possible instead of in real time
    #[arg(long)]
    pub fast: bool,

    /// Write the last image of the robot's camera to a PNG file
    #[arg(long, value_name = "FILE")]
    pub picture: Option<PathBuf>,

    #[command(flatten)]
    pub page: PageArguments,
}

/// Arguments of `morse doctor`.
#[derive(Debug, Args)]
#[command(after_help = "Exit status: 0 if scenes can run, 1 if they cannot.")]
pub struct DoctorArguments {
    /// Print JSON
    #[arg(long)]
    pub json: bool,

    #[command(flatten)]
    pub python: PythonArguments,
}

/// Arguments of `morse explain`.
#[derive(Debug, Args)]
#[command(after_help = format!("Example:\n  morse explain {}", Code::SceneUnknownLevel.text()))]
pub struct ExplainArguments {
    /// Code of a message, such as scene::unknown-level
    #[arg(value_name = "CODE")]
    pub code: Option<String>,
}
