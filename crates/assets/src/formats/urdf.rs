//! URDF: links as nodes, joints kept as joints, visual and collision geometry as children of the links.
//!
//! The XML parser keeps line numbers, so that errors name the line and unsupported elements cause a warning. Link
//! frames follow the ROS convention: x forward, z up.

mod geometry;
mod joint;
mod link;
#[cfg(test)]
mod tests;
mod xml;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use roxmltree::{Document, ParsingOptions};

use crate::formats::urdf::xml::Element;
use crate::limits::{Budget, XML_DEPTH_MAX};
use crate::model::{Material, MaterialId, NodeId};
use crate::paths::{Roots, absolute};
use crate::warnings::names;
use crate::{Model, ReadError, SearchPath, Warnings};

/// Maximum number of elements and attributes of one file.
const XML_NODES_MAX: u32 = 1_000_000;

/// The folders in which a file may find other files.
pub(crate) struct FileAccess<'a> {
    path: &'a Path,
    roots: Roots,
    /// Folders that may hold packages.
    packages: Vec<PathBuf>,
}

impl<'a> FileAccess<'a> {
    /// Access of a file: its own folder, and the resource folders.
    pub(crate) fn of_file(path: &'a Path, search_path: &SearchPath) -> Self {
        let folders = search_path.folders();
        Self { path, roots: Roots::of(path, folders), packages: packages(path, search_path) }
    }

    /// Access of a text without file, called `name`: the resource folders.
    pub(crate) fn of_text(name: &'a Path, search_path: &SearchPath) -> Self {
        let packages = search_path.folders().to_vec();
        Self { path: name, roots: Roots::of_folders(&packages), packages }
    }
}

/// Reads a file. Meshes are looked for beside its path and, for `package://`, in the resource folders.
pub(crate) fn read(
    bytes: &[u8],
    path: &Path,
    search_path: &SearchPath,
    budget: &mut Budget,
    warnings: &mut Warnings,
) -> Result<Model, ReadError> {
    let text = std::str::from_utf8(bytes).map_err(|error| {
        ReadError::new(format!("offset {:#x}", error.valid_up_to()), "is not UTF-8", "save the file as UTF-8")
    })?;
    read_text(text, FileAccess::of_file(path, search_path), budget, warnings).map(|(model, _)| model)
}

/// Reads a text. Returns what it has, and the problem of each mesh file that cannot be used.
pub(crate) fn read_text(
    text: &str,
    access: FileAccess<'_>,
    budget: &mut Budget,
    warnings: &mut Warnings,
) -> Result<(Model, Vec<String>), ReadError> {
    budget.bytes(text.len(), "file")?;
    check_depth(text)?;
    let FileAccess { path, roots, packages } = access;
    let options = ParsingOptions { nodes_limit: XML_NODES_MAX, ..ParsingOptions::default() };
    let document = Document::parse_with_options(text, options).map_err(|error| {
        ReadError::new("XML", error.to_string(), "correct the file; a .xacro must be run through xacro first")
    })?;
    let robot = Element(document.root_element());
    if robot.name() != "robot" {
        let problem = format!("is <{}>, and a URDF file begins with <robot>", robot.name());
        return Err(ReadError::new(robot.place(), problem, "check that it is a URDF file"));
    }
    let mut import = Import {
        path,
        roots,
        packages,
        model: Model {
            name: robot.attribute("name").unwrap_or_default().to_owned(),
            generator: "URDF".to_owned(),
            ..Model::default()
        },
        budget,
        warnings,
        links: BTreeMap::new(),
        materials: BTreeMap::new(),
        parts: BTreeMap::new(),
        unknown: BTreeMap::new(),
        missing: Vec::new(),
    };
    import.robot(robot)?;
    for (what, lines) in &import.unknown {
        import.warnings.add(format!(
            "{what} is not known here and left out: {}",
            names(lines.iter().map(String::as_str))
        ));
    }
    let (mut model, missing) = (import.model, import.missing);
    model.put_right(warnings);
    Ok((model, missing))
}

/// Reads a file that refers to no other.
///
/// # Errors
/// If the bytes are not a valid file; the error names a remedy.
pub fn read_alone(bytes: &[u8], warnings: &mut Warnings) -> Result<Model, ReadError> {
    read(bytes, Path::new("/nowhere/memory.urdf"), &SearchPath::default(), &mut Budget::default(), warnings)
}

/// The import of one file into the model.
struct Import<'a> {
    path: &'a Path,
    roots: Roots,
    /// Folders that may hold packages.
    packages: Vec<PathBuf>,
    model: Model,
    budget: &'a mut Budget,
    warnings: &'a mut Warnings,
    links: BTreeMap<String, NodeId>,
    materials: BTreeMap<String, MaterialId>,
    /// Mesh files that have been read: the nodes of each.
    parts: BTreeMap<PathBuf, Option<Vec<geometry::Part>>>,
    unknown: BTreeMap<String, Vec<String>>,
    /// The problems of mesh files that cannot be used.
    missing: Vec<String>,
}

impl Import<'_> {
    fn robot(&mut self, robot: Element<'_, '_>) -> Result<(), ReadError> {
        // A link may use a material that is defined after it.
        for material in robot.children("material") {
            self.material(material)?;
        }
        for link in robot.children("link") {
            self.link(link)?;
        }
        for joint in robot.children("joint") {
            self.joint(joint)?;
        }
        self.note_unsupported(robot, &["material", "link", "joint"]);
        Ok(())
    }

    /// Records unsupported child elements.
    fn note_unsupported(&mut self, element: Element<'_, '_>, known: &[&str]) {
        for child in element.all_children().filter(|child| !known.contains(&child.name())) {
            self.note(format!("<{}> in <{}>", child.name(), element.name()), child);
        }
    }

    fn note(&mut self, what: String, element: Element<'_, '_>) {
        self.unknown.entry(what).or_default().push(element.place());
    }

    /// A material with a color, or the material with that name.
    fn material(&mut self, element: Element<'_, '_>) -> Result<Option<MaterialId>, ReadError> {
        let name = element.attribute("name").unwrap_or_default().to_owned();
        self.note_unsupported(element, &["color", "texture"]);
        let Some(color) = element.child("color") else {
            if let Some(texture) = element.child("texture") {
                self.note("<texture> in <material>".to_owned(), texture);
            }
            return Ok(self.materials.get(&name).copied());
        };
        let [r, g, b, alpha] = color.numbers::<4>("rgba")?.unwrap_or([1.0; 4]).map(|value| value as f32);
        let id = MaterialId::new(self.model.materials.len());
        self.model.materials.push(Material {
            name: name.clone(),
            rgb: [r, g, b],
            alpha,
            ..Material::default()
        });
        if !name.is_empty() {
            self.materials.insert(name, id);
        }
        Ok(Some(id))
    }
}

/// Folders that may contain packages: the resource folders, and every folder above the file, because a file is
/// usually in the package that it refers to.
fn packages(path: &Path, search_path: &SearchPath) -> Vec<PathBuf> {
    let path = absolute(path);
    let above = path.ancestors().skip(1).map(Path::to_path_buf);
    search_path.folders().iter().cloned().chain(above).collect()
}

/// Refuses elements nested so deep that recursion could overflow the stack.
fn check_depth(text: &str) -> Result<(), ReadError> {
    let (mut depth, mut offset) = (0_usize, 0);
    while let Some(start) = text[offset..].find('<').map(|found| offset + found) {
        let rest = &text[start..];
        let end = if rest.starts_with("<!--") {
            "-->"
        } else if rest.starts_with("<![CDATA[") {
            "]]>"
        } else {
            ">"
        };
        let Some(length) = rest.find(end) else { break };
        let tag = &rest[..length];
        if tag.starts_with("</") {
            depth = depth.saturating_sub(1);
        } else if !tag.starts_with("<!") && !tag.starts_with("<?") && !tag.ends_with('/') {
            depth += 1;
        }
        if depth > XML_DEPTH_MAX {
            let line = text[..start].matches('\n').count() + 1;
            return Err(ReadError::new(
                format!("line {line}"),
                format!("elements are nested more than {XML_DEPTH_MAX} deep"),
                "check that it is a URDF file",
            ));
        }
        offset = start + length + end.len();
    }
    Ok(())
}
