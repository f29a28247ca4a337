//! Geometry of links: shapes, and meshes from other files.

use glam::{DAffine3, DQuat, DVec3};

use crate::ReadError;
use crate::formats::mesh_files::Part;
use crate::formats::sdf::Import;
use crate::formats::sdf::tag::Tag;
use crate::model::{BoundsShape, MaterialId, NodeKind, Shape};
use crate::search_path::most_similar;

const KNOWN: [&str; 8] = ["box", "sphere", "cylinder", "capsule", "ellipsoid", "plane", "mesh", "heightmap"];
/// Half edge of a plane that collides, which is infinite in SDF. [m]
const PLANE_HALF: f64 = 50.0;
/// Thickness of planes in contacts. [m]
const PLANE_THICKNESS: f64 = 1.0;
/// Thickness of planes in pictures: they can be walls with another object behind them. [m]
const PLANE_SEEN: f64 = 0.01;

/// A solid or a mesh in the frame of its element.
pub(super) struct Piece {
    pub kind: NodeKind,
    pub bounds: BoundsShape,
    pub geometry_from_piece: DAffine3,
    /// Materials of a mesh file.
    pub materials: Vec<Option<MaterialId>>,
}

impl Import<'_> {
    /// The pieces of a `<geometry>`; none for one that is left out, which is reported.
    pub(super) fn geometry(&mut self, tag: &Tag, collides: bool) -> Result<Vec<Piece>, ReadError> {
        self.note_unsupported(tag, &[&KNOWN[..], &["empty"]].concat());
        let Some(shape) = tag.children.iter().find(|child| KNOWN.contains(&child.name.as_str())) else {
            return Ok(Vec::new());
        };
        let solid = |shape: Shape, bounds: BoundsShape| Piece {
            kind: NodeKind::Shape(shape),
            bounds,
            geometry_from_piece: DAffine3::IDENTITY,
            materials: Vec::new(),
        };
        let sizes: &[&str] = match shape.name.as_str() {
            "box" => &["size"],
            "sphere" => &["radius"],
            "cylinder" | "capsule" => &["radius", "length"],
            "ellipsoid" => &["radii"],
            _ => &[],
        };
        for size in sizes.iter().filter(|size| shape.text_of(size).is_none()) {
            self.note(&format!("<{}> has no <{size}> and gets the default of SDF", shape.name), shape);
        }
        let piece = match shape.name.as_str() {
            "box" => {
                let size = shape.vector_of("size")?.unwrap_or(DVec3::ONE);
                if size.min_element() < 0.0 {
                    return Err(shape.error("<size> of <box> is below 0"));
                }
                solid(Shape::Box { size }, BoundsShape::Box)
            }
            "sphere" => {
                let radius = shape.size_of("radius")?.unwrap_or(1.0);
                solid(Shape::Sphere { radius }, BoundsShape::Sphere)
            }
            "cylinder" => {
                let (radius, length) = round_sizes(shape, 1.0)?;
                solid(Shape::Cylinder { radius, length }, BoundsShape::Cylinder)
            }
            "capsule" => {
                let (radius, length) = round_sizes(shape, 0.5)?;
                solid(Shape::Capsule { radius, length }, BoundsShape::Capsule)
            }
            "ellipsoid" => {
                let radii = shape.vector_of("radii")?.unwrap_or(DVec3::ONE);
                if radii.min_element() <= 0.0 {
                    return Err(shape.error("<radii> of <ellipsoid> must be above 0"));
                }
                let ball = solid(Shape::Sphere { radius: 1.0 }, BoundsShape::ConvexHull);
                Piece { geometry_from_piece: DAffine3::from_scale(radii), ..ball }
            }
            "plane" => plane(shape, collides)?,
            "heightmap" => return Ok(self.height_map(shape)?.into_iter().collect()),
            _ => return self.mesh(shape),
        };
        Ok(vec![piece])
    }

    fn mesh(&mut self, tag: &Tag) -> Result<Vec<Piece>, ReadError> {
        let uri = tag.required("uri")?.text.clone();
        let scale = tag.vector_of("scale")?.unwrap_or(DVec3::ONE);
        let Some(mut parts) = self.parts(&uri, tag) else { return Ok(Vec::new()) };
        let mut center = DVec3::ZERO;
        if let Some(submesh) = tag.child("submesh") {
            let name = submesh.required("name")?.text.clone();
            let known: Vec<String> = parts.iter().map(|part| self.mesh_name(part).to_owned()).collect();
            parts.retain(|part| self.mesh_name(part) == name);
            if parts.is_empty() {
                let meant = most_similar(&name, known)
                    .map(|name| format!(" (did you mean {name}?)"))
                    .unwrap_or_default();
                self.warnings
                    .add(format!("{}: {uri} has no mesh \"{name}\"{meant}; left out", submesh.place()));
            }
            if submesh.switch_of("center")? {
                center = self.middle(&parts);
            }
        }
        let geometry_from_mesh = DAffine3::from_scale(scale) * DAffine3::from_translation(-center);
        let piece = |part: Part| Piece {
            kind: NodeKind::Mesh(part.mesh),
            bounds: BoundsShape::TriangleMesh,
            geometry_from_piece: geometry_from_mesh * part.piece_from_part,
            materials: part.materials,
        };
        Ok(parts.into_iter().map(piece).collect())
    }

    fn mesh_name(&self, part: &Part) -> &str {
        &self.model.meshes[part.mesh.index()].name
    }

    /// The middle of the bounding box of meshes.
    fn middle(&self, parts: &[Part]) -> DVec3 {
        let (mut low, mut high) = (DVec3::INFINITY, DVec3::NEG_INFINITY);
        for part in parts {
            for vertex in &self.model.meshes[part.mesh.index()].vertices {
                let point = part.piece_from_part.transform_point3(vertex.as_dvec3());
                (low, high) = (low.min(point), high.max(point));
            }
        }
        if low.is_finite() && high.is_finite() { low.midpoint(high) } else { DVec3::ZERO }
    }
}

/// Radius and length, with the defaults of SDF: that of the radius is given, a length is 1 m.
fn round_sizes(shape: &Tag, usual_radius_m: f64) -> Result<(f64, f64), ReadError> {
    Ok((shape.size_of("radius")?.unwrap_or(usual_radius_m), shape.size_of("length")?.unwrap_or(1.0)))
}

/// A plane: a thick plate below it. The plane of a collision is infinite in SDF, and large here.
fn plane(tag: &Tag, collides: bool) -> Result<Piece, ReadError> {
    let normal = tag.vector_of("normal")?.unwrap_or(DVec3::Z);
    let Some(normal) = normal.try_normalize() else {
        return Err(tag.error("<normal> of <plane> has no direction"));
    };
    let mut size = tag.numbers_of::<2>("size")?.unwrap_or([1.0; 2]).map(f64::abs);
    let mut thickness = PLANE_SEEN;
    if collides {
        size = size.map(|edge| edge.max(2.0 * PLANE_HALF));
        thickness = PLANE_THICKNESS;
    }
    let turn = DQuat::from_rotation_arc(DVec3::Z, normal);
    let below = DAffine3::from_translation(DVec3::NEG_Z * (thickness / 2.0));
    Ok(Piece {
        kind: NodeKind::Shape(Shape::Box { size: DVec3::new(size[0], size[1], thickness) }),
        bounds: BoundsShape::Box,
        geometry_from_piece: DAffine3::from_quat(turn) * below,
        materials: Vec::new(),
    })
}
