//! Options of the commands that show a scene: `morse render` and `morse sense`.

use std::path::PathBuf;

use clap::Args;

use super::{PythonArguments, positive};
use crate::commands::Side;

/// `morse render`
#[derive(Debug, Args)]
#[command(
    override_usage = "morse render [OPTIONS] [ENV] <FILE> [-- ARGS]...",
    after_help = "Opens no port and makes no step.\n\n\
                  Examples:\n  morse render scene.py                        scene.png, seen from above and the front right\n  \
                  morse render scene.py --view top -o map.png\n  \
                  morse render scene.json --size 1920x1080 --plain"
)]
pub struct RenderArguments {
    /// From which side
    #[arg(long, value_name = "SIDE", value_enum, default_value = "iso")]
    pub view: Side,

    /// The PNG file to be written [default: the name of the scene, in the current folder]
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,

    /// Width and height in pixels, 16x16 to 4096x4096
    #[arg(long, value_name = "WxH", default_value = "960x720", value_parser = picture_size)]
    pub size: [u32; 2],

    /// Shows things that many times as large as fits: 0.5 shows more around them
    #[arg(long, value_name = "FACTOR", default_value_t = 1.0, value_parser = zoom)]
    pub zoom: f64,

    /// Without names, grid and metres
    #[arg(long)]
    pub plain: bool,

    #[command(flatten)]
    pub python: PythonArguments,

    /// The scene, then words for its script; those that begin with a dash after `--`
    #[arg(value_name = "FILE", required = true)]
    pub words: Vec<String>,
}

/// `morse sense`
#[derive(Debug, Args)]
#[command(
    override_usage = "morse sense [OPTIONS] [ENV] <FILE> [SENSOR] [-- ARGS]...",
    after_help = "The suffix of the file says what is written:\n  \
                  .png  the picture of a camera; depth in colours; a scan or a cloud seen from above\n  \
                  .ply  the points of a scanner or a depth camera\n  \
                  .csv  one line for each reading, or for each thing in it\n\n\
                  Opens no port, and does not wait for real time. Nobody commands the robots.\n\n\
                  Examples:\n  morse sense scene.py                             the sensors of a scene\n  \
                  morse sense scene.py robot.camera -o image.png\n  \
                  morse sense scene.py robot.sick -o scan.png      the scan, seen from above\n  \
                  morse sense scene.py robot.velodyne --join --duration 2 -o cloud.ply\n  \
                  morse sense scene.py robot.gps --duration 10 -o track.csv\n  \
                  morse sense scene.py robot.imu --json            the readings of a second, for programs"
)]
pub struct SenseArguments {
    /// The file to be written: .png, .ply or .csv [default: a table on the terminal]
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,

    /// Simulated time to run [default: 1, or until the sensor has read once] [s]
    #[arg(long, value_name = "SECONDS", value_parser = positive)]
    pub duration: Option<f64>,

    /// Seed of all random numbers
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,

    /// Joins the points of all readings, in the frame of the world
    #[arg(long, requires = "output")]
    pub join: bool,

    /// Prints the readings as JSON on standard output, pictures without their pixels
    #[arg(long, conflicts_with = "output")]
    pub json: bool,

    #[command(flatten)]
    pub python: PythonArguments,

    /// The scene, the full name of a sensor, then words for the script; those that begin with a dash after `--`
    #[arg(value_name = "FILE", required = true)]
    pub words: Vec<String>,
}

fn zoom(text: &str) -> Result<f64, String> {
    let factor = text.parse().ok().filter(|factor| (0.01..=100.0).contains(factor));
    factor.ok_or_else(|| "it must be a factor from 0.01 to 100".to_owned())
}

/// Accepts `WxH`.
fn picture_size(text: &str) -> Result<[u32; 2], String> {
    let side = |text: &str| text.parse::<u32>().ok().filter(|side| (16..=4096).contains(side));
    let sides = text.split_once('x').and_then(|(width, height)| Some([side(width)?, side(height)?]));
    sides.ok_or_else(|| "it must be two numbers of pixels from 16 to 4096, like 960x720".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_has_a_size_that_fits_into_memory() {
        assert_eq!(picture_size("16x4096"), Ok([16, 4096]));
        for wrong in ["", "960", "960x", "15x15", "4097x20", "99999999999x16", "-5x20", "20x20x20", "20X20"] {
            assert!(picture_size(wrong).unwrap_err().contains("4096"), "{wrong}");
        }
    }
}
