//! Options of the commands that read a scene without running it: `morse build` and `morse check`.

use std::path::PathBuf;

use clap::Args;

use super::campaign::ParameterArguments;
use super::common::{PythonArguments, TrustArguments};
use super::robot_file::RobotFileArguments;
use super::robot_place::RobotPlaceArguments;

/// Arguments of `morse build`.
#[derive(Debug, Args)]
#[command(
    override_usage = "morse build [OPTIONS] <SCRIPT> [-- ARGS]...",
    after_help = "Examples:\n  morse build scene.py -o scene.json       then, without Python: morse run scene.json\n  \
                  morse build scene.py --component-config  print the wiring tables as Python dictionaries"
)]
pub struct BuildArguments {
    /// Print the five wiring tables as Python, in the format of release 1.4, instead of the document
    #[arg(long)]
    pub component_config: bool,

    /// Write to a file instead of standard output
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,

    /// Name of this node in a scene shared by several simulators [default: $MORSE_NODE, else the host's name]
    #[arg(long, value_name = "NODE")]
    pub name: Option<String>,

    #[command(flatten)]
    pub parameters: ParameterArguments,

    #[command(flatten)]
    pub python: PythonArguments,

    /// The script and its arguments; put arguments that begin with a dash after `--`
    #[arg(value_name = "SCRIPT", required = true)]
    pub scene: Vec<String>,
}

/// Arguments of `morse check`.
#[derive(Debug, Args)]
#[command(
    override_usage = "morse check [OPTIONS] [FILE] [-- ARGS]...",
    after_help = "Exit status: 0 if the scene can run, 1 if it cannot.\n\n\
                  Examples:\n  morse check                    check this computer\n  \
                  morse check scene.py           show every mistake with its line\n  \
                  morse check scene.py --json    print the same as JSON"
)]
pub struct CheckArguments {
    /// Print the findings as JSON on standard output
    #[arg(long)]
    pub json: bool,

    /// Warn about, instead of rejecting, streams and services of middlewares that this build does not support
    #[arg(long)]
    pub skip_missing_middlewares: bool,

    #[command(flatten)]
    pub place: RobotPlaceArguments,

    #[command(flatten)]
    pub robot_file: RobotFileArguments,

    #[command(flatten)]
    pub trust: TrustArguments,

    #[command(flatten)]
    pub parameters: ParameterArguments,

    #[command(flatten)]
    pub python: PythonArguments,

    /// The scene and the arguments of its script; put arguments that begin with a dash after `--`
    #[arg(value_name = "FILE")]
    pub scene: Vec<String>,
}
