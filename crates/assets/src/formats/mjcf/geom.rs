//! Geoms: solids and meshes of a body that are seen, that collide, and that have mass.

mod fit;
pub(in crate::formats) mod surface;

use glam::{DAffine3, DQuat, DVec3};

use crate::ReadError;
use crate::formats::mjcf::Import;
use crate::formats::mjcf::assets::MeshAsset;
use crate::formats::mjcf::attributes::Attributes;
use crate::formats::mjcf::contact_material::contact_material;
use crate::formats::mjcf::geom::fit::Fit;
pub(super) use crate::formats::mjcf::geom::surface::Cover;
use crate::formats::mjcf::inertia::{self, MassProperties, shell};
use crate::formats::mjcf::tendon::RoundGeom;
use crate::model::{
    BodyType, Bounds, BoundsShape, LinkFrame, MaterialId, MeshId, Node, NodeId, NodeKind, NodeRole, Physics,
    Shape,
};

/// Density of a geom that gives neither mass nor density. [kg/m³]
const DENSITY: f64 = 1000.0;
/// Half edge of a plane that the file calls infinite. [m]
const PLANE_HALF: f64 = 50.0;
/// Edge of planes in contacts. [m]
const PLANE_COLLIDES: f64 = 10_000.0;
/// Thickness of planes in contacts. [m]
const PLANE_THICKNESS: f64 = 1.0;
/// Thickness of planes in pictures: they can be walls with another object behind them. [m]
const PLANE_SEEN: f64 = 0.01;
/// MuJoCo's viewer hides geoms of the groups from this on: collision shapes, by convention.
pub(super) const HIDDEN_GROUP: f64 = 3.0;
/// Number of numbers in `size`.
const SIZES: usize = 3;

/// A piece of a geom in the frame of its body.
#[derive(Clone)]
struct Piece {
    body_from_piece: DAffine3,
    kind: NodeKind,
    bounds: BoundsShape,
    /// Number of material slots of its mesh.
    slots: usize,
}

/// A plane as a box below it. The size that files give is only that of its picture: contacts have no end.
fn plane(body_from_geom: &DAffine3, width: f64, depth: f64, thickness: f64) -> Piece {
    let below = DAffine3::from_translation(DVec3::NEG_Z * (thickness / 2.0));
    Piece {
        body_from_piece: *body_from_geom * below,
        kind: NodeKind::Shape(Shape::Box { size: DVec3::new(width, depth, thickness) }),
        bounds: BoundsShape::Box,
        slots: 1,
    }
}

impl Import<'_> {
    /// Adds the nodes of a geom below `link`. Returns its mass properties in the frame of the body.
    pub(super) fn geom(
        &mut self,
        attributes: &Attributes<'_>,
        link: NodeId,
        body_from_frame: &DAffine3,
        name: &str,
        body: BodyType,
    ) -> Result<MassProperties, ReadError> {
        let tag = attributes.tag;
        let (frame_from_geom, half_length) = self.geom_pose(attributes)?;
        let body_from_geom = *body_from_frame * frame_from_geom;
        let mut size = attributes.up_to::<SIZES>("size", [0.0; SIZES])?;
        if size.iter().any(|size| *size < 0.0) {
            return Err(tag.error(format!("size of geom {name} is below 0")));
        }
        let kind = attributes.text("type").unwrap_or("sphere");
        if let Some(half_length) = half_length {
            match kind {
                "capsule" | "cylinder" => size[1] = half_length,
                "box" | "ellipsoid" => {
                    size = [size[0], if size[1] > 0.0 { size[1] } else { size[0] }, half_length]
                }
                _ => return Err(tag.error(format!("a {kind} has no fromto"))),
            }
        }
        let mesh = attributes.text("mesh");
        let is_fitted = mesh.is_some() && !matches!(kind, "mesh" | "sdf");
        let asset = match mesh {
            Some(mesh) => Some(
                self.meshes
                    .get(mesh)
                    .cloned()
                    .ok_or_else(|| tag.error(format!("there is no mesh \"{mesh}\"")))?,
            ),
            None => None,
        };
        let mut kind = kind;
        let mut body_from_geom = body_from_geom;
        if let Some(asset) = asset.as_ref().filter(|_| is_fitted) {
            let scale = attributes.number("fitscale")?.unwrap_or(1.0);
            if let Some(Fit { mesh_from_geom, size: fitted }) = self.fit(tag, asset, kind) {
                size = fitted.map(|size| size * scale);
                body_from_geom *= mesh_from_geom;
            } else {
                self.note("geoms fitted to a mesh without volume are that mesh", name);
                kind = "mesh";
            }
        }
        let is_shell = attributes.switch("shellinertia")?.unwrap_or(false);
        let group = attributes.number("group")?.unwrap_or(0.0);
        let density = attributes.number("density")?.unwrap_or(DENSITY);
        let half = DVec3::from_array(size);
        let at = |kind: NodeKind, bounds: BoundsShape| Piece {
            body_from_piece: body_from_geom,
            kind,
            bounds,
            slots: 1,
        };
        let ([r, half_z, _], mut pieces, mut solid) = (size, Vec::new(), MassProperties::NONE);
        match kind {
            "sphere" => {
                pieces.push(at(NodeKind::Shape(Shape::Sphere { radius: r }), BoundsShape::Sphere));
                solid = if is_shell { shell::sphere(r, density) } else { inertia::sphere(r, density) };
            }
            "capsule" => {
                let shape = Shape::Capsule { radius: r, length: 2.0 * half_z };
                pieces.push(at(NodeKind::Shape(shape), BoundsShape::Capsule));
                solid = if is_shell {
                    shell::capsule(r, half_z, density)
                } else {
                    inertia::capsule(r, half_z, density)
                };
            }
            "cylinder" => {
                let shape = Shape::Cylinder { radius: r, length: 2.0 * half_z };
                pieces.push(at(NodeKind::Shape(shape), BoundsShape::Cylinder));
                solid = if is_shell {
                    shell::cylinder(r, half_z, density)
                } else {
                    inertia::cylinder(r, half_z, density)
                };
            }
            "box" => {
                pieces.push(at(NodeKind::Shape(Shape::Box { size: half * 2.0 }), BoundsShape::Box));
                solid = if is_shell { shell::cuboid(half, density) } else { inertia::cuboid(half, density) };
            }
            "ellipsoid" => {
                pieces.push(Piece {
                    body_from_piece: body_from_geom * DAffine3::from_scale(half),
                    kind: NodeKind::Shape(Shape::Sphere { radius: 1.0 }),
                    bounds: BoundsShape::ConvexHull,
                    slots: 1,
                });
                solid = if is_shell {
                    shell::ellipsoid(half, density)
                } else {
                    inertia::ellipsoid(half, density)
                };
            }
            "plane" => {
                let half = size.map(|half| if half > 0.0 { half } else { PLANE_HALF });
                pieces.push(plane(&body_from_geom, 2.0 * half[0], 2.0 * half[1], PLANE_SEEN));
            }
            "mesh" => {
                let Some(asset) = asset.clone() else {
                    return Err(tag.error(format!("geom {name} names no mesh")));
                };
                solid = self.mesh_mass(&asset, density).seen_from(&body_from_geom);
                pieces.extend(asset.parts.into_iter().map(|part| Piece {
                    body_from_piece: body_from_geom * part.piece_from_part,
                    kind: NodeKind::Mesh(part.mesh),
                    bounds: BoundsShape::ConvexHull,
                    slots: part.materials.len().max(1),
                }));
            }
            "hfield" => {
                let field = attributes.text("hfield").unwrap_or_default();
                let Some(part) = self.height_fields.get(field).cloned() else {
                    return Err(tag.error(format!("there is no height field \"{field}\"")));
                };
                pieces.push(at(NodeKind::Mesh(part.mesh), BoundsShape::TriangleMesh));
            }
            "sdf" => self.note("signed distance fields (sdf) are left out", name),
            other => {
                let problem = format!(
                    "type \"{other}\" is not one of plane, hfield, sphere, capsule, ellipsoid, cylinder, box, mesh, sdf"
                );
                return Err(tag.error(problem));
            }
        }
        self.enclose(kind, size, link, &body_from_geom, asset.as_ref());
        if kind != "mesh" {
            solid = solid.seen_from(&body_from_geom);
        }
        if let Some(mass) = attributes.number("mass")? {
            if mass < 0.0 {
                return Err(tag.error(format!("mass of geom {name} is below 0")));
            }
            solid = if solid.mass > 0.0 { solid.with_mass(mass) } else { MassProperties { mass, ..solid } };
        }
        if matches!(kind, "sphere" | "cylinder") {
            let frame = LinkFrame { link: Some(link), link_from_frame: body_from_geom };
            let round = RoundGeom { frame, is_cylinder: kind == "cylinder", radius: r };
            self.round_geoms.insert(name.to_owned(), round);
        }
        let of_mesh = asset.as_ref().and_then(|asset| asset.material.as_deref());
        let (material, alpha) = self.geom_material(attributes, of_mesh)?;
        let bits =
            |name: &str| Ok::<u32, ReadError>(attributes.number(name)?.map_or(1, |bits| bits as i64 as u32));
        let masks = [bits("contype")?, bits("conaffinity")?];
        let is_paired = self.paired.contains(name);
        let collides = (masks != [0, 0] || is_paired) && !self.flags.is_off("contact");
        if group < HIDDEN_GROUP && alpha > 0.0 && (collides || !self.compiler(tag).discards_visuals) {
            let seen = match self.cover_of(attributes.text("material").or(of_mesh)) {
                Some(cover) => self.covered(&pieces, cover)?,
                None => pieces.clone(),
            };
            self.add_pieces(&seen, link, name, NodeRole::Visual, material, BodyType::NoCollision)?;
        }
        if collides {
            self.masks.push((link, masks));
            if kind == "plane" {
                pieces = vec![plane(&body_from_geom, PLANE_COLLIDES, PLANE_COLLIDES, PLANE_THICKNESS)];
            }
            let name = format!("{name}/collision");
            let first = self.model.nodes.len();
            self.add_pieces(&pieces, link, &name, NodeRole::Collision, material, body)?;
            let surface = contact_material(attributes, self.surfaces)?;
            for piece in &mut self.model.nodes[first..] {
                piece.physics.contact = Some(surface);
            }
            if is_paired {
                let nodes = first..self.model.nodes.len();
                self.paired_geoms.insert(name.trim_end_matches("/collision").to_owned(), (link, nodes));
            }
            if attributes.text("friction").is_some() {
                self.model.nodes[link.index()].physics.friction = surface.friction[0];
            }
        }
        let groups = self.compiler.inertia_groups.map(f64::from);
        let has_mass = (groups[0]..=groups[1]).contains(&group);
        Ok(if has_mass { solid } else { MassProperties::NONE })
    }

    /// The pose of a geom in its body, and half of its length if two end points give it.
    fn geom_pose(&self, attributes: &Attributes<'_>) -> Result<(DAffine3, Option<f64>), ReadError> {
        let Some([a, b, c, d, e, f]) = attributes.array::<6>("fromto")? else {
            return Ok((attributes.pose(self.compiler(attributes.tag))?, None));
        };
        let (from, to) = (DVec3::new(a, b, c), DVec3::new(d, e, f));
        let along = from - to;
        let Some(direction) = along.try_normalize() else {
            return Err(attributes.tag.error("the two points of fromto are the same"));
        };
        // A half turn about x, where the turn is not determined.
        let rotation = if direction.z < -1.0 + 1e-12 {
            DQuat::from_rotation_x(std::f64::consts::PI)
        } else {
            DQuat::from_rotation_arc(DVec3::Z, direction)
        };
        Ok((DAffine3::from_rotation_translation(rotation, from.midpoint(to)), Some(along.length() / 2.0)))
    }

    /// Pieces as meshes with image coordinates.
    fn covered(&mut self, pieces: &[Piece], cover: Cover) -> Result<Vec<Piece>, ReadError> {
        let mut covered = Vec::with_capacity(pieces.len());
        for piece in pieces {
            let mut mesh = match &piece.kind {
                NodeKind::Shape(shape) => surface::solid(shape),
                NodeKind::Mesh(mesh) => match self.model.meshes.get(mesh.index()) {
                    // Image coordinates of the file count for images that lie flat.
                    Some(mesh) if mesh.uvs.is_empty() || cover == Cover::Cube => mesh.clone(),
                    _ => {
                        covered.push(piece.clone());
                        continue;
                    }
                },
                _ => {
                    covered.push(piece.clone());
                    continue;
                }
            };
            self.budget.mesh(mesh.vertices.len(), mesh.triangles.len(), "geoms with images")?;
            let scale = DVec3::from_array(
                piece
                    .body_from_piece
                    .matrix3
                    .to_cols_array_2d()
                    .map(|column| DVec3::from_array(column).length()),
            );
            let (low, high) = mesh.bounds(&DAffine3::IDENTITY).unwrap_or_default();
            let reach = low.abs().max(high.abs());
            let in_meters = if matches!(piece.kind, NodeKind::Shape(_)) { scale } else { DVec3::ONE };
            if in_meters != DVec3::ONE {
                // An ellipsoid is a ball with a scale.
                mesh.vertices.iter_mut().for_each(|it| *it = (it.as_dvec3() * in_meters).as_vec3());
                surface::cover(&mut mesh, cover, reach * in_meters);
                mesh.vertices.iter_mut().for_each(|it| *it = (it.as_dvec3() / in_meters).as_vec3());
            } else {
                surface::cover(&mut mesh, cover, reach);
            }
            self.model.meshes.push(mesh);
            let kind = NodeKind::Mesh(MeshId::new(self.model.meshes.len() - 1));
            covered.push(Piece { kind, ..piece.clone() });
        }
        Ok(covered)
    }

    fn mesh_mass(&self, asset: &MeshAsset, density: f64) -> MassProperties {
        let counted = if asset.is_of_first { 1 } else { asset.parts.len() };
        let meshes = asset.parts[..counted.min(asset.parts.len())]
            .iter()
            .filter_map(|part| Some((self.model.meshes.get(part.mesh.index())?, part.piece_from_part)));
        inertia::mesh(meshes, density, asset.inertia)
    }

    fn add_pieces(
        &mut self,
        pieces: &[Piece],
        link: NodeId,
        name: &str,
        role: NodeRole,
        material: MaterialId,
        body: BodyType,
    ) -> Result<(), ReadError> {
        self.budget.nodes(pieces.len(), name)?;
        for (number, piece) in pieces.iter().enumerate() {
            let name = if number == 0 { name.to_owned() } else { format!("{name}.part{number}") };
            let mut physics = Physics { body, ..Physics::default() };
            if role == NodeRole::Collision {
                physics.bounds = Bounds::Fitted(piece.bounds);
                physics.flags.compound = true;
                physics.margin = 0.0;
                // The mass belongs to the link.
                physics.mass = 0.0;
            }
            self.model.nodes.push(Node {
                parent: Some(link),
                parent_from_node: piece.body_from_piece,
                kind: piece.kind.clone(),
                materials: vec![Some(material); piece.slots],
                physics,
                role,
                ..Node::new(name)
            });
        }
        Ok(())
    }
}
