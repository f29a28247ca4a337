//! Wavefront OBJ with its MTL. Coordinates are read as meters with z up, because the format does not define them.
//!
//! This project has its own reader because the available library panics on a color of two numbers and ignores
//! unknown statements silently.

mod material;
mod statement;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::path::Path;

use glam::Vec3;

use crate::finite::keep_finite;
use crate::formats::obj::statement::{Corner, Statement, statements};
use crate::limits::Budget;
use crate::model::{MaterialId, Mesh, MeshId, Node, NodeKind};
use crate::paths::{Roots, beside, read_file};
use crate::polygon::triangulate;
use crate::warnings::names;
use crate::{Model, ReadError, Warnings};

/// Reads a file. Materials and images are looked for beside `path`, inside `roots`.
pub(crate) fn read(
    bytes: &[u8],
    path: &Path,
    roots: &Roots,
    budget: &mut Budget,
    warnings: &mut Warnings,
) -> Result<Model, ReadError> {
    budget.bytes(bytes.len(), "file")?;
    let name = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    let mut import = Import {
        path,
        roots,
        model: Model { generator: "Wavefront OBJ".to_owned(), name: name.clone(), ..Model::default() },
        budget,
        warnings,
        points: Vec::new(),
        not_finite: Vec::new(),
        uvs: Vec::new(),
        materials: BTreeMap::new(),
        opaque: Vec::new(),
        material: None,
        part: Part { name, ..Part::default() },
        unknown: BTreeMap::new(),
    };
    for (line, statement) in statements(bytes) {
        let statement = statement.map_err(|problem| {
            ReadError::new(format!("line {line}"), problem, "correct the line, or export the file again")
        })?;
        import.take(line, statement)?;
    }
    import.finish_part()?;
    let (lines, mut points): (Vec<usize>, Vec<Vec3>) = import.not_finite.iter().copied().unzip();
    let place = |index: usize| format!("line {}", lines[index]);
    keep_finite(&mut points, &import.model.name, place, import.warnings);
    if !import.unknown.is_empty() {
        let list = names(import.unknown.keys().map(String::as_str));
        import.warnings.add(format!("statements without a meaning here are left out: {list}"));
    }
    Ok(import.model)
}

/// Reads a file without its materials.
///
/// # Errors
/// If the bytes are not a valid file; the error names a remedy.
pub fn read_alone(bytes: &[u8], warnings: &mut Warnings) -> Result<Model, ReadError> {
    read(bytes, Path::new("memory.obj"), &Roots::none(), &mut Budget::default(), warnings)
}

/// All points of a file, also those of no face.
pub(in crate::formats) fn points(bytes: &[u8]) -> Vec<Vec3> {
    let points = statements(bytes).filter_map(|(_, statement)| match statement {
        Ok(Statement::Point(point)) => Some(Vec3::from_array(point)),
        _ => None,
    });
    points.collect()
}

struct Import<'a> {
    path: &'a Path,
    roots: &'a Roots,
    model: Model,
    budget: &'a mut Budget,
    warnings: &'a mut Warnings,
    points: Vec<Vec3>,
    /// Points that are not finite, with their lines.
    not_finite: Vec<(usize, Vec3)>,
    uvs: Vec<[f32; 2]>,
    /// Materials whose transparency is 1.
    opaque: Vec<String>,
    materials: BTreeMap<String, MaterialId>,
    material: Option<MaterialId>,
    part: Part,
    unknown: BTreeMap<String, ()>,
}

#[allow(clippy::disallowed_types, reason = "looked up once for each corner of a face, never walked over")]
type VertexOfPoint = std::collections::HashMap<usize, u32>;

/// The object being read.
#[derive(Default)]
struct Part {
    name: String,
    mesh: Mesh,
    /// Maps points of the file to vertices of the mesh.
    vertices: VertexOfPoint,
    slots: Vec<Option<MaterialId>>,
}

impl Import<'_> {
    fn take(&mut self, line: usize, statement: Statement<'_>) -> Result<(), ReadError> {
        match statement {
            Statement::Point(point) => {
                let point = Vec3::from_array(point);
                if !point.is_finite() {
                    self.not_finite.push((line, point));
                }
                self.points.push(if point.is_finite() { point } else { Vec3::ZERO });
            }
            Statement::Uv(uv) => self.uvs.push(uv),
            Statement::Face(corners) => self.face(line, &corners)?,
            Statement::Object(name) => {
                self.finish_part()?;
                self.part.name = if name.is_empty() { self.model.name.clone() } else { name.to_owned() };
            }
            Statement::Use(name) => {
                self.material = self.materials.get(name).copied();
                if self.material.is_none() {
                    self.warnings.add(format!("material {name} is in no material file; the faces have none"));
                }
            }
            Statement::Library(file) => self.library(file),
            Statement::Unknown(word) => {
                self.unknown.insert(word.chars().take(20).collect(), ());
            }
            Statement::Nothing => {}
        }
        Ok(())
    }

    fn face(&mut self, line: usize, corners: &[Corner]) -> Result<(), ReadError> {
        let missing = |what: &str| {
            let problem = format!("a face names a {what} that is not there");
            ReadError::new(format!("line {line}"), problem, "correct the line, or export the file again")
        };
        let place = |number: i64, count: usize| {
            // Negative numbers count back from the last one.
            let place = if number < 0 { count as i64 + number } else { number - 1 };
            usize::try_from(place).ok().filter(|&place| place < count)
        };
        let mut points = Vec::with_capacity(corners.len());
        let mut uvs = Vec::with_capacity(corners.len());
        for corner in corners {
            points.push(place(corner.point, self.points.len()).ok_or_else(|| missing("vertex"))?);
            if let Some(uv) = corner.uv {
                uvs.push(self.uvs[place(uv, self.uvs.len()).ok_or_else(|| missing("texture coordinate"))?]);
            }
        }
        self.budget.mesh(corners.len(), corners.len(), &format!("line {line}"))?;
        let slot = self.slot();
        let Part { mesh, vertices, .. } = &mut self.part;
        let positions: Vec<Vec3> = points.iter().map(|&point| self.points[point]).collect();
        let local: Vec<u32> = points
            .iter()
            .zip(&positions)
            .map(|(&point, &position)| {
                *vertices.entry(point).or_insert_with(|| {
                    mesh.vertices.push(position);
                    mesh.vertices.len() as u32 - 1
                })
            })
            .collect();
        // Image coordinates are kept if every face of the object has them.
        let has_uvs = uvs.len() == points.len() && mesh.uvs.len() == mesh.triangles.len();
        if !has_uvs {
            mesh.uvs.clear();
        }
        triangulate(&positions, |triangle| {
            mesh.triangles.push(triangle.map(|corner| local[corner]));
            mesh.slots.push(slot);
            if has_uvs {
                mesh.uvs.push(triangle.map(|corner| uvs[corner]));
            }
        });
        mesh.in_file.faces += 1;
        Ok(())
    }

    /// The slot of the current material in the current object.
    fn slot(&mut self) -> u16 {
        let slots = &mut self.part.slots;
        let known = slots.iter().rposition(|material| *material == self.material);
        let slot = known.unwrap_or_else(|| {
            slots.push(self.material);
            slots.len() - 1
        });
        slot.min(usize::from(u16::MAX)) as u16
    }

    fn finish_part(&mut self) -> Result<(), ReadError> {
        let Part { name, mut mesh, slots, .. } = std::mem::take(&mut self.part);
        if mesh.triangles.is_empty() {
            self.part.name = name;
            return Ok(());
        }
        self.budget.nodes(1, "objects")?;
        mesh.name.clone_from(&name);
        mesh.in_file.vertices = mesh.vertices.len();
        mesh.in_file.triangles = mesh.triangles.len();
        let mut node = Node::new(name.clone());
        node.kind = NodeKind::Mesh(MeshId::new(self.model.meshes.len()));
        node.materials = slots;
        self.model.meshes.push(mesh);
        self.model.nodes.push(node);
        self.part.name = name;
        Ok(())
    }

    fn library(&mut self, file: &str) {
        let found = beside(self.path, file, self.roots);
        let bytes = found.and_then(|found| read_file(&found).map_err(|error| error.to_string()));
        let bytes = bytes.and_then(|bytes| {
            self.budget.bytes(bytes.len(), file).map_err(|error| error.to_string())?;
            Ok(bytes)
        });
        match bytes {
            Ok(bytes) => self.add_materials(&bytes, file),
            Err(problem) => {
                self.warnings.add(format!("material file {file}: {problem}; its materials are left out"))
            }
        }
    }
}
