//! Loads a file into a model; the extension selects the reader.

use std::path::{Path, PathBuf};

use serde::Serialize;

use crate::formats::{blend, collada, gltf, mjcf, obj, sdf, stl, urdf};
use crate::limits::{Budget, FILE_BYTES_MAX};
use crate::model::Model;
use crate::paths::{Roots, absolute, read_file};
use crate::{AssetError, ReadError, SearchPath, Warnings};

/// A kind of asset file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Format {
    /// A Blender file, `.blend`.
    Blend,
    /// .glb and .gltf
    Gltf,
    /// COLLADA, `.dae`.
    Collada,
    /// A model of MuJoCo, `.xml` or `.mjcf`.
    Mjcf,
    /// A Wavefront file, `.obj`.
    Obj,
    /// A model or a world of Gazebo, `.sdf` or `.world`.
    Sdf,
    /// A stereolithography file, `.stl`.
    Stl,
    /// A robot description, `.urdf`.
    Urdf,
    /// Not a file: the model is made from its name.
    Generated,
}

impl Format {
    /// The kind of a file by its extension, upper or lower case.
    ///
    /// # Errors
    /// For any other extension, with a remedy.
    pub fn of(path: &Path) -> Result<Format, AssetError> {
        let extension = path.extension().map(|extension| extension.to_string_lossy().to_lowercase());
        match extension.as_deref().unwrap_or_default() {
            "blend" => Ok(Format::Blend),
            "glb" | "gltf" => Ok(Format::Gltf),
            "dae" => Ok(Format::Collada),
            "xml" | "mjcf" => Ok(Format::Mjcf),
            "obj" => Ok(Format::Obj),
            "sdf" | "world" => Ok(Format::Sdf),
            "stl" => Ok(Format::Stl),
            "urdf" => Ok(Format::Urdf),
            other => Err(AssetError::UnknownFormat { path: path.to_path_buf(), extension: other.to_owned() }),
        }
    }
}

/// A file that was read.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// Its contents.
    pub model: Model,
    /// Its kind.
    pub format: Format,
    /// Omissions and corrections of the reader; each message names the object.
    pub warnings: Vec<String>,
}

/// Loads one file that the user names. It may refer to files below its own folder, beside it, and of its project: a repository, or
/// a package of ROS or Python.
///
/// # Errors
/// When the file cannot be read, is of another kind, or is damaged.
pub fn load(path: &Path) -> Result<Loaded, AssetError> {
    load_within(path, &SearchPath::default().with_paths_from(Path::new(".")))
}

/// Loads one file, which may also refer to files in the resource folders.
///
/// # Errors
/// When the file cannot be read, is of another kind, or is damaged.
pub fn load_within(path: &Path, search_path: &SearchPath) -> Result<Loaded, AssetError> {
    let file = path;
    let path = absolute(file);
    let roots = Roots::of(&path, search_path.folders(), search_path.may_read_all());
    if Format::of(&path).is_ok_and(|format| format == Format::Blend) {
        let (mut budget, mut warnings) = (Budget::default(), Warnings::default());
        let model = blend::read_file(file, &path, &roots, &mut budget, &mut warnings)?;
        return Ok(loaded(model, Format::Blend, &path, warnings));
    }
    read(&path, &read_file(file)?, &roots, search_path)
}

/// Reads a file from memory; it may not refer to other files. The extension of `name` selects the format.
///
/// # Errors
/// When it is of another kind, or damaged.
pub fn load_bytes(name: &str, bytes: &[u8]) -> Result<Loaded, AssetError> {
    read(Path::new(name), bytes, &Roots::none(), &SearchPath::default())
}

/// Reads a URDF text, such as one sent by a client. The limits of files hold. It may refer to meshes in the
/// resource folders only: by `package://` or an absolute path.
///
/// # Errors
/// When it is too long, damaged, or refers to a mesh that cannot be used.
pub fn load_urdf_text(text: &str, search_path: &SearchPath) -> Result<Loaded, AssetError> {
    // Relative references of a text lead into this folder, which is not a resource folder.
    let name = Path::new("/text.urdf");
    if text.len() as u64 > FILE_BYTES_MAX {
        return Err(AssetError::TooLarge { path: PathBuf::from("text") });
    }
    let (mut budget, mut warnings) = (Budget::default(), Warnings::default());
    let access = urdf::FileAccess::of_text(name, search_path);
    let (mut model, missing) = urdf::read_text(text, access, &mut budget, &mut warnings)
        .map_err(|error| AssetError::Damaged { path: PathBuf::from("text"), error })?;
    if !missing.is_empty() {
        return Err(AssetError::MissingFiles { path: PathBuf::from("text"), problems: missing });
    }
    if model.name.is_empty() {
        "text".clone_into(&mut model.name);
    }
    Ok(Loaded { model, format: Format::Urdf, warnings: warnings.into_messages() })
}

fn read(path: &Path, bytes: &[u8], roots: &Roots, search_path: &SearchPath) -> Result<Loaded, AssetError> {
    let format = Format::of(path)?;
    let (mut budget, mut warnings) = (Budget::default(), Warnings::default());
    let model = match format {
        Format::Blend => blend::read(bytes, path, roots, &mut budget, &mut warnings),
        Format::Gltf => gltf::read(bytes, path, roots, &mut budget, &mut warnings),
        Format::Collada => {
            collada::read(bytes, path, roots, collada::Role::Model, &mut budget, &mut warnings)
        }
        Format::Mjcf => mjcf::read(bytes, path, roots, &mut budget, &mut warnings),
        Format::Obj => obj::read(bytes, path, roots, &mut budget, &mut warnings),
        Format::Sdf => sdf::read(bytes, path, search_path, &mut budget, &mut warnings),
        Format::Stl => stl::read(bytes, path, &mut budget, &mut warnings),
        Format::Urdf => urdf::read(bytes, path, search_path, &mut budget, &mut warnings),
        Format::Generated => {
            Err(ReadError::new("file", "a generated model has no file", "name a model file"))
        }
    };
    let model = model.map_err(|error| AssetError::Damaged { path: path.to_path_buf(), error })?;
    Ok(loaded(model, format, path, warnings))
}

/// A model without a name gets that of its file.
fn loaded(mut model: Model, format: Format, path: &Path, warnings: Warnings) -> Loaded {
    if let Some(stem) = path.file_stem().filter(|_| model.name.is_empty()) {
        model.name = stem.to_string_lossy().into_owned();
    }
    Loaded { model, format, warnings: warnings.into_messages() }
}
