//! Options of the commands that show a scene: `morse render` and `morse sense`.

use std::path::PathBuf;

use clap::Args;
use glam::DVec3;

use super::common::{PythonArguments, positive};
use super::side::Side;
use super::trust::TrustArguments;

/// Largest coordinate of a camera; much farther out a picture has no fine detail. [m]
const FAR_M: f64 = 1e6;

/// `morse render`
#[derive(Debug, Args)]
#[command(
    override_usage = "morse render [OPTIONS] [ENV] <FILE> [-- ARGS]...\n       morse render [OPTIONS] <ENVIRONMENT MODEL>\n       \
                      morse render [OPTIONS] <RECORDING.mcap>",
    after_help = "Opens no port. Without --at and --film it makes no step. A recording is simulated again.\n\n\
                  Examples:\n  morse render scene.py                        scene.png, seen from above and the front right\n  \
                  morse render scene.py --view top -o map.png\n  \
                  morse render scene.py --view scene           robots and all that is around them\n  \
                  morse render scene.py --eye 4,-3,2 --target 0,0,0.5 --fov 70\n  \
                  morse render indoors-1/boxes                 an environment alone\n  \
                  morse render scene.json --size 1920x1080 --plain\n  \
                  morse render scene.py --at 12.5 -o later.png\n  \
                  morse render run.mcap --at 12.5 -o then.png  a moment of a recorded run\n  \
                  morse render run.mcap --film run.gif         all of it, 25 pictures a second\n  \
                  morse render run.mcap --film run.mp4 --from 10 --duration 5 --fps 50"
)]
pub struct RenderArguments {
    /// What is shown, and from which side [default: iso; scene if there is no robot]
    #[arg(long, value_name = "VIEW", value_enum)]
    pub view: Option<Side>,

    /// A camera of your own, instead of a view: where it stands, in the world [m]
    #[arg(long, value_name = "X,Y,Z", value_parser = point, allow_hyphen_values = true, conflicts_with = "view")]
    pub eye: Option<DVec3>,

    /// The point that this camera looks at, in the world [default: the middle of what --view iso shows] [m]
    #[arg(long, value_name = "X,Y,Z", value_parser = point, allow_hyphen_values = true, requires = "eye")]
    pub target: Option<DVec3>,

    /// Angle between the left and the right edge of the picture, for --eye and --view camera, 1 to 170
    /// [default: 60; of --view camera as the scene says] [degrees]
    #[arg(long, value_name = "DEGREES", value_parser = field_of_view, allow_hyphen_values = true)]
    pub fov: Option<f64>,

    /// Draws the scene after that much simulated time [s]
    #[arg(long, value_name = "SECONDS", value_parser = not_negative, conflicts_with = "film")]
    pub at: Option<f64>,

    /// Makes a film: .gif; .png, a numbered picture for each moment; or, where ffmpeg is installed, .mp4, .webm, .mkv, .mov
    #[arg(long, value_name = "FILE", conflicts_with = "output")]
    pub film: Option<PathBuf>,

    /// Where the film begins, in simulated time [s]
    #[arg(long, value_name = "SECONDS", value_parser = not_negative, default_value_t = 0.0, requires = "film")]
    pub from: f64,

    /// How much simulated time the film shows [default: 10, or the rest of a recording] [s]
    #[arg(long, value_name = "SECONDS", value_parser = positive, requires = "film")]
    pub duration: Option<f64>,

    /// Pictures in a second of simulated time, 1 to 240; 100 at most for .gif
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=240), default_value_t = 25, requires = "film")]
    pub fps: u32,

    /// Seed of all random numbers; a recording has its own
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,

    /// The PNG file to be written [default: the name of the scene, in the current folder]
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,

    /// Width and height in pixels, 16x16 to 4096x4096
    #[arg(long, value_name = "WxH", default_value = "960x720", value_parser = picture_size)]
    pub size: [u32; 2],

    /// Shows things that many times as large as fits: 0.5 shows more around them, nothing of it cut away
    #[arg(long, value_name = "FACTOR", default_value_t = 1.0, value_parser = zoom)]
    pub zoom: f64,

    /// Without names, grid and metres
    #[arg(long)]
    pub plain: bool,

    #[command(flatten)]
    pub trust: TrustArguments,

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
    pub trust: TrustArguments,

    #[command(flatten)]
    pub python: PythonArguments,

    /// The scene, the full name of a sensor, then words for the script; those that begin with a dash after `--`
    #[arg(value_name = "FILE", required = true)]
    pub words: Vec<String>,
}

fn not_negative(text: &str) -> Result<f64, String> {
    let seconds = text.parse().ok().filter(|seconds| (0.0..=1e9).contains(seconds));
    seconds.ok_or_else(|| "it must be a number of seconds, 0 or more".to_owned())
}

fn zoom(text: &str) -> Result<f64, String> {
    let factor = text.parse().ok().filter(|factor| (0.01..=100.0).contains(factor));
    factor.ok_or_else(|| "it must be a factor from 0.01 to 100".to_owned())
}

/// Accepts `X,Y,Z`. [m]
fn point(text: &str) -> Result<DVec3, String> {
    let number = |text: &str| text.trim().parse().ok().filter(|number| (-FAR_M..=FAR_M).contains(number));
    let numbers: Option<Vec<f64>> = text.split(',').map(number).collect();
    match numbers.as_deref() {
        Some(&[x, y, z]) => Ok(DVec3::new(x, y, z)),
        _ => Err("it must be three numbers from -1000000 to 1000000 metres, like 4,-3,2.5".to_owned()),
    }
}

fn field_of_view(text: &str) -> Result<f64, String> {
    let degrees = text.parse().ok().filter(|degrees| (1.0..=170.0).contains(degrees));
    degrees.ok_or_else(|| "it must be an angle from 1 to 170 degrees".to_owned())
}

/// Accepts `WxH`.
pub(super) fn picture_size(text: &str) -> Result<[u32; 2], String> {
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

    #[test]
    fn a_camera_stands_at_a_finite_point() {
        assert_eq!(point("1,-2.5, 3e1"), Ok(DVec3::new(1.0, -2.5, 30.0)));
        for wrong in ["", "1,2", "1,2,3,4", "1,2,nan", "inf,0,0", "1e7,0,0", "1;2;3", "x,y,z"] {
            assert!(point(wrong).unwrap_err().contains("three numbers"), "{wrong}");
        }
        assert_eq!(field_of_view("170"), Ok(170.0));
        for wrong in ["0", "-60", "180", "nan", "wide"] {
            assert!(field_of_view(wrong).unwrap_err().contains("1 to 170"), "{wrong}");
        }
    }
}
