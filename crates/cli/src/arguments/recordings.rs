//! Options of the commands for recordings: `morse bag`.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};
use morse_recording::export::Format;

use super::looking::picture_size;

/// `morse bag`
#[derive(Debug, Args)]
#[command(after_help = "`morse run --record run.mcap scene.py` records a run.\n\n\
                  Examples:\n  morse bag info run.mcap\n  \
                  morse bag export run.mcap --format csv --to tables")]
pub struct BagArguments {
    /// What to do.
    #[command(subcommand)]
    pub command: BagCommand,
}

/// The commands of `morse bag`.
#[derive(Debug, Subcommand)]
pub enum BagCommand {
    /// Shows what is in a recording: duration, channels with their messages, seed, versions, sizes
    Info(BagInfoArguments),
    /// Writes channels of a recording to files of other formats
    Export(BagExportArguments),
}

/// `morse bag info`
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  morse bag info run.mcap\n  morse bag info run.mcap --json | jq .duration_s"
)]
pub struct BagInfoArguments {
    /// Prints JSON
    #[arg(long)]
    pub json: bool,

    /// The recording
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
}

/// A format of files.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ExportFormat {
    /// A table for each channel, as text
    Csv,
    /// A table for each channel, for pandas, DuckDB and others
    Parquet,
    /// A picture for each message of a camera; depths are 16 bits, in millimetres
    Png,
    /// The points of each message of a laser scanner or depth camera, in the frame of the sensor
    Ply,
    /// The trajectory of each sensor of poses, and with /tf of each object, as evo reads them
    Tum,
}

impl From<ExportFormat> for Format {
    fn from(format: ExportFormat) -> Self {
        match format {
            ExportFormat::Csv => Self::Csv,
            ExportFormat::Parquet => Self::Parquet,
            ExportFormat::Png => Self::Png,
            ExportFormat::Ply => Self::Ply,
            ExportFormat::Tum => Self::Tum,
        }
    }
}

/// `morse bag export`
#[derive(Debug, Args)]
#[command(
    after_help = "Files are named after the components, and those of single messages after simulated time. Existing \
                  files are overwritten.\n\n\
                  Examples:\n  morse bag export run.mcap --format csv --to tables\n  \
                  morse bag export run.mcap --format parquet --to pose.parquet /robot/pose\n  \
                  morse bag export run.mcap --format png --to pictures robot.camera\n  \
                  morse bag export run.mcap --format ply --to clouds robot\n  \
                  morse bag export run.mcap --format tum --to tracks robot.pose /tf"
)]
pub struct BagExportArguments {
    /// The format of the files
    #[arg(long, value_name = "FORMAT", value_enum)]
    pub format: ExportFormat,

    /// The folder of the files, which is made where it is missing; or the file, when there is only one
    #[arg(long, value_name = "PATH")]
    pub to: PathBuf,

    /// Prints what was written as JSON
    #[arg(long)]
    pub json: bool,

    /// The recording
    #[arg(value_name = "FILE")]
    pub file: PathBuf,

    /// Topics (/robot/pose), components (robot.pose) or robots (robot) [default: all channels that fit the format]
    #[arg(value_name = "CHANNEL")]
    pub channels: Vec<String>,
}

/// `morse diff`
#[derive(Debug, Args)]
#[command(
    after_help = "Exit status: 0 when they are the same, 1 when they differ, 2 when they cannot be compared.\n\n\
                  Examples:\n  morse diff a.mcap b.mcap\n  \
                  morse diff a.mcap b.mcap robot.pose           of one component only\n  \
                  morse diff a.mcap b.mcap --absolute 1e-3      within a millimetre; hashes of states are left out"
)]
pub struct DiffArguments {
    /// Numbers that differ by no more are the same
    #[arg(long, value_name = "NUMBER", value_parser = tolerance, default_value_t = 0.0)]
    pub absolute: f64,

    /// Numbers that differ by no more than this share of the larger one are the same
    #[arg(long, value_name = "SHARE", value_parser = tolerance, default_value_t = 0.0)]
    pub relative: f64,

    /// Prints JSON
    #[arg(long)]
    pub json: bool,

    /// The first recording
    #[arg(value_name = "A")]
    pub a: PathBuf,

    /// The second recording
    #[arg(value_name = "B")]
    pub b: PathBuf,

    /// Topics (/robot/pose), components (robot.pose) or robots (robot) [default: all]
    #[arg(value_name = "CHANNEL")]
    pub channels: Vec<String>,
}

fn tolerance(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number| (0.0..f64::INFINITY).contains(number));
    number.ok_or_else(|| "it must be a number, 0 or more".to_owned())
}

/// `morse plot`
#[derive(Debug, Args)]
#[command(
    after_help = "A field has the name of its component and its own, as `morse topic info` and the pages of components list \
                  them; or that in the message, as `morse bag export` writes them.\n\n\
                  Examples:\n  morse plot run.mcap robot.pose.x robot.pose.y -o plot.svg\n  \
                  morse plot run.mcap robot.imu.linear_acceleration.z -o z.png --size 1200x400\n  \
                  morse plot run.mcap 'robot.scan.ranges[90]' -o ahead.svg"
)]
pub struct PlotArguments {
    /// The picture to be written: .svg or .png
    #[arg(short, long, value_name = "FILE")]
    pub output: PathBuf,

    /// Width and height in pixels, 16x16 to 4096x4096
    #[arg(long, value_name = "WxH", default_value = "960x540", value_parser = picture_size)]
    pub size: [u32; 2],

    /// The recording
    #[arg(value_name = "FILE")]
    pub file: PathBuf,

    /// Fields such as robot.pose.x
    #[arg(value_name = "FIELD", required = true)]
    pub fields: Vec<String>,
}
