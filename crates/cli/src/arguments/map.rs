//! Options of `morse map`.

use std::path::PathBuf;

use clap::Args;

use super::common::{PythonArguments, TrustArguments};
use super::robot_file::RobotFileArguments;

/// Arguments of `morse map`.
#[derive(Debug, Args)]
#[command(
    override_usage = "morse map [OPTIONS] [ENV] <FILE> [-- ARGS]...\n       morse map [OPTIONS] <ENVIRONMENT MODEL>",
    after_help = "Writes a picture beside the YAML file: map.pgm for map.yaml. Cells in which a static body crosses the range of\n\
                  heights are black. Robots and objects that move are not in the map.\n\n\
                  Examples:\n  morse map scene.py -o map.yaml\n  \
                  morse map scene.py -o map.yaml --resolution 0.1 --height-max 0.6\n  \
                  morse map indoors-1/boxes -o boxes.yaml --bounds -5,-5,15,10"
)]
pub struct MapArguments {
    /// YAML file to write [default: the name of the scene, in the current folder]
    #[arg(short, long, value_name = "FILE.yaml")]
    pub output: Option<PathBuf>,

    /// Edge of a cell, 0.001 to 10 [m]
    #[arg(long, value_name = "METERS", default_value_t = 0.05, allow_hyphen_values = true)]
    pub resolution: f64,

    /// Lowest z of the world at which a body is in the map [m]
    #[arg(long, value_name = "METERS", default_value_t = 0.1, allow_hyphen_values = true)]
    pub height_min: f64,

    /// Highest z of the world at which a body is in the map [m]
    #[arg(long, value_name = "METERS", default_value_t = 1.0, allow_hyphen_values = true)]
    pub height_max: f64,

    /// Lowest and highest corner of the map in the world [default: 1 m around all bodies in the map] [m]
    #[arg(long, value_name = "X,Y,X,Y", value_parser = corners, allow_hyphen_values = true)]
    pub bounds: Option<[f64; 4]>,

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

/// Parses two corners `X,Y,X,Y`. [m]
fn corners(text: &str) -> Result<[f64; 4], String> {
    let numbers: Option<Vec<f64>> = text.split(',').map(|number| number.trim().parse().ok()).collect();
    let numbers = numbers.and_then(|numbers| <[f64; 4]>::try_from(numbers).ok());
    numbers.ok_or_else(|| "it must be four numbers of meters, like -5,-5,15,10".to_owned())
}
