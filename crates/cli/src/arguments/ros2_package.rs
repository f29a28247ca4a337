//! Options of `morse ros2-package`.

use std::path::PathBuf;

use clap::Args;

/// Arguments of `morse ros2-package`.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  morse ros2-package ~/ros2_ws/src/morse     then: colcon build")]
pub struct Ros2PackageArguments {
    /// Folder to write into; it is created if it does not exist
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
}
