//! Geometry of links: shapes, and meshes from other files.

use std::path::{Path, PathBuf};

use glam::{DAffine3, DVec3};

use crate::formats::urdf::Import;
use crate::formats::urdf::xml::Element;
use crate::formats::{gltf, obj, stl};
use crate::model::{BoundsShape, MaterialId, MeshId, Shape, TextureId};
use crate::paths::{absolute, beside, read_file};
use crate::{Format, Model, ReadError, Warnings};

/// Largest number of missing mesh files that are reported.
const MISSING_MAX: usize = 20;

/// The contents of a `<geometry>` element.
pub(super) enum Geometry {
    Shape(Shape, BoundsShape),
    Mesh(Vec<Part>),
    /// A mesh that could not be read; a warning was given.
    Missing,
}

/// A mesh of a mesh file.
#[derive(Clone)]
pub(super) struct Part {
    pub mesh: MeshId,
    pub materials: Vec<Option<MaterialId>>,
    pub piece_from_part: DAffine3,
}

impl Import<'_> {
    pub(super) fn geometry(&mut self, geometry: Element<'_, '_>) -> Result<Geometry, ReadError> {
        let Some(shape) = geometry.all_children().next() else {
            return Err(
                geometry.error("<geometry> is empty; it needs a box, cylinder, capsule, sphere or mesh")
            );
        };
        Ok(match shape.name() {
            "box" => {
                shape.required("size")?;
                let size = DVec3::from_array(shape.numbers("size")?.unwrap_or_default());
                if size.min_element() < 0.0 {
                    return Err(shape.error("size of <box> is below 0"));
                }
                Geometry::Shape(Shape::Box { size }, BoundsShape::Box)
            }
            "sphere" => Geometry::Shape(Shape::Sphere { radius: shape.size("radius")? }, BoundsShape::Sphere),
            "cylinder" => {
                let (radius, length) = (shape.size("radius")?, shape.size("length")?);
                Geometry::Shape(Shape::Cylinder { radius, length }, BoundsShape::Cylinder)
            }
            "capsule" => {
                let (radius, length) = (shape.size("radius")?, shape.size("length")?);
                Geometry::Shape(Shape::Capsule { radius, length }, BoundsShape::Capsule)
            }
            "mesh" => self.mesh(shape)?,
            other => {
                let problem =
                    format!("<{other}> is not a geometry; known are box, cylinder, capsule, sphere and mesh");
                return Err(shape.error(problem));
            }
        })
    }

    fn mesh(&mut self, element: Element<'_, '_>) -> Result<Geometry, ReadError> {
        let reference = element.required("filename")?;
        let scale = DVec3::from_array(element.numbers("scale")?.unwrap_or([1.0; 3]));
        let Some(parts) = self.parts(reference, &element.place())? else { return Ok(Geometry::Missing) };
        let scaled = parts
            .into_iter()
            .map(|part| Part { piece_from_part: DAffine3::from_scale(scale) * part.piece_from_part, ..part });
        Ok(Geometry::Mesh(scaled.collect()))
    }

    /// The meshes of a file, which is read once. A file that cannot be used causes a warning.
    fn parts(&mut self, reference: &str, place: &str) -> Result<Option<Vec<Part>>, ReadError> {
        let file = match self.resolve(reference) {
            Ok(file) => file,
            Err(problem) => {
                self.leave_out(place, reference, &problem);
                return Ok(None);
            }
        };
        if let Some(known) = self.parts.get(&file) {
            return Ok(known.clone());
        }
        let parts = match self.load(&file) {
            Ok(part) => Some(self.take_in(part)),
            Err(problem) => {
                self.leave_out(place, reference, &problem);
                None
            }
        };
        self.parts.insert(file, parts.clone());
        Ok(parts)
    }

    fn leave_out(&mut self, place: &str, reference: &str, problem: &str) {
        let problem = format!("{place}: mesh {reference}: {problem}");
        self.warnings.add(format!("{problem}; it is left out"));
        if !self.missing.contains(&problem) && self.missing.len() < MISSING_MAX {
            self.missing.push(problem);
        }
    }

    fn load(&mut self, file: &Path) -> Result<Model, String> {
        let format = Format::of(file).map_err(|error| error.to_string())?;
        let bytes = read_file(file).map_err(|error| error.to_string())?;
        let mut warnings = Warnings::default();
        let model = match format {
            Format::Stl => stl::read(&bytes, file, self.budget, &mut warnings),
            Format::Obj => obj::read(&bytes, file, &self.roots, self.budget, &mut warnings),
            Format::Gltf => gltf::read(&bytes, file, &self.roots, self.budget, &mut warnings),
            Format::Blend | Format::Urdf | Format::Mjcf => {
                return Err("a mesh is an .stl, .obj, .glb or .gltf file".to_owned());
            }
        };
        self.warnings.absorb(&file.display().to_string(), warnings);
        model.map_err(|error| error.to_string())
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

    /// The file at a reference: `package://NAME/…`, `file://…`, or relative to the URDF file.
    fn resolve(&self, reference: &str) -> Result<PathBuf, String> {
        let Some(in_package) =
            reference.strip_prefix("package://").or_else(|| reference.strip_prefix("model://"))
        else {
            let path = reference.strip_prefix("file://").unwrap_or(reference);
            return beside(self.path, path, &self.roots);
        };
        let (package, inner) = in_package.split_once('/').ok_or("it names a package and no file")?;
        if package.is_empty() || package == ".." || package == "." {
            return Err("it names no package".to_owned());
        }
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
            }
        }
        Err(format!(
            "package {package} with that file is in no resource folder: add the folder that holds {package} to MORSE_RESOURCE_PATH"
        ))
    }
}
