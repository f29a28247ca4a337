//! Options of `morse sense`.

use std::path::PathBuf;

use clap::Args;

use super::common::{PictureArguments, PythonArguments, TrustArguments, positive};
use super::robot_file::RobotFileArguments;

/// Arguments of `morse sense`.
#[derive(Debug, Args)]
#[command(
    override_usage = "morse sense [OPTIONS] [ENV] <FILE> [SENSOR] [-- ARGS]...",
    after_help = "The extension of the file selects the format:\n  \
                  .png  the picture of a camera; depth in false colors; a scan or a point cloud seen from above\n  \
                  .ply  the points of a scanner or a depth camera\n  \
                  .csv  one line for each reading, or for each object in it\n\n\
                  Opens no port and runs as fast as possible. No client commands the robots.\n\n\
                  Examples:\n  morse sense scene.py                             list the sensors of a scene\n  \
                  morse sense arm.urdf arm.joints --duration 2     the joints of a robot file\n  \
                  morse sense scene.py robot.camera -o image.png\n  \
                  morse sense scene.py robot.sick -o scan.png      the scan, seen from above\n  \
                  morse sense scene.py robot.velodyne --join --duration 2 -o cloud.ply\n  \
                  morse sense scene.py robot.gps --duration 10 -o track.csv\n  \
                  morse sense scene.py robot.imu --json            print the readings of one second as JSON"
)]
pub struct SenseArguments {
    /// File to write: .png, .ply or .csv [default: a table on standard output]
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,

    /// Simulated time to run [default: 1, or until the sensor has read once] [s]
    #[arg(long, value_name = "SECONDS", value_parser = positive)]
    pub duration: Option<f64>,

    /// Seed of all random numbers
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,

    /// Merge the points of all readings in the world frame
    #[arg(long, requires = "output")]
    pub join: bool,

    /// Print the readings as JSON on standard output, without the pixels of pictures
    #[arg(long, conflicts_with = "output")]
    pub json: bool,

    #[command(flatten)]
    pub pictures: PictureArguments,

    #[command(flatten)]
    pub robot_file: RobotFileArguments,

    #[command(flatten)]
    pub trust: TrustArguments,

    #[command(flatten)]
    pub python: PythonArguments,

    /// The scene or the robot file, the full name of a sensor, and the arguments of the script; put arguments that begin with a dash after `--`
    #[arg(value_name = "FILE", required = true)]
    pub scene: Vec<String>,
}
