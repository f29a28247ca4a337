//! Options of the commands that describe components and asset files: `morse catalog`, `morse inspect` and `morse convert`.

use std::path::PathBuf;

use clap::Args;

use super::common::PythonArguments;
use super::robot_file::RobotFileArguments;

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

/// Arguments of `morse convert`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  morse convert kitchen.blend kitchen.glb\n  \
                  morse convert arm.urdf.xacro arm.glb --arg side:=left\n  \
                  morse convert environments/sandbox sandbox.glb    convert a model that is found by name\n  \
                  morse convert arm.urdf arm.xml                    write a robot for MuJoCo, its meshes in a folder beside it\n  \
                  morse convert humanoid.xml humanoid.urdf          write a robot for ROS; .sdf for Gazebo\n  \
                  morse convert robot.urdf robot.blend              write a file for Blender, by Blender")]
pub struct ConvertArguments {
    /// Asset file of a format that `morse inspect` reads, or the name of an asset
    #[arg(value_name = "FILE")]
    pub file: String,

    /// The file to write, which ends in .glb, .urdf, .sdf, .xml (MJCF), or in .blend where Blender is installed; an existing one is overwritten
    #[arg(value_name = "TARGET")]
    pub target: PathBuf,

    /// Print the numbers of objects and triangles and the omissions as JSON
    #[arg(long)]
    pub json: bool,

    #[command(flatten)]
    pub robot_file: RobotFileArguments,

    #[command(flatten)]
    pub python: PythonArguments,
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
    pub robot_file: RobotFileArguments,

    #[command(flatten)]
    pub python: PythonArguments,
}
