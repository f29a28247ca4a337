//! SDF, the format of Gazebo: models of links and joints, and worlds of several models.
//!
//! Source: sdformat.org, "Specification" 1.4 to 1.12 and "Pose Frame Semantics". Lengths are meters, angles radians, and
//! z is up. Parts without a counterpart here (sensors, plugins, physics) are named in the warnings.

mod auto_inertia;
mod document;
mod files;
mod frames;
mod gearbox;
mod geometry;
mod height_map;
mod joint;
mod light;
mod link;
pub(in crate::formats) mod material;
mod material_script;
mod mesh_files;
mod models;
mod tag;
#[cfg(test)]
mod tests;
mod well_known;
mod world;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::formats::mesh_files::Part;
use crate::formats::sdf::files::Files;
use crate::formats::sdf::frames::Frames;
use crate::formats::sdf::material::Scripts;
use crate::formats::sdf::tag::Tag;
use crate::formats::xml;
use crate::limits::Budget;
use crate::model::{NodeId, TextureId};
use crate::warnings::names;
use crate::{Model, ReadError, SearchPath, Warnings};

const REMEDY: &str = "correct the file";

/// Reads a file. Models, meshes and images are looked for beside `path`, in the resource folders, and in those of
/// Gazebo's variables.
pub(crate) fn read(
    bytes: &[u8],
    path: &Path,
    search_path: &SearchPath,
    budget: &mut Budget,
    warnings: &mut Warnings,
) -> Result<Model, ReadError> {
    let files = Files::of_file(path, search_path, |name| std::env::var_os(name));
    read_with(bytes, path, &files, budget, warnings)
}

/// Reads a file that refers to no other.
///
/// # Errors
/// If the bytes are not a valid file; the error names a remedy.
pub fn read_alone(bytes: &[u8], warnings: &mut Warnings) -> Result<Model, ReadError> {
    read_with(bytes, Path::new("memory.sdf"), &Files::none(), &mut Budget::default(), warnings)
}

fn read_with(
    bytes: &[u8],
    path: &Path,
    files: &Files,
    budget: &mut Budget,
    warnings: &mut Warnings,
) -> Result<Model, ReadError> {
    let root = document::read(xml::text_of(bytes)?, path, files, budget, warnings)?;
    let mut import = Import {
        files,
        model: Model { generator: "SDF".to_owned(), ..Model::default() },
        budget,
        warnings,
        frames: Frames::default(),
        prefix: String::new(),
        links: BTreeMap::new(),
        mesh_files: BTreeMap::new(),
        images: BTreeMap::new(),
        scripts: BTreeMap::new(),
        image_scales: BTreeMap::new(),
        unusable: BTreeMap::new(),
        notes: BTreeMap::new(),
    };
    import.document(&root)?;
    let Import { mut model, notes, unusable, .. } = import;
    for (note, objects) in notes.iter().chain(&unusable) {
        warnings.add(format!("{note}: {}", names(objects.iter().map(String::as_str))));
    }
    model.put_right(warnings);
    Ok(model)
}

/// The import of one file into the model.
struct Import<'a> {
    files: &'a Files,
    model: Model,
    budget: &'a mut Budget,
    warnings: &'a mut Warnings,
    frames: Frames,
    /// Left out of the names of nodes: `arm::` in the file of the model `arm`.
    prefix: String,
    /// Nodes of links by full name.
    links: BTreeMap<String, NodeId>,
    /// Mesh files that have been read.
    mesh_files: BTreeMap<PathBuf, Result<Vec<Part>, String>>,
    images: BTreeMap<PathBuf, TextureId>,
    /// Material scripts that have been read.
    scripts: BTreeMap<PathBuf, Scripts>,
    /// Sizes of images of material scripts, as factors, by the indices of their materials.
    image_scales: BTreeMap<usize, [f32; 2]>,
    /// References that cannot be used, by problem.
    unusable: BTreeMap<String, Vec<String>>,
    /// Parts without a counterpart, with their names and places.
    notes: BTreeMap<String, Vec<String>>,
}

impl Import<'_> {
    /// The name of a node: its full name without the name of the model, if that is alone in its file.
    fn shown(&self, full: &str) -> String {
        full.strip_prefix(&self.prefix).unwrap_or(full).to_owned()
    }

    /// Records that an element has something that has no counterpart here.
    fn note(&mut self, what: &str, tag: &Tag) {
        let object = match tag.given("name") {
            Some(name) => format!("{name} ({})", tag.place()),
            None => tag.place(),
        };
        self.notes.entry(what.to_owned()).or_default().push(object);
    }

    /// Records the child elements that are not read.
    fn note_unsupported(&mut self, tag: &Tag, known: &[&str]) {
        for child in tag.children.iter().filter(|child| !known.contains(&child.name.as_str())) {
            let note = match (child.name.as_str(), tag.name.as_str()) {
                ("sensor" | "plugin", "link" | "joint" | "model") => {
                    format!(
                        "<{}> of a robot becomes a component by robot.append_declared() in a script",
                        child.name
                    )
                }
                (name, parent) => format!("<{name}> in <{parent}> is left out"),
            };
            self.note(&note, child);
        }
    }
}
