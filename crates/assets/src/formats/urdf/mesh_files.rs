//! Mesh files of links: found in packages, read once, and reported together where they cannot be used.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use glam::DAffine3;

use crate::error::unknown_kind;
use crate::formats::collada::Role;
use crate::formats::urdf::Import;
use crate::formats::{collada, gltf, obj, stl};
use crate::model::{MaterialId, MeshId, TextureId};
use crate::paths::{absolute, beside, read_file};
use crate::warnings::names;
use crate::{AssetError, Format, Model, ReadError, Warnings};

/// A mesh of a mesh file.
#[derive(Clone)]
pub(super) struct Part {
    pub mesh: MeshId,
    pub materials: Vec<Option<MaterialId>>,
    pub piece_from_part: DAffine3,
}

impl Import<'_> {
    /// The meshes of a file, which is read once; `None` for one that cannot be used, which is reported at the end.
    pub(super) fn parts(&mut self, reference: &str, place: &str) -> Option<Vec<Part>> {
        let parts = self.resolve(reference).and_then(|file| {
            if let Some(known) = self.parts.get(&file) {
                return known.clone();
            }
            let parts = self.load(&file).map(|part| self.take_in(part));
            self.parts.insert(file, parts.clone());
            parts
        });
        parts
            .map_err(|problem| {
                let lines =
                    self.unusable.entry(problem).or_default().entry(reference.to_owned()).or_default();
                lines.push(place.to_owned());
            })
            .ok()
    }

    /// One message for each problem, with the files that have it and their lines.
    pub(super) fn problems_of_mesh_files(&self) -> Vec<String> {
        let message = |(problem, files): (&String, &BTreeMap<String, Vec<String>>)| {
            let file = |(file, lines): (&String, &Vec<String>)| {
                format!("mesh {file} ({})", names(lines.iter().map(String::as_str)))
            };
            let files: Vec<String> = files.iter().map(file).collect();
            format!("{problem}: {}", names(files.iter().map(String::as_str)))
        };
        self.unusable.iter().map(message).collect()
    }

    fn load(&mut self, file: &Path) -> Result<Model, String> {
        let format = Format::of(file).map_err(|error| match error {
            AssetError::UnknownFormat { extension, .. } => unknown_kind(&extension),
            other => other.to_string(),
        })?;
        let bytes = read_file(file).map_err(|error| match error {
            AssetError::Unreadable { path, error } if error.kind() == std::io::ErrorKind::NotFound => {
                format!("not in {}", path.parent().unwrap_or(Path::new("")).display())
            }
            other => other.to_string(),
        })?;
        let mut warnings = Warnings::default();
        let model = match format {
            Format::Stl => stl::read(&bytes, file, self.budget, &mut warnings),
            Format::Obj => obj::read(&bytes, file, &self.roots, self.budget, &mut warnings),
            Format::Gltf => gltf::read(&bytes, file, &self.roots, self.budget, &mut warnings),
            Format::Collada => {
                collada::read(&bytes, file, &self.roots, Role::LinkMesh, self.budget, &mut warnings)
            }
            Format::Blend | Format::Urdf => {
                return Err("a mesh is an .stl, .obj, .dae, .glb or .gltf file".to_owned());
            }
        };
        self.warnings.absorb(&file.display().to_string(), warnings);
        model.map_err(|error: ReadError| format!("{}: {error}", file.display()))
    }

    /// Moves meshes and materials of a file into the model.
    fn take_in(&mut self, mut part: Model) -> Vec<Part> {
        let (meshes, materials) = (self.model.meshes.len(), self.model.materials.len());
        let textures = self.model.textures.len();
        let world_from_nodes = part.world_from_nodes();
        for material in &mut part.materials {
            let moved = |texture: TextureId| TextureId::new(textures + texture.index());
            material.texture = material.texture.map(moved);
            for layer in &mut material.layers {
                layer.texture = moved(layer.texture);
            }
        }
        self.model.meshes.append(&mut part.meshes);
        self.model.materials.append(&mut part.materials);
        self.model.textures.append(&mut part.textures);
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

    /// The file at a reference: `package://NAME/…`, `model://NAME/…`, `file://…`, or relative to the URDF file. A third
    /// slash after `package:` does not count.
    fn resolve(&self, reference: &str) -> Result<PathBuf, String> {
        let reference = reference.trim().replace('\\', "/");
        let Some(in_package) =
            ["package:", "model:"].iter().find_map(|scheme| reference.strip_prefix(scheme))
        else {
            let path = reference.strip_prefix("file:").map_or(reference.clone(), |path| {
                // The name of a computer between two slashes and the path is empty.
                format!("/{}", path.trim_start_matches('/'))
            });
            return beside(self.path, &path, &self.roots);
        };
        let in_package = in_package.trim_start_matches('/');
        let (package, inner) = in_package.split_once('/').ok_or("it names a package and no file")?;
        let inner = inner.trim_start_matches('/');
        if package.is_empty() || package == ".." || package == "." {
            return Err("it names no package".to_owned());
        }
        let mut without_file = None;
        for folder in &self.packages {
            // The folder itself may be the package, when it is in the resource path.
            let is_itself = folder.file_name().is_some_and(|name| name == package);
            for root in [Some(folder.join(package)), is_itself.then(|| folder.clone())].into_iter().flatten()
            {
                let path = absolute(&root.join(inner));
                if !path.starts_with(&root) {
                    return Err("it leads out of its package".to_owned());
                }
                if path.is_file() {
                    return Ok(path);
                }
                if root.is_dir() {
                    without_file.get_or_insert(root);
                }
            }
        }
        Err(match without_file {
            Some(root) => format!("package {package} is {} and has no such file", root.display()),
            None => format!(
                "package {package} is in no resource folder: add the folder that holds {package} to MORSE_RESOURCE_PATH"
            ),
        })
    }
}
