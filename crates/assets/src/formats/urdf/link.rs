//! Links: a node with its mass, and a child for every piece of geometry.

use glam::{DAffine3, DMat3};

use crate::ReadError;
use crate::formats::mesh_files::Part;
use crate::formats::textured_shape::textured;
use crate::formats::urdf::geometry::Geometry;
use crate::formats::urdf::{FRICTION_MAX, Import, origin};
use crate::formats::xml::Element;
use crate::model::{
    BodyType, Bounds, BoundsShape, Inertial, MaterialId, MeshId, Node, NodeId, NodeKind, NodeRole, Physics,
    Shape,
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
        let given = link.child("inertial");
        let density =
            given.filter(|given| given.child("mass").is_none()).map(density_of).transpose()?.flatten();
        node.inertial = given.map(inertial).transpose()?;
        if density.is_some() {
            node.inertial = None;
        } else if node.inertial.is_some_and(|inertial| inertial.mass == 0.0) {
            self.massless.push(format!("{name} ({})", link.place()));
            node.inertial = None;
        }
        if density.is_some() {
            node.physics.body = BodyType::RigidBody;
            node.physics.flags.compound = true;
        } else if let Some(inertial) = &node.inertial {
            node.physics.body = BodyType::RigidBody;
            node.physics.mass = inertial.mass;
            node.physics.flags.compound = true;
        } else if link.child("collision").is_some() {
            // A link without mass carries shapes and is moved by its joint only.
            node.physics.body = BodyType::Static;
            node.physics.flags.compound = true;
        }
        // Bullet's elements.
        let contact = |name: &str| {
            let given = link.child("contact").and_then(|contact| contact.child(name));
            Ok::<_, ReadError>(given.map(|given| given.number("value")).transpose()?.flatten())
        };
        if let Some(friction) = contact("lateral_friction")? {
            node.physics.friction = friction.clamp(0.0, FRICTION_MAX);
        }
        let [spinning, rolling] = [contact("spinning_friction")?, contact("rolling_friction")?];
        node.physics.rolling_resistance =
            [spinning, rolling].map(|value| value.unwrap_or(0.0).clamp(0.0, FRICTION_MAX));
        let body = node.physics.body;
        self.model.nodes.push(node);
        let first_visual = self.model.nodes.len();
        for (number, visual) in link.children("visual").enumerate() {
            let material =
                visual.child("material").map(|material| self.material(material)).transpose()?.flatten();
            self.piece(visual, id, NodeRole::Visual, number, material, BodyType::NoCollision)?;
            self.note_unsupported(visual, &["origin", "geometry", "material"]);
        }
        let first_collision = self.model.nodes.len();
        for (number, collision) in link.children("collision").enumerate() {
            self.piece(collision, id, NodeRole::Collision, number, None, body)?;
            self.note_unsupported(collision, &["origin", "geometry"]);
        }
        if link.child("visual").is_some() && first_visual == first_collision {
            self.show_collision_shapes(name, first_collision)?;
        }
        if let Some(density) = density {
            self.weigh(id, density);
        }
        if let Some(contact) = link.child("contact") {
            self.note_unsupported(contact, &["lateral_friction", "spinning_friction", "rolling_friction"]);
        }
        self.note_unsupported(link, &["inertial", "visual", "collision", "contact"]);
        Ok(())
    }

    /// A solid with an image as a mesh, which has image coordinates.
    fn covered(&mut self, shape: &Shape) -> Result<NodeKind, ReadError> {
        let mesh = textured(shape, [1.0; 2]);
        self.budget.mesh(mesh.vertices.len(), mesh.triangles.len(), "visuals with images")?;
        self.model.meshes.push(mesh);
        Ok(NodeKind::Mesh(MeshId::new(self.model.meshes.len() - 1)))
    }

    /// Shows the collision shapes of a link, from a node on, because none of its visuals can be read.
    fn show_collision_shapes(&mut self, link: &str, first: usize) -> Result<(), ReadError> {
        let shapes = self.model.nodes[first..].to_vec();
        if shapes.is_empty() {
            return Ok(());
        }
        self.budget.nodes(shapes.len(), "geometry")?;
        self.warnings
            .add(format!("link {link}: its collision shapes are shown, because no visual can be read"));
        for shape in shapes {
            let physics = Physics { body: BodyType::NoCollision, ..Physics::default() };
            let name = format!("{}/shown", shape.name);
            self.model.nodes.push(Node { name, role: NodeRole::Visual, physics, ..shape });
        }
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
        let link_from_piece = origin(element)?;
        let geometry = self.geometry(element.required_child("geometry")?)?;
        let pieces: Vec<(DAffine3, NodeKind, Vec<Option<MaterialId>>, BoundsShape)> = match geometry {
            Geometry::Missing => Vec::new(),
            Geometry::Shape(shape, bounds) => {
                let has_image = material.is_some_and(|id| self.model.materials[id.index()].texture.is_some());
                let kind = if has_image { self.covered(&shape)? } else { NodeKind::Shape(shape) };
                vec![(DAffine3::IDENTITY, kind, vec![material], bounds)]
            }
            Geometry::Mesh(parts) => {
                let kind = |part: &Part| NodeKind::Mesh(part.mesh);
                // The material of the link applies where the mesh file defines none.
                let slots =
                    |part: &Part| part.materials.iter().map(|slot| slot.or(material)).collect::<Vec<_>>();
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

/// The density of a link, which SAPIEN takes in place of a mass. [kg/m³]
fn density_of(inertial: Element<'_, '_>) -> Result<Option<f64>, ReadError> {
    let density = inertial.child("density").map(|density| density.size("value")).transpose()?;
    Ok(density.filter(|density| *density > 0.0))
}

/// The inertial of an element; without `<mass>`, as files for Genesis and SAPIEN have it, one of mass 0.
fn inertial(element: Element<'_, '_>) -> Result<Inertial, ReadError> {
    let mass = element.child("mass").map(|mass| mass.size("value")).transpose()?.unwrap_or(0.0);
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
    Ok(Inertial { mass, node_from_inertia: origin(element)?, inertia })
}
