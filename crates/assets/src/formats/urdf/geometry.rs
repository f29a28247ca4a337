//! Geometry of links: shapes, and meshes from other files.

use glam::{DAffine3, DVec3};

use crate::ReadError;
use crate::formats::mesh_files::Part;
use crate::formats::urdf::Import;
use crate::formats::xml::Element;
use crate::model::{BoundsShape, Shape};

const KNOWN: [&str; 5] = ["box", "sphere", "cylinder", "capsule", "mesh"];

/// The contents of a `<geometry>` element.
pub(super) enum Geometry {
    Shape(Shape, BoundsShape),
    Mesh(Vec<Part>),
    /// Unknown here, or a mesh that cannot be read; both are reported.
    Missing,
}

impl Import<'_> {
    pub(super) fn geometry(&mut self, geometry: Element<'_, '_>) -> Result<Geometry, ReadError> {
        self.note_unsupported(geometry, &KNOWN);
        let Some(shape) = geometry.all_children().find(|child| KNOWN.contains(&child.name())) else {
            if geometry.all_children().next().is_none() {
                self.note("an empty <geometry>".to_owned(), geometry);
            }
            return Ok(Geometry::Missing);
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
            _ => self.mesh(shape)?,
        })
    }

    fn mesh(&mut self, element: Element<'_, '_>) -> Result<Geometry, ReadError> {
        let reference = element.required("filename")?;
        let scale = DVec3::from_array(element.numbers("scale")?.unwrap_or([1.0; 3]));
        let Some(parts) = self.parts(reference, &element.place()) else { return Ok(Geometry::Missing) };
        let scaled = parts
            .into_iter()
            .map(|part| Part { piece_from_part: DAffine3::from_scale(scale) * part.piece_from_part, ..part });
        Ok(Geometry::Mesh(scaled.collect()))
    }
}
