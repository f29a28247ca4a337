//! Options of `morse render`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use glam::DVec3;

use super::common::{PictureArguments, PythonArguments, TrustArguments, picture_size, positive};
use super::robot_file::RobotFileArguments;

/// Largest coordinate of a camera; single precision loses detail much farther out. [m]
const FAR_M: f64 = 1e6;

/// A named view of a scene.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ViewName {
    /// From above, in front and to the right, in an orthographic projection
    Iso,
    /// From above; x of the scene points up in the image
    Top,
    /// From the front, against the x axis of the scene
    Front,
    /// Like iso, but of the whole environment from outside
    Scene,
    /// From the camera that the script of the scene placed with `set_camera_location`
    Camera,
}

/// A form of pictures in a terminal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum TerminalGraphics {
    /// The graphics protocol of kitty, which Ghostty and WezTerm have, too
    Kitty,
    /// Sixels: foot, mlterm, iTerm2, mintty
    Sixel,
    /// Colored half blocks, for every terminal with 24-bit colors
    Blocks,
}

/// Arguments of `morse render`.
#[derive(Debug, Args)]
#[command(
    override_usage = "morse render [OPTIONS] [ENV] <FILE> [-- ARGS]...\n       morse render [OPTIONS] <ENVIRONMENT MODEL>\n       \
                      morse render [OPTIONS] <RECORDING.mcap>",
    after_help = "Opens no port. Without --at and --film, the scene is not stepped. A recording is simulated again.\n\n\
                  Examples:\n  morse render scene.py                        scene.png, from above and the front right\n  \
                  morse render scene.py --view top -o map.png\n  \
                  morse render --show scene.py                 in the terminal, too\n  \
                  morse render scene.py --view scene           the whole environment\n  \
                  morse render scene.py --eye 4,-3,2 --target 0,0,0.5 --fov 70\n  \
                  morse render indoors-1/boxes                 an environment alone\n  \
                  morse render scene.json --size 1920x1080 --plain\n  \
                  morse render scene.py --at 12.5 -o later.png\n  \
                  morse render run.mcap --at 12.5 -o then.png  one instant of a recorded run\n  \
                  morse render run.mcap --film run.gif         the whole run, 25 pictures per second\n  \
                  morse render run.mcap --film run.mp4 --from 10 --duration 5 --fps 50"
)]
pub struct RenderArguments {
    /// Select a view [default: camera for an MJCF file with a viewpoint, scene without a robot, else iso]
    #[arg(long, value_name = "VIEW", value_enum)]
    pub view: Option<ViewName>,

    /// Position of a camera to use instead of a view, in the world frame [m]
    #[arg(long, value_name = "X,Y,Z", value_parser = point, allow_hyphen_values = true, conflicts_with = "view")]
    pub eye: Option<DVec3>,

    /// Point that this camera looks at, in the world frame [default: the center of --view iso] [m]
    #[arg(long, value_name = "X,Y,Z", value_parser = point, allow_hyphen_values = true, requires = "eye")]
    pub target: Option<DVec3>,

    /// Horizontal field of view for --eye and --view camera, 1 to 170
    /// [default: 60; for --view camera, the value of the scene] [degrees]
    #[arg(long, value_name = "DEGREES", value_parser = field_of_view, allow_hyphen_values = true)]
    pub fov: Option<f64>,

    /// Render the scene after this simulated time [s]
    #[arg(long, value_name = "SECONDS", value_parser = not_negative, conflicts_with = "film")]
    pub at: Option<f64>,

    /// Write a film: .gif; .png for numbered pictures; or, if ffmpeg is installed, .mp4, .webm, .mkv or .mov
    #[arg(long, value_name = "FILE", conflicts_with = "output")]
    pub film: Option<PathBuf>,

    /// Simulated time at which the film begins [s]
    #[arg(long, value_name = "SECONDS", value_parser = not_negative, default_value_t = 0.0, requires = "film")]
    pub from: f64,

    /// Simulated time that the film covers [default: 10, or the rest of a recording] [s]
    #[arg(long, value_name = "SECONDS", value_parser = positive, requires = "film")]
    pub duration: Option<f64>,

    /// Pictures per second of simulated time, 1 to 240; at most 100 for .gif
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=240), default_value_t = 25, requires = "film")]
    pub fps: u32,

    /// Seed of all random numbers; ignored for a recording
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,

    /// PNG file to write [default: the name of the scene, in the current folder]
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,

    /// Show the picture in the terminal too [default form: that of the terminal]
    #[arg(long, value_name = "GRAPHICS", value_enum, num_args = 0..=1, require_equals = true, conflicts_with = "film")]
    pub show: Option<Option<TerminalGraphics>>,

    /// Width and height in pixels, 16x16 to 4096x4096
    #[arg(long, value_name = "WxH", default_value = "960x720", value_parser = picture_size)]
    pub size: [u32; 2],

    /// Magnification relative to the size that fits the picture; 0.5 shows more of the surroundings
    #[arg(long, value_name = "FACTOR", default_value_t = 1.0, value_parser = zoom)]
    pub zoom: f64,

    /// Number of samples per pixel: 1, 4, 16 or 64; more make smoother edges
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = samples)]
    pub samples: u32,

    /// Omit names, grid and distances
    #[arg(long)]
    pub plain: bool,

    #[command(flatten)]
    pub pictures: PictureArguments,

    #[command(flatten)]
    pub robot_file: RobotFileArguments,

    #[command(flatten)]
    pub trust: TrustArguments,

    #[command(flatten)]
    pub python: PythonArguments,

    /// The scene and the arguments of its script; put arguments that begin with a dash after `--`
    #[arg(value_name = "FILE", required = true)]
    pub scene: Vec<String>,
}

fn not_negative(text: &str) -> Result<f64, String> {
    let seconds = text.parse().ok().filter(|seconds| (0.0..=1e9).contains(seconds));
    seconds.ok_or_else(|| "it must be a number of seconds, 0 or more".to_owned())
}

fn samples(text: &str) -> Result<u32, String> {
    let count = text.parse().ok().filter(|count| [1, 4, 16, 64].contains(count));
    count.ok_or_else(|| "it must be 1, 4, 16 or 64".to_owned())
}

fn zoom(text: &str) -> Result<f64, String> {
    let factor = text.parse().ok().filter(|factor| (0.01..=100.0).contains(factor));
    factor.ok_or_else(|| "it must be a factor from 0.01 to 100".to_owned())
}

/// Parses a point `X,Y,Z`. [m]
fn point(text: &str) -> Result<DVec3, String> {
    let number = |text: &str| text.trim().parse().ok().filter(|number| (-FAR_M..=FAR_M).contains(number));
    let numbers: Option<Vec<f64>> = text.split(',').map(number).collect();
    match numbers.as_deref() {
        Some(&[x, y, z]) => Ok(DVec3::new(x, y, z)),
        _ => Err("it must be three numbers from -1000000 to 1000000 meters, like 4,-3,2.5".to_owned()),
    }
}

fn field_of_view(text: &str) -> Result<f64, String> {
    let degrees = text.parse().ok().filter(|degrees| (1.0..=170.0).contains(degrees));
    degrees.ok_or_else(|| "it must be an angle from 1 to 170 degrees".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn camera_position_and_field_of_view_are_limited() {
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
