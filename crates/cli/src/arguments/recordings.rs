//! Options of the commands for recordings: `morse bag`, `morse diff` and `morse plot`.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};
use morse_recording::export::Format;

use super::common::picture_size;

/// Arguments of `morse bag`.
#[derive(Debug, Args)]
#[command(after_help = "`morse run --record run.mcap scene.py` records a run.\n\n\
                  Examples:\n  morse bag info run.mcap\n  \
                  morse bag export run.mcap --format csv --to tables")]
pub struct BagArguments {
    /// The subcommand.
    #[command(subcommand)]
    pub command: BagCommand,
}

/// The subcommands of `morse bag`.
#[derive(Debug, Subcommand)]
pub enum BagCommand {
    /// Show the duration, channels, seed, versions and sizes of a recording
    Info(BagInfoArguments),
    /// Write channels of a recording to files of other formats
    Export(BagExportArguments),
}

/// Arguments of `morse bag info`.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  morse bag info run.mcap\n  morse bag info run.mcap --json | jq .duration_s"
)]
pub struct BagInfoArguments {
    /// Print JSON
    #[arg(long)]
    pub json: bool,

    /// Recording to read
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
}

/// A file format of `morse bag export`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ExportFormat {
    /// A table for each channel, as text
    Csv,
    /// A table for each channel, for programs such as pandas and DuckDB
    Parquet,
    /// A picture for each message of a camera; depths have 16 bits, in millimeters
    Png,
    /// The points of each message of a laser scanner or depth camera, in the frame of the sensor
    Ply,
    /// The trajectory of each pose sensor and, with /tf, of each object, for evo
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

/// Arguments of `morse bag export`.
#[derive(Debug, Args)]
#[command(
    after_help = "Files are named after the components; files of single messages also after the simulated time. Existing \
                  files are overwritten.\n\n\
                  Examples:\n  morse bag export run.mcap                    all tables as text, to the folder run\n  \
                  morse bag export run.mcap --format parquet --to pose.parquet /robot/pose\n  \
                  morse bag export run.mcap --format png --to pictures robot.camera\n  \
                  morse bag export run.mcap --format ply --to clouds robot\n  \
                  morse bag export run.mcap --format tum --to tracks robot.pose /tf"
)]
pub struct BagExportArguments {
    /// Format of the files
    #[arg(long, value_name = "FORMAT", value_enum, default_value = "csv")]
    pub format: ExportFormat,

    /// Folder for the files, created if missing; or the file, if there is only one
    /// [default: the name of the recording without .mcap, in the current folder]
    #[arg(long, value_name = "PATH")]
    pub to: Option<PathBuf>,

    /// Print a list of the files as JSON
    #[arg(long)]
    pub json: bool,

    /// Recording to read
    #[arg(value_name = "FILE")]
    pub file: PathBuf,

    /// Topics (/robot/pose), components (robot.pose) or robots (robot) [default: all channels that fit the format]
    #[arg(value_name = "CHANNEL")]
    pub channels: Vec<String>,
}

/// Arguments of `morse diff`.
#[derive(Debug, Args)]
#[command(
    after_help = "Exit status: 0 if they are equal, 1 if they differ, 2 if they cannot be compared.\n\n\
                  Examples:\n  morse diff a.mcap b.mcap\n  \
                  morse diff a.mcap b.mcap robot.pose           one component only\n  \
                  morse diff a.mcap b.mcap --absolute 1e-3      within a millimeter; state hashes are ignored"
)]
pub struct DiffArguments {
    /// Treat numbers as equal if they differ by no more than this
    #[arg(long, value_name = "NUMBER", value_parser = tolerance, default_value_t = 0.0)]
    pub absolute: f64,

    /// Treat numbers as equal if they differ by no more than this fraction of the larger one
    #[arg(long, value_name = "SHARE", value_parser = tolerance, default_value_t = 0.0)]
    pub relative: f64,

    /// Print JSON
    #[arg(long)]
    pub json: bool,

    /// First recording
    #[arg(value_name = "A")]
    pub a: PathBuf,

    /// Second recording
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

/// Arguments of `morse plot`.
#[derive(Debug, Args)]
#[command(
    after_help = "A field is COMPONENT.FIELD. FIELD is a name listed by `morse topic info` and by the pages of components, or \
                  the name in the message, as written by `morse bag export`.\n\n\
                  Examples:\n  morse plot run.mcap                          x and y of all components, to run.svg\n  \
                  morse plot run.mcap robot.pose.x robot.pose.y -o plot.svg\n  \
                  morse plot run.mcap robot.imu.linear_acceleration.z -o z.png --size 1200x400\n  \
                  morse plot run.mcap 'robot.scan.ranges[90]' -o ahead.svg"
)]
pub struct PlotArguments {
    /// Picture to write: .svg or .png [default: the name of the recording with .svg, in the current folder]
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,

    /// Width and height in pixels, 16x16 to 4096x4096
    #[arg(long, value_name = "WxH", default_value = "960x540", value_parser = picture_size)]
    pub size: [u32; 2],

    /// Recording to read
    #[arg(value_name = "FILE")]
    pub file: PathBuf,

    /// Fields to plot, such as robot.pose.x [default: x and y of the components that have them, at most 8 fields]
    #[arg(value_name = "FIELD")]
    pub fields: Vec<String>,
}
