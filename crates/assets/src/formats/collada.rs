//! COLLADA 1.4 and 1.5: the meshes of a scene with their materials and images.
//!
//! Animations, skinning, lights and cameras are left out.

mod geometry;
mod material;
mod scene;
mod source;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::path::Path;

use glam::{DAffine3, DMat3, DVec3};

use crate::formats::collada::geometry::Geometry;
use crate::formats::xml::{self, Element};
use crate::limits::Budget;
use crate::model::MaterialId;
use crate::paths::Roots;
use crate::warnings::names;
use crate::{Model, ReadError, Warnings};

/// Nesting depth of elements. Skeletons are long chains of nodes.
const DEPTH_MAX: usize = 256;
const REMEDY: &str = "export it again, or as glTF (.glb)";

/// The role of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// A model: its up axis becomes z.
    Model,
    /// A mesh of a robot. Tools of ROS take its axes for those of the link, whichever axis the file calls up.
    LinkMesh,
}

/// Reads a file. Images are looked for beside `path`, inside `roots`.
pub(crate) fn read(
    bytes: &[u8],
    path: &Path,
    roots: &Roots,
    role: Role,
    budget: &mut Budget,
    warnings: &mut Warnings,
) -> Result<Model, ReadError> {
    budget.bytes(bytes.len(), "file")?;
    let text = xml::text_of(bytes)?;
    let document = xml::parse(text, DEPTH_MAX, REMEDY)?;
    let root = Element(document.root_element());
    if root.name() != "COLLADA" {
        let problem = format!("is <{}>, and a COLLADA file begins with <COLLADA>", root.name());
        return Err(ReadError::new(root.place(), problem, "check that it is a COLLADA file"));
    }
    let elements = root.0.descendants().map(Element);
    let by_id = elements.filter_map(|element| Some((element.attribute("id")?, element))).collect();
    let mut import = Import {
        path,
        roots,
        by_id,
        model: Model { generator: "COLLADA".to_owned(), ..Model::default() },
        budget,
        warnings,
        geometries: BTreeMap::new(),
        materials: BTreeMap::new(),
        unknown: BTreeMap::new(),
    };
    import.scene(root, model_from_file(root, role)?)?;
    if role == Role::Model && !import.unknown.is_empty() {
        let list = names(import.unknown.keys().map(String::as_str));
        import.warnings.add(format!("elements without a meaning here are left out: {list}"));
    }
    let mut model = import.model;
    model.put_right(warnings);
    Ok(model)
}

/// Reads a file without its images.
///
/// # Errors
/// If the bytes are not a valid file; the error names a remedy.
pub fn read_alone(bytes: &[u8], warnings: &mut Warnings) -> Result<Model, ReadError> {
    read(bytes, Path::new("memory.dae"), &Roots::none(), Role::Model, &mut Budget::default(), warnings)
}

/// The import of one file into the model.
struct Import<'a, 'x> {
    path: &'a Path,
    roots: &'a Roots,
    by_id: BTreeMap<&'x str, Element<'x, 'x>>,
    model: Model,
    budget: &'a mut Budget,
    warnings: &'a mut Warnings,
    /// The geometries and materials that have been read, by their place in the text.
    geometries: BTreeMap<usize, Geometry<'x>>,
    materials: BTreeMap<usize, MaterialId>,
    /// Names of elements that are left out.
    unknown: BTreeMap<String, ()>,
}

impl<'x> Import<'_, 'x> {
    /// The element that an attribute refers to, as `#id`.
    fn target(&mut self, element: Element<'x, 'x>, attribute: &str) -> Option<Element<'x, 'x>> {
        let reference = element.attribute(attribute)?;
        let found = reference.strip_prefix('#').and_then(|id| self.by_id.get(id)).copied();
        if found.is_none() {
            let reference: String = reference.chars().take(60).collect();
            self.warnings.add(format!(
                "{}: {attribute} \"{reference}\" of <{}> is not in the file; it is left out",
                element.place(),
                element.name()
            ));
        }
        found
    }

    fn leave_out(&mut self, element: Element<'x, 'x>) {
        self.unknown.insert(element.name().to_owned(), ());
    }
}

/// The frame of the file in that of the model, from its unit and its up axis.
fn model_from_file(root: Element<'_, '_>, role: Role) -> Result<DAffine3, ReadError> {
    let asset = root.child("asset");
    let unit = asset.and_then(|asset| asset.child("unit"));
    let meters = unit.map(|unit| unit.number("meter")).transpose()?.flatten().unwrap_or(1.0);
    let meters = if meters > 0.0 { meters } else { 1.0 };
    let up_axis = asset.and_then(|asset| asset.child("up_axis")).and_then(|axis| axis.0.text());
    // COLLADA 1.4, chapter 5, "up_axis": the file's axes that point right, up and towards the viewer.
    let turn = match up_axis.map(str::trim) {
        _ if role == Role::LinkMesh => DMat3::IDENTITY,
        Some("Z_UP") => DMat3::IDENTITY,
        Some("X_UP") => DMat3::from_cols(DVec3::Z, DVec3::NEG_X, DVec3::NEG_Y),
        _ => DMat3::from_cols(DVec3::X, DVec3::Z, DVec3::NEG_Y),
    };
    Ok(DAffine3::from_mat3(turn * meters))
}
