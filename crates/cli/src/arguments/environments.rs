//! Options of the commands for simulation environments: `morse create`, `rm`, `import` and `add`.

use std::path::PathBuf;

use clap::Args;

use crate::environments::ComponentKind;

/// Arguments of `morse create` and `morse rm`.
#[derive(Debug, Args)]
pub struct EnvironmentArguments {
    /// Name of the environment
    #[arg(value_name = "ENV")]
    pub name: String,

    /// Overwrite or delete without asking
    #[arg(short, long)]
    pub force: bool,
}

/// Arguments of `morse import`.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  morse import ~/downloads/my_sim")]
pub struct ImportArguments {
    /// Folder to register
    pub path: PathBuf,

    /// Name of the environment [default: name of the folder]
    pub name: Option<String>,

    /// Overwrite an existing registration
    #[arg(short, long)]
    pub force: bool,
}

/// Arguments of `morse add`.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  morse add sensor thermopile my_sim")]
pub struct AddArguments {
    /// Type of the component
    #[arg(value_name = "TYPE")]
    pub kind: ComponentKind,

    /// Name of the component
    pub name: String,

    /// Environment to add the component to
    #[arg(value_name = "ENV")]
    pub environment: String,

    /// Overwrite existing files
    #[arg(short, long)]
    pub force: bool,
}
