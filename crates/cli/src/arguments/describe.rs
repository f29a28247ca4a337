//! Options of the commands that describe components and asset files: `morse catalog` and `morse inspect`.

use clap::Args;

use super::common::PythonArguments;
use super::xacro::XacroArguments;

/// Arguments of `morse catalog`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  morse catalog             list all components\n  \
                  morse catalog Odometry    show its fields, properties, levels and services\n  \
                  morse catalog --json      print everything as JSON")]
pub struct CatalogArguments {
    /// Name used in scripts (Odometry) or class path (morse.sensors.odometry.Odometry)
    pub name: Option<String>,

    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `morse list`.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  morse list")]
pub struct ListArguments {
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `morse inspect`.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  morse inspect robots/atrv            search MORSE_RESOURCE_PATH and the installed data\n  \
                  morse inspect my_robot.glb --json    print everything except the vertices as JSON"
)]
pub struct InspectArguments {
    /// Asset file: .blend (Blender 2.60 to 5.0), .dae, .glb, .gltf, .obj, .sdf, .stl, .urdf, .world, .xacro or .xml (MuJoCo); or the name of an asset
    #[arg(value_name = "FILE")]
    pub file: String,

    /// Print JSON
    #[arg(long)]
    pub json: bool,

    #[command(flatten)]
    pub xacro: XacroArguments,

    #[command(flatten)]
    pub python: PythonArguments,
}
