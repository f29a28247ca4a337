//! Errors of loading assets: the file, the place in it, the problem and the remedy.

mod read_error;

use std::io;
use std::path::PathBuf;

use crate::limits::FILE_BYTES_MAX;

pub use crate::error::read_error::ReadError;

/// Why an asset could not be loaded.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum AssetError {
    /// No folder of the search path has such a file.
    #[error(
        "no asset called \"{name}\"{}: looked for {}; correct the name, or add its folder to MORSE_RESOURCE_PATH",
        near(.nearest.as_deref()),
        list(.tried)
    )]
    NotFound {
        /// The name that was requested.
        name: String,
        /// All file paths that were tried, in order.
        tried: Vec<PathBuf>,
        /// The most similar name that exists.
        nearest: Option<String>,
    },
    /// The name leads out of the resource folders.
    #[error(
        "asset \"{name}\" leads out of the resource folders: name a file below one of them, or add its folder to MORSE_RESOURCE_PATH"
    )]
    Outside {
        /// The name that was requested.
        name: String,
    },
    /// No reader supports this file extension.
    #[error("{}: {}", path.display(), unknown_kind(extension))]
    UnknownFormat {
        /// The file.
        path: PathBuf,
        /// Its extension without the dot, in lower case; empty if there is none.
        extension: String,
    },
    /// The file is larger than the limit.
    #[error(
        "{}: more than {} MiB, which is the limit: split the file or simplify its meshes",
        path.display(),
        FILE_BYTES_MAX >> 20
    )]
    TooLarge {
        /// The file.
        path: PathBuf,
    },
    /// The operating system reported an error while reading the file.
    #[error("{}: cannot be read: {error}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The error of the operating system.
        #[source]
        error: io::Error,
    },
    /// Files that it refers to cannot be used.
    #[error("{}: {}", path.display(), problems.join("; "))]
    MissingFiles {
        /// The file.
        path: PathBuf,
        /// The place, the reference and the problem of each.
        problems: Vec<String>,
    },
    /// The contents of the file are not valid for its format.
    #[error("{}: {error}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The place and the problem.
        #[source]
        error: ReadError,
    },
}

fn list(paths: &[PathBuf]) -> String {
    if paths.is_empty() {
        return "nothing, as there is no resource folder".to_owned();
    }
    paths.iter().map(|path| path.display().to_string()).collect::<Vec<_>>().join(", ")
}

fn near(name: Option<&str>) -> String {
    name.map(|name| format!(" (did you mean {name}?)")).unwrap_or_default()
}

pub(crate) fn unknown_kind(extension: &str) -> String {
    let known = "known are .blend (Blender 2.60 to 5.0), .dae, .glb, .gltf, .obj, .sdf, .stl, .urdf, .world (SDF) and .xml (MuJoCo)";
    match extension {
        "" => format!("the file name has no extension; {known}"),
        "fbx" | "3ds" | "x3d" | "ply" | "usd" | "usdz" => {
            format!(".{extension} files cannot be read: export the model as glTF (.glb); {known}")
        }
        "xacro" => format!(
            ".xacro files are programs and run only where a script or the command line names them; elsewhere, name the \
             .urdf that xacro writes; {known}"
        ),
        _ => format!(".{extension} is not a kind of asset; {known}"),
    }
}
