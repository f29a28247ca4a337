//! Converts the blocks of a file, and of the files it links to, to a model.

mod armature;
mod attributes;
mod background;
mod collections;
mod constraints;
mod custom_properties;
mod faces;
mod lights_cameras;
mod links;
mod logic;
mod material;
mod mesh;
mod modifiers;
mod object;
mod omissions;
mod physics;
mod pose;
mod rigid_body;
mod scene;
mod shader_nodes;

pub(in crate::formats::blend) use constraints::Joints;
pub(in crate::formats::blend) use rigid_body::fit_ball;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::formats::blend::file::BlendFile;
use crate::formats::blend::header::{Header, NEWEST_KNOWN, as_written};
use crate::formats::blend::import::links::Links;
use crate::formats::blend::import::logic::motions::Motions;
use crate::formats::blend::import::omissions::Omissions;
use crate::formats::blend::instances::{Library, LinkedMesh, connect_meshes, expand};
use crate::formats::blend::read_at::ReadAt;
use crate::formats::blend::source::Source;
use crate::formats::blend::view::View;
use crate::limits::{Budget, LINKS_MAX};
use crate::model::{MaterialId, MeshId, Model, NodeId, TextureId};
use crate::paths::Roots;
use crate::{ReadError, Warnings};

/// Reads a file and the groups that it shows from other files.
pub(super) fn import(
    source: Source<'_>,
    path: &Path,
    roots: &Roots,
    budget: &mut Budget,
    warnings: &mut Warnings,
) -> Result<Model, ReadError> {
    let mut model = Model::default();
    // Index of each file in `libraries`; an entry stays empty if the file could not be read.
    let mut paths = vec![path.to_path_buf()];
    let mut libraries = vec![import_one(source, path, roots, &mut paths, &mut model, budget, warnings)?];
    while let Some(linked) = paths.get(libraries.len()).cloned() {
        let mut own_warnings = Warnings::default();
        let read = Source::open(&linked).map_err(|error| error.to_string()).and_then(|source| {
            import_one(source, &linked, roots, &mut paths, &mut model, budget, &mut own_warnings)
                .map_err(|error| error.to_string())
        });
        warnings.absorb(&linked.display().to_string(), own_warnings);
        libraries.push(read.unwrap_or_else(|error| {
            warnings.add(format!("linked file {}: {error}; its objects are left out", linked.display()));
            Library::default()
        }));
    }
    connect_meshes(&model, &mut libraries, warnings);
    let joints = std::mem::take(&mut libraries[0].joints);
    expand(&mut model, libraries, budget, warnings)?;
    model.put_right(warnings);
    Joints::stand_on_world(&mut model);
    model.make_links(warnings);
    joints.complete(&mut model, budget, warnings)?;
    Ok(model)
}

fn import_one(
    source: Source<'_>,
    path: &Path,
    roots: &Roots,
    paths: &mut Vec<PathBuf>,
    model: &mut Model,
    budget: &mut Budget,
    warnings: &mut Warnings,
) -> Result<Library, ReadError> {
    let place = path.display().to_string();
    budget.bytes(usize::try_from(source.length()).unwrap_or(usize::MAX), &place)?;
    let file = BlendFile::read(source)?;
    let is_first = model.generator.is_empty();
    let links = Links::of(&file, path, roots, paths, LINKS_MAX, warnings);
    if is_first {
        let Header { version, pointer_bytes, .. } = file.header;
        model.generator = format!("Blender {}, {} bit", as_written(version), pointer_bytes * 8);
        model.name = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
        model.scene = scene::settings(&file);
    }
    if file.header.version > NEWEST_KNOWN {
        warnings.add(format!(
            "it is of Blender {}, which is newer than {}: data in formats of that version are left out",
            as_written(file.header.version),
            as_written(NEWEST_KNOWN)
        ));
    }
    let mut omissions = Omissions::default();
    let motions = Motions::of(&file, &mut omissions);
    let mut import = Import {
        file: &file,
        folder: path.parent().unwrap_or(Path::new("")),
        links,
        model,
        budget,
        warnings,
        omissions,
        motions,
        nodes: BTreeMap::new(),
        meshes: BTreeMap::new(),
        mesh_names: BTreeMap::new(),
        linked_meshes: BTreeMap::new(),
        materials: BTreeMap::new(),
        textures: BTreeMap::new(),
        has_bodies: false,
        is_first,
    };
    let library = import.objects()?;
    if is_first && let Some(scene) = file.with_code(b"SC").next().filter(View::is_modern) {
        import.background(&scene)?;
    }
    let Import { omissions, warnings, .. } = import;
    omissions.report(warnings);
    file.failure()?;
    Ok(library)
}

/// The import of one file into the model. The maps lead from blocks to model indices.
struct Import<'a, 'm> {
    file: &'a BlendFile<'a>,
    folder: &'a Path,
    links: Links,
    model: &'m mut Model,
    budget: &'m mut Budget,
    warnings: &'m mut Warnings,
    omissions: Omissions,
    motions: Motions,
    nodes: BTreeMap<u32, NodeId>,
    /// By mesh, and by object if its modifiers change the mesh.
    meshes: BTreeMap<(u32, Option<u32>), MeshId>,
    /// Meshes as they are stored, by name, with the materials of the first object that has them.
    mesh_names: BTreeMap<String, (MeshId, Vec<Option<MaterialId>>)>,
    linked_meshes: BTreeMap<NodeId, LinkedMesh>,
    materials: BTreeMap<u32, MaterialId>,
    textures: BTreeMap<u32, TextureId>,
    /// Whether an object of the file is a rigid body of Blender 2.80 or later.
    has_bodies: bool,
    /// Whether it is the file itself, not one that it links to.
    is_first: bool,
}
