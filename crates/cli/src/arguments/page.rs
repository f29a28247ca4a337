//! Options of the commands that show a run in the browser: `morse replay` and `morse view`.

use std::net::IpAddr;
use std::path::PathBuf;

use clap::Args;

use super::common::{PythonArguments, TrustArguments};

/// Address and port of the page.
#[derive(Debug, Clone, Args)]
pub struct PageArguments {
    /// First port to try for the page
    #[arg(long, value_name = "PORT", default_value_t = 8000)]
    pub view_port: u16,

    /// Address to serve the page on; access from other computers needs the token that is printed
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    pub view_address: IpAddr,

    /// Open the page in the browser
    #[arg(long)]
    pub open: bool,
}

/// Arguments of `morse replay`.
#[derive(Debug, Args)]
#[command(after_help = "Exit status with --check: 0 if all states are identical bit for bit, 1 if not.\n\n\
                  Example:\n  morse run --record run.mcap scene.py\n  morse replay run.mcap             show it in the browser\n  \
                  morse replay run.mcap --check     simulate it again and compare")]
pub struct ReplayArguments {
    /// Simulate again from scene, seed and inputs, and compare the state of each tick
    #[arg(long, conflicts_with_all = ["view_port", "view_address", "open"])]
    pub check: bool,

    #[command(flatten)]
    pub page: PageArguments,

    #[command(flatten)]
    pub trust: TrustArguments,

    #[command(flatten)]
    pub python: PythonArguments,

    /// Recording to show
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
}

/// Arguments of `morse view`.
#[derive(Debug, Args)]
#[command(
    after_help = "Start the other run with `morse run --view`; to allow access from other computers, add\n\
                  `--view-address 0.0.0.0`. That run prints its address with the token.\n\n\
                  Examples:\n  morse view 127.0.0.1:8000                        show a run on this computer\n  \
                  morse view 'http://10.0.0.5:8000/?token=0f3a'    show a run on another computer"
)]
pub struct ViewArguments {
    #[command(flatten)]
    pub page: PageArguments,

    /// Host and port of the viewer of the run, or the address that the run has printed
    #[arg(value_name = "HOST:PORT")]
    pub address: String,
}
