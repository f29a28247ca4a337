//! Mesh files that robot descriptions refer to: read by their kind, and taken into the model of the robot.

use std::f64::consts::FRAC_PI_2;
use std::path::{Path, PathBuf};

use glam::DAffine3;

use crate::error::unknown_kind;
use crate::formats::collada::Role;
use crate::formats::{collada, gltf, obj, stl};
use crate::limits::Budget;
use crate::model::{MaterialId, MeshId, TextureId};
use crate::paths::{Roots, read_file};
use crate::{AssetError, Format, Model, Warnings};

/// A mesh of a mesh file.
#[derive(Clone)]
pub(in crate::formats) struct Part {
    pub mesh: MeshId,
    pub materials: Vec<Option<MaterialId>>,
    pub piece_from_part: DAffine3,
}

/// Reads a mesh file that has triangles. Its warnings begin with its path.
pub(in crate::formats) fn read_mesh_file(
    file: &Path,
    roots: &Roots,
    budget: &mut Budget,
    warnings: &mut Warnings,
) -> Result<Model, String> {
    let model = read_points_or_mesh_file(file, roots, budget, warnings)?;
    if model.meshes.iter().all(|mesh| mesh.triangles.is_empty()) {
        return Err(format!("{}: it has no triangles", file.display()));
    }
    Ok(model)
}

/// Reads a mesh file, which may have no triangles. Its warnings begin with its path.
pub(in crate::formats) fn read_points_or_mesh_file(
    file: &Path,
    roots: &Roots,
    budget: &mut Budget,
    warnings: &mut Warnings,
) -> Result<Model, String> {
    let format = Format::of(file).map_err(|error| match error {
        AssetError::UnknownFormat { extension, .. } => unknown_kind(&extension),
        other => other.to_string(),
    })?;
    let bytes = read_file(file).map_err(|error| match error {
        AssetError::Unreadable { path, error } if error.kind() == std::io::ErrorKind::NotFound => {
            format!("not in {}", without_links(path.parent().unwrap_or(Path::new(""))).display())
        }
        other => other.to_string(),
    })?;
    let mut own = Warnings::default();
    let model = match format {
        Format::Stl => stl::read(&bytes, file, budget, &mut own),
        Format::Obj => obj::read(&bytes, file, roots, budget, &mut own),
        Format::Gltf => gltf::read(&bytes, file, roots, budget, &mut own).map(with_own_axes),
        Format::Collada => collada::read(&bytes, file, roots, Role::LinkMesh, budget, &mut own),
        Format::Blend | Format::Urdf | Format::Mjcf | Format::Sdf | Format::Generated => {
            return Err("a mesh is an .stl, .obj, .dae, .glb or .gltf file".to_owned());
        }
    };
    warnings.absorb(&file.display().to_string(), own);
    model.map_err(|error| format!("{}: {error}", file.display()))
}

/// A model of a glTF file in the axes of its file: tools for robots take meshes as they are, although y is up in glTF files.
fn with_own_axes(mut model: Model) -> Model {
    let file_from_model = DAffine3::from_rotation_x(-FRAC_PI_2);
    for node in model.nodes.iter_mut().filter(|node| node.parent.is_none()) {
        node.parent_from_node = file_from_model * node.parent_from_node;
    }
    model
}

/// A path without symbolic links, as far as its folders exist: the folders of packages instead of links to them, which expanded xacro
/// files have.
fn without_links(path: &Path) -> PathBuf {
    let mut known = path.ancestors();
    let real = known.find_map(|above| Some((above.canonicalize().ok()?, above)));
    match real.and_then(|(real, above)| Some(real.join(path.strip_prefix(above).ok()?))) {
        Some(real) => real,
        None => path.to_path_buf(),
    }
}

/// Moves meshes, materials and images of a file into a model.
pub(in crate::formats) fn take_in(model: &mut Model, mut part: Model) -> Vec<Part> {
    let (meshes, materials, textures) = (model.meshes.len(), model.materials.len(), model.textures.len());
    let world_from_nodes = part.world_from_nodes();
    for material in &mut part.materials {
        let moved = |texture: TextureId| TextureId::new(textures + texture.index());
        material.texture = material.texture.map(moved);
        for layer in &mut material.layers {
            layer.texture = moved(layer.texture);
        }
    }
    model.meshes.append(&mut part.meshes);
    model.materials.append(&mut part.materials);
    model.textures.append(&mut part.textures);
    let nodes = part.nodes.iter().zip(world_from_nodes);
    let parts = nodes.filter_map(|(node, world_from_node)| {
        let slot = |slot: &Option<MaterialId>| slot.map(|slot| MaterialId::new(materials + slot.index()));
        Some(Part {
            mesh: MeshId::new(meshes + node.mesh()?.index()),
            materials: node.materials.iter().map(slot).collect(),
            piece_from_part: world_from_node,
        })
    });
    parts.collect()
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn mesh_file_without_triangles_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("empty.stl");
        std::fs::write(&file, "solid a\nendsolid a\n").unwrap();
        let (mut budget, mut warnings) = (Budget::default(), Warnings::default());
        let problem = read_mesh_file(&file, &Roots::none(), &mut budget, &mut warnings).unwrap_err();
        assert!(problem.ends_with("empty.stl: it has no triangles"), "{problem}");
    }

    #[test]
    fn path_of_a_missing_mesh_names_the_folder_behind_a_link() {
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().canonicalize().unwrap();
        std::fs::create_dir_all(place.join("package/meshes")).unwrap();
        std::fs::create_dir(place.join("cache")).unwrap();
        std::os::unix::fs::symlink(place.join("package"), place.join("cache/link")).unwrap();
        let found = without_links(&place.join("cache/link/meshes/gone"));
        assert_eq!(found, place.join("package/meshes/gone"));
    }
}
