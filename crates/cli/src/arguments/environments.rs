//! The commands for simulation environments.

use std::path::PathBuf;

use clap::Args;

use crate::environments::What;

/// Options of `morse create` and `morse rm`.
#[derive(Debug, Args)]
pub struct EnvironmentArguments {
    /// Name of the environment
    #[arg(value_name = "ENV")]
    pub name: String,

    /// Does it whatever is there, without a question
    #[arg(short, long)]
    pub force: bool,
}

/// Options of `morse import`.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  morse import ~/downloads/my_sim")]
pub struct ImportArguments {
    /// The folder
    pub path: PathBuf,

    /// Name of the environment [default: that of the folder]
    pub name: Option<String>,

    /// Takes the name, whoever has it
    #[arg(short, long)]
    pub force: bool,
}

/// Options of `morse add`.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  morse add sensor thermopile my_sim")]
pub struct AddArguments {
    /// What it is
    #[arg(value_name = "TYPE")]
    pub what: What,

    /// Its name
    pub name: String,

    /// The environment it is for
    #[arg(value_name = "ENV")]
    pub environment: String,

    /// Overwrites files that are there
    #[arg(short, long)]
    pub force: bool,
}
