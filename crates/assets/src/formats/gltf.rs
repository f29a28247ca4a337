//! glTF 2.0, as .glb or as .gltf with its buffers.
//!
//! glTF has y up. Every point and every frame is rotated to z up, (x, y, z) → (x, −z, y), which reverses the rotation
//! of Blender's exporter, so that a model exported by Blender gets its original frames.

mod accessor;
mod buffers;
mod container;
mod draco;
mod extras;
mod instances;
mod joint;
mod lights_cameras;
mod material;
mod mesh;
mod meshopt;
mod node_name;
mod nodes;
mod place;
mod skeleton;
mod skin;
#[cfg(test)]
mod tests;
mod upright;
mod write;

pub use crate::formats::gltf::write::{Written, write};

use std::path::Path;

use gltf_json::Root;
use gltf_json::animation::{Channel, Property};
use gltf_json::validation::Checked;

use crate::formats::gltf::buffers::Buffers;
use crate::limits::Budget;
use crate::paths::Roots;
use crate::warnings::names;
use crate::{Model, ReadError, Warnings};

/// Extensions that do not affect the model, and those that are supported.
const KNOWN_EXTENSIONS: [&str; 13] = [
    draco::EXTENSION,
    instances::EXTENSION,
    meshopt::EXTENSIONS[0],
    meshopt::EXTENSIONS[1],
    material::SPECULAR_GLOSSINESS,
    "KHR_lights_punctual",
    "KHR_mesh_quantization",
    "KHR_node_visibility",
    mesh::coordinates::TRANSFORM,
    "KHR_materials_emissive_strength",
    "KHR_materials_ior",
    "KHR_materials_specular",
    "KHR_materials_unlit",
];

/// Beginnings of the names of extensions that change the look of surfaces only. A file that requires one has the right
/// shapes without it.
const LOOKS: [&str; 8] = [
    "ADOBE_materials_",
    "EXT_lights_",
    "EXT_materials_",
    "EXT_texture_",
    "KHR_environment_map",
    "KHR_materials_",
    "KHR_texture_",
    "MSFT_texture_",
];

/// Reads a file. Buffers and images are looked for beside `path`, inside `roots`.
pub(crate) fn read(
    bytes: &[u8],
    path: &Path,
    roots: &Roots,
    budget: &mut Budget,
    warnings: &mut Warnings,
) -> Result<Model, ReadError> {
    budget.bytes(bytes.len(), "file")?;
    let (json, binary) = container::split(bytes)?;
    let root: Root = serde_json::from_slice(json).map_err(|error| {
        ReadError::new(
            format!("JSON, line {} column {}", error.line(), error.column()),
            error.to_string(),
            "check the file with a glTF validator, or export it again",
        )
    })?;
    check(&root, warnings)?;
    let buffers = Buffers::read(&root, binary, path, roots, budget)?;
    let generator = root.asset.generator.as_deref().unwrap_or("unknown program");
    let mut import = Import {
        root: &root,
        buffers: &buffers,
        path,
        roots,
        model: Model { generator: format!("glTF {}, {generator}", root.asset.version), ..Model::default() },
        budget,
        warnings,
    };
    import.materials();
    let weights = import.meshes()?;
    import.nodes(&weights)?;
    let mut model = import.model;
    model.put_right(warnings);
    model.make_links(warnings);
    Ok(model)
}

/// Reads a file that refers to no other.
///
/// # Errors
/// If the bytes are not a valid file; the error names a remedy.
pub fn read_alone(bytes: &[u8], warnings: &mut Warnings) -> Result<Model, ReadError> {
    read(bytes, Path::new("memory.glb"), &Roots::none(), &mut Budget::default(), warnings)
}

/// The import of one file into the model.
struct Import<'a> {
    root: &'a Root,
    buffers: &'a Buffers<'a>,
    path: &'a Path,
    roots: &'a Roots,
    model: Model,
    budget: &'a mut Budget,
    warnings: &'a mut Warnings,
}

fn check(root: &Root, warnings: &mut Warnings) -> Result<(), ReadError> {
    if !root.asset.version.starts_with("2.") {
        return Err(ReadError::new(
            "asset.version",
            format!("is {}, and 2.x can be read", root.asset.version),
            "export the model as glTF 2.0",
        ));
    }
    let unknown = |name: &&String| !KNOWN_EXTENSIONS.contains(&name.as_str());
    let is_look = |name: &&String| LOOKS.iter().any(|look| name.starts_with(look));
    if let Some(name) = root.extensions_required.iter().filter(unknown).find(|name| !is_look(name)) {
        return Err(ReadError::new(
            "extensionsRequired",
            format!("the file cannot be read without {name}, which is not known here"),
            "export the model without it",
        ));
    }
    // Some files list an extension in one of the two lists only.
    let named = root.extensions_used.iter().chain(&root.extensions_required);
    let mut unknown: Vec<&String> = named.filter(unknown).collect();
    unknown.sort();
    unknown.dedup();
    let (looks, others): (Vec<&String>, Vec<&String>) = unknown.into_iter().partition(|name| is_look(name));
    let is_glossy = |name: &String| name == material::SPECULAR_GLOSSINESS;
    if root.extensions_used.iter().chain(&root.extensions_required).any(is_glossy) {
        warnings.add(format!("of {}, colors and images are read", material::SPECULAR_GLOSSINESS));
    }
    for (list, effect) in [(looks, "; surfaces have their plain colors"), (others, "")] {
        if !list.is_empty() {
            let list = names(list.into_iter().map(String::as_str));
            warnings.add(format!("extensions that are not known are left out: {list}{effect}"));
        }
    }
    if !root.animations.is_empty() {
        warnings.add(format!("{} animations do not play", root.animations.len()));
    }
    let is_morph = |channel: &Channel| channel.target.path == Checked::Valid(Property::MorphTargetWeights);
    let morphs =
        root.animations.iter().enumerate().filter(|(_, animation)| animation.channels.iter().any(is_morph));
    let morphs: Vec<String> = morphs
        .map(|(index, animation)| animation.name.clone().unwrap_or_else(|| format!("animation {index}")))
        .collect();
    if !morphs.is_empty() {
        let list = names(morphs.iter().map(String::as_str));
        warnings.add(format!("morph targets keep their weights; animations of them are left out: {list}"));
    }
    Ok(())
}
