//! Options of `morse edit`.

use std::path::PathBuf;

use clap::Args;

use super::campaign::ParameterArguments;
use super::common::{PythonArguments, TrustArguments};
use super::page::PageArguments;

/// Arguments of `morse edit`.
#[derive(Debug, Args)]
#[command(
    override_usage = "morse edit [OPTIONS] <FILE> [-- ARGS]...",
    after_help = "A script keeps its lines; the changes stand in one block at its end. A scene document is written again.\n\n\
                  Examples:\n  morse edit --open scene.py           edit a scene in the browser\n  \
                  morse edit scene.json -o other.json  write the changed document to another file"
)]
pub struct EditArguments {
    /// Save to this file instead of the scene itself
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,

    #[command(flatten)]
    pub page: PageArguments,

    #[command(flatten)]
    pub trust: TrustArguments,

    #[command(flatten)]
    pub parameters: ParameterArguments,

    #[command(flatten)]
    pub python: PythonArguments,

    /// The scene and the arguments of its script; put arguments that begin with a dash after `--`
    #[arg(value_name = "FILE", required = true)]
    pub scene: Vec<String>,
}
