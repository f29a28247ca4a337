//! Links: a node with its mass, and a child for every piece of geometry.

use glam::{DAffine3, DMat3, DVec3};

use crate::ReadError;
use crate::formats::sdf::Import;
use crate::formats::sdf::frames::full_name;
use crate::formats::sdf::tag::Tag;
use crate::model::{
    BodyType, Bounds, FrictionDirection, Inertial, MaterialId, Node, NodeId, NodeKind, NodeRole, Physics,
};

/// Coulomb friction of a collision that gives none.
const FRICTION: f64 = 1.0;

impl Import<'_> {
    /// Reads a link of the model `scope`. Its pose is set when all joints are known.
    pub(super) fn link(
        &mut self,
        tag: &Tag,
        full: &str,
        scope: &str,
        is_static: bool,
    ) -> Result<(), ReadError> {
        self.budget.nodes(1, "links")?;
        let name = self.shown(full);
        let id = NodeId::new(self.model.nodes.len());
        self.links.insert(full.to_owned(), id);
        let mut node = Node::new(name.clone());
        let inertial = self.inertial(tag, scope)?;
        node.inertial = inertial.filter(|_| !is_static);
        node.physics.body = if node.inertial.is_some() { BodyType::RigidBody } else { BodyType::Static };
        node.physics.mass = node.inertial.map_or(0.0, |inertial| inertial.mass);
        node.physics.flags.compound = true;
        let body = node.physics.body;
        self.model.nodes.push(node);
        for (number, visual) in tag.children("visual").enumerate() {
            let material = self.material(visual)?;
            let physics = Physics { body: BodyType::NoCollision, ..Physics::default() };
            self.piece(visual, (full, scope, id), NodeRole::Visual, number, material, &physics)?;
            self.note_unsupported(visual, &VISUAL);
        }
        for (number, collision) in tag.children("collision").enumerate() {
            let [friction, elasticity] = surface(collision)?;
            // The mass belongs to the link.
            let physics =
                Physics { body, friction, elasticity, margin: 0.0, mass: 0.0, ..Physics::default() };
            self.piece(collision, (full, scope, id), NodeRole::Collision, number, None, &physics)?;
            if number == 0 {
                let direction = self.friction_direction(collision, full, scope, friction)?;
                let link = &mut self.model.nodes[id.index()].physics;
                (link.friction, link.elasticity) = (friction, elasticity);
                link.friction_direction = direction;
            }
            self.note_unsupported(collision, &COLLISION);
        }
        for light in tag.children("light") {
            self.light(light, Some(id), DAffine3::IDENTITY)?;
        }
        if tag.text_of("gravity").is_some() && !tag.switch_of("gravity")? && !is_static {
            self.model.nodes[id.index()].physics.gravity_compensation = 1.0;
        }
        if tag.switch_of("kinematic")? {
            self.note("<kinematic> links move as other links", tag);
        }
        self.note_unsupported(tag, &LINK);
        Ok(())
    }

    /// The pose of an element of a link, in the link.
    pub(super) fn link_from(&self, tag: &Tag, full: &str, scope: &str) -> Result<DAffine3, ReadError> {
        let pose = tag.pose()?;
        let Some(name) = tag.relative_to() else { return Ok(pose) };
        let base = self.frames.known(scope, name, tag)?;
        Ok(self.frames.world_from(full).inverse() * self.frames.world_from(&base) * pose)
    }

    /// The direction along which the surface of a collision holds, by `<fdir1>` and `<mu2>`.
    fn friction_direction(
        &self,
        collision: &Tag,
        full: &str,
        scope: &str,
        friction: f64,
    ) -> Result<Option<FrictionDirection>, ReadError> {
        let Some(ode) = collision.at(&["surface", "friction", "ode"]) else { return Ok(None) };
        let Some(direction) = ode.child("fdir1") else { return Ok(None) };
        let across = ode.number_of("mu2")?.unwrap_or(FRICTION);
        let along = DVec3::from_array(direction.numbers()?);
        let frame = direction.given("expressed_in");
        Ok(match frame {
            Some(frame) => {
                let frame = self.shown(&self.frames.known(scope, frame, direction)?);
                FrictionDirection::of(Some(&frame), along, friction, across)
            }
            None => {
                let link_from_collision = self.link_from(collision, full, scope)?;
                FrictionDirection::of(None, link_from_collision.transform_vector3(along), friction, across)
            }
        })
    }

    /// A piece of geometry: a node, and one more for each mesh of a file with several.
    fn piece(
        &mut self,
        tag: &Tag,
        (full, scope, link): (&str, &str, NodeId),
        role: NodeRole,
        number: usize,
        material: Option<MaterialId>,
        physics: &Physics,
    ) -> Result<(), ReadError> {
        let usual = || if number == 0 { tag.name.clone() } else { format!("{}{number}", tag.name) };
        let own = tag.given("name").map_or_else(usual, str::to_owned);
        let kind = if role == NodeRole::Collision && own == "visual" { "/collision" } else { "" };
        let name = format!("{}/{own}{kind}", self.shown(full));
        let link_from_piece = self.link_from(tag, full, scope)?;
        let Some(geometry) = tag.child("geometry") else {
            self.note(&format!("<{}> without <geometry> is left out", tag.name), tag);
            return Ok(());
        };
        let pieces = self.geometry(geometry, role == NodeRole::Collision)?;
        self.budget.nodes(pieces.len(), "geometry")?;
        for (place, piece) in pieces.into_iter().enumerate() {
            let name = if place == 0 { name.clone() } else { format!("{name}.part{place}") };
            let mut physics = physics.clone();
            if physics.body != BodyType::NoCollision {
                physics.bounds = Bounds::Fitted(piece.bounds);
                physics.flags.compound = true;
            }
            let kind = self.covered(piece.kind, material)?;
            // The material of a visual replaces those of its mesh file.
            let materials = match (&kind, material) {
                (NodeKind::Mesh(_), None) => piece.materials,
                (_, material) => vec![material; piece.materials.len().max(1)],
            };
            self.model.nodes.push(Node {
                parent: Some(link),
                parent_from_node: link_from_piece * piece.geometry_from_piece,
                kind,
                materials,
                physics,
                role,
                ..Node::new(name)
            });
        }
        Ok(())
    }

    /// Mass and inertia of a link; `None` for the mass 0.
    fn inertial(&mut self, link: &Tag, scope: &str) -> Result<Option<Inertial>, ReadError> {
        let Some(tag) = link.child("inertial") else {
            // The default of SDF.
            return Ok(Some(Inertial {
                mass: 1.0,
                node_from_inertia: DAffine3::IDENTITY,
                inertia: DMat3::IDENTITY,
            }));
        };
        if matches!(tag.attribute("auto"), Some("true" | "1")) {
            let full = full_name(scope, link.required_name()?);
            return self.auto_inertial(link, tag, &full, scope);
        }
        let mass = tag.number_of("mass")?.unwrap_or(1.0);
        if mass < 0.0 {
            return Err(tag.error("<mass> is below 0"));
        }
        if mass == 0.0 {
            self.note("links of mass 0 are read as links without mass", link);
            return Ok(None);
        }
        let mut inertia = DMat3::IDENTITY;
        if let Some(given) = tag.child("inertia") {
            let entry =
                |name: &str, usual: f64| Ok::<f64, ReadError>(given.number_of(name)?.unwrap_or(usual));
            let (xx, yy, zz) = (entry("ixx", 1.0)?, entry("iyy", 1.0)?, entry("izz", 1.0)?);
            let (xy, xz, yz) = (entry("ixy", 0.0)?, entry("ixz", 0.0)?, entry("iyz", 0.0)?);
            inertia = DMat3::from_cols_array(&[xx, xy, xz, xy, yy, yz, xz, yz, zz]);
        }
        if tag.child("fluid_added_mass").is_some() {
            self.note("<fluid_added_mass> is left out", link);
        }
        let full = full_name(scope, link.required_name()?);
        Ok(Some(Inertial { mass, node_from_inertia: self.link_from(tag, &full, scope)?, inertia }))
    }
}

/// Friction and restitution of a collision. Those of the first one apply to the link.
fn surface(collision: &Tag) -> Result<[f64; 2], ReadError> {
    let Some(surface) = collision.child("surface") else { return Ok([FRICTION, 0.0]) };
    let mut friction = FRICTION;
    for (engine, name) in [("ode", "mu"), ("bullet", "friction")] {
        let Some(engine) = surface.at(&["friction", engine]) else { continue };
        if let Some(number) = engine.number_of(name)? {
            friction = number.clamp(0.0, 1e6);
            break;
        }
    }
    let bounce = surface.child("bounce");
    let elasticity = bounce.map(|bounce| bounce.number_of("restitution_coefficient")).transpose()?.flatten();
    Ok([friction, elasticity.unwrap_or(0.0).clamp(0.0, 1.0)])
}

const LINK: [&str; 10] = [
    "pose",
    "inertial",
    "visual",
    "collision",
    "light",
    "gravity",
    "kinematic",
    "self_collide",
    "must_be_base_link",
    "enable_wind",
];
const VISUAL: [&str; 8] = [
    "pose",
    "geometry",
    "material",
    "transparency",
    "cast_shadows",
    "meta",
    "laser_retro",
    "visibility_flags",
];
const COLLISION: [&str; 6] = ["pose", "geometry", "surface", "max_contacts", "laser_retro", "density"];
