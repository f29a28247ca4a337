//! Options of the commands that show a run in the browser: where the page is served, `morse replay` and `morse view`.

use std::net::IpAddr;
use std::path::PathBuf;

use clap::Args;

use super::common::PythonArguments;
use super::trust::TrustArguments;

/// Where a page is served.
#[derive(Debug, Clone, Args)]
pub struct PageArguments {
    /// First port to try for the page
    #[arg(long, value_name = "PORT", default_value_t = 8000)]
    pub view_port: u16,

    /// Address on which the page is served; from other computers a token is needed, which is printed
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    pub view_address: IpAddr,
}

/// Options of `morse replay`.
#[derive(Debug, Args)]
#[command(
    after_help = "Exit status with --check: 0 when all states are the same bit for bit, 1 when not.\n\n\
                  Example:\n  morse run --record run.mcap scene.py\n  morse replay run.mcap             shows it in the browser\n  \
                  morse replay run.mcap --check     simulates it again"
)]
pub struct ReplayArguments {
    /// Simulates again from scene, seed and inputs, and compares the state of each tick
    #[arg(long, conflicts_with_all = ["view_port", "view_address"])]
    pub check: bool,

    #[command(flatten)]
    pub page: PageArguments,

    #[command(flatten)]
    pub trust: TrustArguments,

    #[command(flatten)]
    pub python: PythonArguments,

    /// The recording
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
}

/// Options of `morse view`.
#[derive(Debug, Args)]
#[command(after_help = "The run there needs `morse run --view`, and for other computers than its own\n\
                  `--view-address 0.0.0.0`. It prints its address with the token.\n\n\
                  Examples:\n  morse view 127.0.0.1:8000                        a run on this computer\n  \
                  morse view 'http://10.0.0.5:8000/?token=0f3a'    one on another computer")]
pub struct ViewArguments {
    #[command(flatten)]
    pub page: PageArguments,

    /// Where the viewer of the run is served: host and port, or the address that it has printed
    #[arg(value_name = "HOST:PORT")]
    pub address: String,
}
