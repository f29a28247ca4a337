//! Options of the commands that try out an installation: `morse demo` and `morse doctor`.

use std::path::PathBuf;

use clap::Args;

use super::common::{PythonArguments, positive};

/// `morse demo`
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  morse demo\n  morse demo --duration 20 --picture camera.png")]
pub struct DemoArguments {
    /// Ends after that much simulated time [s]
    #[arg(long, value_name = "SECONDS", value_parser = positive, default_value_t = 60.0)]
    pub duration: f64,

    /// Does not wait for real time
    #[arg(long)]
    pub fast: bool,

    /// Writes what the camera of the robot sees in the end
    #[arg(long, value_name = "FILE")]
    pub picture: Option<PathBuf>,
}

/// `morse doctor`
#[derive(Debug, Args)]
#[command(after_help = "Exit status: 0 when scenes can run, 1 when they cannot.")]
pub struct DoctorArguments {
    /// Prints JSON
    #[arg(long)]
    pub json: bool,

    #[command(flatten)]
    pub python: PythonArguments,
}
