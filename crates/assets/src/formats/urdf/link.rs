//! Links: a node with its mass, and a child for every piece of geometry.

use glam::{DAffine3, DMat3};

use crate::ReadError;
use crate::formats::urdf::Import;
use crate::formats::urdf::geometry::Geometry;
use crate::formats::urdf::xml::Element;
use crate::model::{
    BodyType, Bounds, BoundsShape, Inertial, MaterialId, Node, NodeId, NodeKind, NodeRole, Physics,
};

impl Import<'_> {
    pub(super) fn link(&mut self, link: Element<'_, '_>) -> Result<(), ReadError> {
        self.budget.nodes(1, "links")?;
        let name = link.required("name")?;
        let id = NodeId::new(self.model.nodes.len());
        if self.links.insert(name.to_owned(), id).is_some() {
            return Err(link.error(format!("there are two links called \"{name}\"")));
        }
        let mut node = Node::new(name);
        node.inertial = link.child("inertial").map(inertial).transpose()?;
        if let Some(inertial) = &node.inertial {
            node.physics.body = BodyType::RigidBody;
            node.physics.mass = inertial.mass;
            node.physics.flags.compound = true;
        } else if link.child("collision").is_some() {
            // A link without mass carries shapes and is moved by its joint only.
            node.physics.body = BodyType::Static;
            node.physics.flags.compound = true;
        }
        let body = node.physics.body;
        self.model.nodes.push(node);
        for (number, visual) in link.children("visual").enumerate() {
            let material =
                visual.child("material").map(|material| self.material(material)).transpose()?.flatten();
            self.piece(visual, id, NodeRole::Visual, number, material, BodyType::NoCollision)?;
            self.note_unsupported(visual, &["origin", "geometry", "material"]);
        }
        for (number, collision) in link.children("collision").enumerate() {
            self.piece(collision, id, NodeRole::Collision, number, None, body)?;
            self.note_unsupported(collision, &["origin", "geometry"]);
        }
        self.note_unsupported(link, &["inertial", "visual", "collision"]);
        Ok(())
    }

    /// A piece of geometry: a node, and one more for each mesh of a file with several.
    fn piece(
        &mut self,
        element: Element<'_, '_>,
        link: NodeId,
        role: NodeRole,
        number: usize,
        material: Option<MaterialId>,
        body: BodyType,
    ) -> Result<(), ReadError> {
        let what = if role == NodeRole::Visual { "visual" } else { "collision" };
        let given = element.attribute("name").filter(|name| !name.is_empty()).map(str::to_owned);
        let suffix = if number == 0 { String::new() } else { format!(".{number}") };
        let name = given.unwrap_or_else(|| format!("{}/{what}{suffix}", self.model.nodes[link.index()].name));
        let link_from_piece = element.origin()?;
        let geometry = self.geometry(element.required_child("geometry")?)?;
        let pieces: Vec<(DAffine3, NodeKind, Vec<Option<MaterialId>>, BoundsShape)> = match geometry {
            Geometry::Missing => Vec::new(),
            Geometry::Shape(shape, bounds) => {
                vec![(DAffine3::IDENTITY, NodeKind::Shape(shape), vec![material], bounds)]
            }
            Geometry::Mesh(parts) => {
                let kind = |part: &crate::formats::urdf::geometry::Part| NodeKind::Mesh(part.mesh);
                // The material of the link applies where the mesh file defines none.
                let slots = |part: &crate::formats::urdf::geometry::Part| {
                    part.materials.iter().map(|slot| slot.or(material)).collect::<Vec<_>>()
                };
                let bounds = BoundsShape::TriangleMesh;
                parts.iter().map(|part| (part.piece_from_part, kind(part), slots(part), bounds)).collect()
            }
        };
        self.budget.nodes(pieces.len(), "geometry")?;
        for (place, (piece_from_part, kind, materials, bounds)) in pieces.into_iter().enumerate() {
            let name = if place == 0 { name.clone() } else { format!("{name}.part{place}") };
            let mut physics = Physics { body, ..Physics::default() };
            if body != BodyType::NoCollision {
                physics.bounds = Bounds::Fitted(bounds);
                physics.flags.compound = true;
                physics.margin = 0.0;
                // The mass belongs to the link.
                physics.mass = 0.0;
            }
            self.model.nodes.push(Node {
                parent: Some(link),
                parent_from_node: link_from_piece * piece_from_part,
                kind,
                materials,
                physics,
                role,
                ..Node::new(name)
            });
        }
        Ok(())
    }
}

fn inertial(element: Element<'_, '_>) -> Result<Inertial, ReadError> {
    let mass = element.required_child("mass")?.size("value")?;
    let mut inertia = DMat3::ZERO;
    if let Some(given) = element.child("inertia") {
        let entry = |name: &str| Ok::<f64, ReadError>(given.number(name)?.unwrap_or(0.0));
        let (xy, xz, yz) = (entry("ixy")?, entry("ixz")?, entry("iyz")?);
        inertia = DMat3::from_cols_array(&[
            entry("ixx")?,
            xy,
            xz, //
            xy,
            entry("iyy")?,
            yz, //
            xz,
            yz,
            entry("izz")?,
        ]);
    }
    Ok(Inertial { mass, node_from_inertia: element.origin()?, inertia })
}
