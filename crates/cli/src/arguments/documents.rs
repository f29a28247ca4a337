//! Options of the commands that read a scene and do not run it: `morse build` and `morse check`.

use std::path::PathBuf;

use clap::Args;

use super::campaign::ParameterArguments;
use super::common::PythonArguments;
use super::trust::TrustArguments;

/// Options of `morse build`.
#[derive(Debug, Args)]
#[command(
    override_usage = "morse build [OPTIONS] <SCRIPT> [-- ARGS]...",
    after_help = "Examples:\n  morse build scene.py -o scene.json       then: morse run scene.json, without Python\n  \
                  morse build scene.py --component-config  the wiring tables as Python dictionaries"
)]
pub struct BuildArguments {
    /// Prints the five wiring tables as Python, in the shape of release 1.4, instead of the document
    #[arg(long)]
    pub component_config: bool,

    /// Writes to a file instead of standard output
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,

    /// Name of this node in a scene shared by several simulators [default: $MORSE_NODE, else the host's name]
    #[arg(long, value_name = "NODE")]
    pub name: Option<String>,

    #[command(flatten)]
    pub parameters: ParameterArguments,

    #[command(flatten)]
    pub python: PythonArguments,

    /// The script, then words for it; those that begin with a dash after `--`
    #[arg(value_name = "SCRIPT", required = true)]
    pub words: Vec<String>,
}

/// Options of `morse check`.
#[derive(Debug, Args)]
#[command(
    override_usage = "morse check [OPTIONS] [FILE] [-- ARGS]...",
    after_help = "Exit status: 0 when the scene can run, 1 when it cannot.\n\n\
                  Examples:\n  morse check                    is everything here to run scenes?\n  \
                  morse check scene.py           every mistake, with its line\n  \
                  morse check scene.py --json    the same for programs"
)]
pub struct CheckArguments {
    /// Prints the findings as JSON on standard output
    #[arg(long)]
    pub json: bool,

    /// Warns of streams and services of middlewares that this build does not speak, as `morse run` with this option does
    #[arg(long)]
    pub skip_missing_middlewares: bool,

    #[command(flatten)]
    pub trust: TrustArguments,

    #[command(flatten)]
    pub parameters: ParameterArguments,

    #[command(flatten)]
    pub python: PythonArguments,

    /// The scene, then words for its script; those that begin with a dash after `--`
    #[arg(value_name = "FILE")]
    pub words: Vec<String>,
}
