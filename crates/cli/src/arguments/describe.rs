//! Options of the commands that describe components and asset files: `morse catalogue` and `morse inspect`.

use clap::Args;

/// Options of `morse catalogue`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  morse catalogue                 all components\n  \
                  morse catalogue Odometry        one: fields, properties, levels, services\n  \
                  morse catalogue --json          everything, for programs")]
pub struct CatalogueArguments {
    /// Name in scripts (Odometry) or class path (morse.sensors.odometry.Odometry)
    pub name: Option<String>,

    /// Prints JSON
    #[arg(long)]
    pub json: bool,
}

/// `morse inspect`
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  morse inspect robots/atrv            a file of MORSE_RESOURCE_PATH or of the installed data\n  \
                  morse inspect my_robot.glb --json    everything but the vertices, for programs"
)]
pub struct InspectArguments {
    /// A .blend (Blender 2.60 to 2.79), .glb, .gltf, .obj, .stl or .urdf file, or the name of an asset
    #[arg(value_name = "FILE")]
    pub file: String,

    /// Prints JSON
    #[arg(long)]
    pub json: bool,
}
