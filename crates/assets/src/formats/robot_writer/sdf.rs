//! SDF 1.9: a model with links, whose poses are relative to the links that carry them, and joints.
//!
//! Source: <http://sdformat.org/spec>.

use std::collections::{BTreeMap, BTreeSet};

use glam::DAffine3;
use xmlwriter::XmlWriter;

use super::link_tree::{Link, LinkJoint, LinkTree, Piece, WORLD};
use super::mesh_files::{MeshFiles, Part, PartGeometry};
use super::omissions::Omissions;
use super::xml_text::{
    EscapedAttributes, end_with_text, numbers, roll_pitch_yaw, text_element, translation, vector, writer,
};
use crate::model::{EqualityKind, Inertial, JointKind, LinkFrame, Material, NodeId, Shape, SpecularShader};

/// Name of the link of a world with geometry: `world` is reserved.
const GROUND: &str = "world_link";

/// The text of a model.
pub(super) fn text(tree: &LinkTree<'_>, files: &mut MeshFiles<'_>, omissions: &mut Omissions) -> String {
    let mut xml = writer();
    xml.start_element("sdf");
    xml.attribute("version", "1.9");
    xml.start_element("model");
    xml.attribute("name", &tree.name.replace("::", "_"));
    let mut robot = Robot { xml, tree, files, omissions, names: Names::of(tree) };
    for link in &tree.links {
        if robot.names.links[&link.node] != WORLD {
            robot.link(link);
        }
        robot.joints(link);
        robot.frames(link);
    }
    robot.loops();
    robot.xml.end_element();
    robot.xml.end_element();
    robot.xml.end_document() + "\n"
}

/// Names of links, joints and frames of a model: all of them differ.
struct Names {
    links: BTreeMap<NodeId, String>,
    /// By the name in the model. A ball joint has the name of its first part.
    joints: BTreeMap<String, String>,
    used: BTreeSet<String>,
}

impl Names {
    fn of(tree: &LinkTree<'_>) -> Names {
        let mut names = Names { links: BTreeMap::new(), joints: BTreeMap::new(), used: BTreeSet::new() };
        for link in &tree.links {
            // The world itself needs no link, unless it has geometry.
            let is_bare = link.is_world() && link.visuals.is_empty() && link.collisions.is_empty();
            let name = match (link.name == WORLD, is_bare) {
                (true, true) => WORLD.to_owned(),
                (true, false) => names.free(GROUND, "link"),
                (false, _) => names.free(&link.name, "link"),
            };
            names.links.insert(link.node, name);
        }
        for it in tree.links.iter().flat_map(|link| &link.joints) {
            let own = &it.joint.name;
            let wanted = if it.joint.ball.is_some() { own.strip_suffix("_x").unwrap_or(own) } else { own };
            let name = names.free(wanted, "joint");
            names.joints.insert(own.clone(), name);
        }
        names
    }

    /// A name that is not in use.
    fn free(&mut self, wanted: &str, kind: &str) -> String {
        let mut name = wanted.replace("::", "_");
        while !self.used.insert(name.clone()) {
            name = format!("{name}_{kind}");
        }
        name
    }
}

struct Robot<'w, 'f, 'm> {
    xml: XmlWriter,
    tree: &'w LinkTree<'m>,
    files: &'w mut MeshFiles<'f>,
    omissions: &'w mut Omissions,
    names: Names,
}

impl Robot<'_, '_, '_> {
    /// The name of the link that carries a link; that of the world for a root.
    fn carrier(&self, link: &Link<'_>) -> &str {
        link.parent.map_or(WORLD, |parent| &self.names.links[&self.tree.links[parent].node])
    }

    fn link(&mut self, link: &Link<'_>) {
        let carrier = self.carrier(link).to_owned();
        let xml = &mut self.xml;
        xml.start_element("link");
        xml.attribute("name", &self.names.links[&link.node]);
        // A pose in the world is that of the model.
        pose(xml, &link.parent_from_link, Some(carrier.as_str()).filter(|name| *name != WORLD));
        if link.physics.gravity_compensation == 1.0 {
            text_element(xml, "gravity", "false");
        }
        match &link.inertial {
            Some(inertial) => inertial_of(xml, inertial),
            None if !link.moves() => {
                // Without this, a link weighs 1 kg.
                self.omissions
                    .note("links without mass weigh 1 mg: SDF has no links without mass", &link.name);
                light(xml, 1e-6);
            }
            None => {
                self.omissions.note("links without mass that move weigh 10 g", &link.name);
                light(xml, 0.01);
            }
        }
        let mut number = 0;
        for piece in &link.visuals {
            for part in self.files.seen(piece) {
                self.piece("visual", number, &part, piece);
                number += 1;
            }
        }
        for (number, piece) in link.collisions.iter().enumerate() {
            if let Some(part) = self.files.solid(piece) {
                self.piece("collision", number, &part, piece);
                let friction = piece.physics.contact.map_or(link.friction(), |contact| contact.friction[0]);
                self.surface(friction, piece.physics.elasticity);
                self.xml.end_element();
            }
        }
        self.xml.end_element();
    }

    /// Begins a visual or a collision; a visual also ends.
    fn piece(&mut self, name: &'static str, number: usize, part: &Part, piece: &Piece) {
        let folder = self.files.folder().to_owned();
        let xml = &mut self.xml;
        xml.start_element(name);
        xml.attribute("name", &format!("{name}_{number}"));
        pose(xml, &part.link_from_part, None);
        xml.start_element("geometry");
        match &part.geometry {
            PartGeometry::Shape(Shape::Box { size }) => {
                xml.start_element("box");
                text_element(xml, "size", &vector(*size));
            }
            PartGeometry::Shape(Shape::Sphere { radius }) => {
                xml.start_element("sphere");
                text_element(xml, "radius", &radius.to_string());
            }
            PartGeometry::Shape(Shape::Cylinder { radius, length }) => {
                xml.start_element("cylinder");
                text_element(xml, "radius", &radius.to_string());
                text_element(xml, "length", &length.to_string());
            }
            PartGeometry::Shape(Shape::Capsule { radius, length }) => {
                xml.start_element("capsule");
                text_element(xml, "radius", &radius.to_string());
                text_element(xml, "length", &length.to_string());
            }
            PartGeometry::Mesh(file) => {
                xml.start_element("mesh");
                text_element(xml, "uri", &format!("{folder}/{file}.obj"));
            }
        }
        xml.end_element();
        xml.end_element();
        if name == "collision" {
            return;
        }
        if let Some(id) = part.material.or_else(|| piece.materials.first().copied().flatten()) {
            self.material(&self.tree.model.materials[id.index()]);
        }
        self.xml.end_element();
    }

    fn surface(&mut self, friction: f64, elasticity: f64) {
        let xml = &mut self.xml;
        xml.start_element("surface");
        xml.start_element("friction");
        xml.start_element("ode");
        for name in ["mu", "mu2"] {
            text_element(xml, name, &friction.to_string());
        }
        xml.end_element();
        xml.end_element();
        if elasticity > 0.0 {
            xml.start_element("bounce");
            text_element(xml, "restitution_coefficient", &elasticity.to_string());
            xml.end_element();
        }
        xml.end_element();
    }

    fn material(&mut self, material: &Material) {
        let image = self.files.image(material);
        if !material.layers.is_empty() {
            self.omissions.note("images beyond that of the color are left out", &material.name);
        }
        let folder = self.files.folder().to_owned();
        let xml = &mut self.xml;
        xml.start_element("material");
        let [r, g, b] = if image.is_some() { material.texture_rgb } else { material.rgb };
        let color = format!("{r} {g} {b} {}", material.alpha);
        text_element(xml, "ambient", &color);
        text_element(xml, "diffuse", &color);
        if let Some(shading) = &material.shading {
            let [r, g, b] = shading.glow.map(|part| part.min(1.0));
            text_element(xml, "emissive", &format!("{r} {g} {b} 1"));
        }
        let microfacet = match material.shading.as_ref().map(|shading| shading.specular_shader) {
            Some(SpecularShader::Microfacet { metallic, roughness }) => Some((metallic, roughness)),
            _ => None,
        };
        if microfacet.is_some() || image.is_some() {
            xml.start_element("pbr");
            xml.start_element("metal");
            if let Some(image) = &image {
                text_element(xml, "albedo_map", &format!("{folder}/{image}"));
            }
            let (metallic, roughness) = microfacet.unwrap_or((0.0, 1.0));
            text_element(xml, "metalness", &metallic.to_string());
            text_element(xml, "roughness", &roughness.to_string());
            xml.end_element();
            xml.end_element();
        }
        xml.end_element();
    }

    /// The joint of a link, or a rigid connection. A free root has none.
    fn joints(&mut self, link: &Link<'_>) {
        let name = self.names.links[&link.node].clone();
        if name == WORLD || (link.parent.is_none() && !link.is_fixed) {
            return;
        }
        let carrier = self.carrier(link).to_owned();
        let Some(first) = link.joints.first() else {
            let joint = self.names.free(&format!("{name}_joint"), "joint");
            begin_joint(&mut self.xml, &joint, "fixed", &carrier, &name);
            self.xml.end_element();
            return;
        };
        let kind = match first.joint.kind {
            JointKind::Floating if carrier == WORLD => return,
            JointKind::Revolute => "revolute",
            JointKind::Continuous => "continuous",
            JointKind::Prismatic => "prismatic",
            JointKind::Floating | JointKind::Planar => {
                self.omissions
                    .note("joints that are free or planar between links are rigid", &first.joint.name);
                "fixed"
            }
            JointKind::Fixed => "fixed",
        };
        if link.joints.len() == 3 && first.joint.ball.is_some() {
            let joint = self.names.joints[&first.joint.name].clone();
            begin_joint(&mut self.xml, &joint, "ball", &carrier, &name);
            pose(&mut self.xml, &DAffine3::from_translation(first.anchor), None);
            self.xml.end_element();
            let has_more = [first.joint.damping, first.joint.friction].iter().any(|value| *value != 0.0);
            if has_more
                || first.joint.spring.is_some()
                || first.joint.ball.is_some_and(|ball| ball.angle_max.is_some())
            {
                self.omissions.note("ball joints have no limits, dampers, friction and springs", &joint);
            }
            return;
        }
        begin_joint(&mut self.xml, &self.names.joints[&first.joint.name], kind, &carrier, &name);
        if kind != "fixed" {
            pose(&mut self.xml, &DAffine3::from_translation(first.anchor), None);
            axis(&mut self.xml, first, &self.names.joints);
        }
        self.xml.end_element();
    }

    fn frames(&mut self, link: &Link<'_>) {
        let link_name = self.names.links[&link.node].clone();
        for (name, link_from_frame) in &link.frames {
            let name = self.names.free(&format!("{link_name}_{name}"), "frame");
            let xml = &mut self.xml;
            xml.start_element("frame");
            xml.attribute("name", &name);
            if link_name != WORLD {
                xml.attribute("attached_to", &link_name);
            }
            pose(xml, link_from_frame, None);
            xml.end_element();
        }
    }

    /// Joints that close loops.
    fn loops(&mut self) {
        for equality in &self.tree.model.equalities {
            let Some([a, b]) = equality.kind.ends() else { continue };
            let kind = if matches!(equality.kind, EqualityKind::Weld { .. }) { "fixed" } else { "ball" };
            let name = |frame: &LinkFrame| match frame.link {
                None => Some(WORLD.to_owned()),
                Some(node) => self.names.links.get(&node).cloned(),
            };
            // The frame of a joint is in its child, which is not the world.
            let ends = if name(&b).as_deref() == Some(WORLD) { [b, a] } else { [a, b] };
            let [Some(parent), Some(child)] = ends.each_ref().map(name) else {
                self.omissions.note("loops with objects that are left out are open", &equality.name);
                continue;
            };
            let name = self.names.free(&equality.name, "joint");
            begin_joint(&mut self.xml, &name, kind, &parent, &child);
            pose(&mut self.xml, &ends[1].link_from_frame, None);
            self.xml.end_element();
        }
    }
}

fn begin_joint(xml: &mut XmlWriter, name: &str, kind: &str, parent: &str, child: &str) {
    xml.start_element("joint");
    xml.attribute("name", name);
    xml.attribute("type", kind);
    text_element(xml, "parent", parent);
    text_element(xml, "child", child);
}

fn axis(xml: &mut XmlWriter, it: &LinkJoint<'_>, names: &BTreeMap<String, String>) {
    let joint = it.joint;
    xml.start_element("axis");
    text_element(xml, "xyz", &vector(it.axis));
    if let Some(limits) = joint.limits {
        xml.start_element("limit");
        for (name, value) in [
            ("lower", limits.lower),
            ("upper", limits.upper),
            ("effort", limits.effort),
            ("velocity", limits.velocity),
        ] {
            if value.is_finite() {
                text_element(xml, name, &value.to_string());
            }
        }
        xml.end_element();
    }
    xml.start_element("dynamics");
    text_element(xml, "damping", &joint.damping.to_string());
    text_element(xml, "friction", &joint.friction.to_string());
    if let Some(spring) = &joint.spring {
        text_element(xml, "spring_reference", &spring.rest.to_string());
        text_element(xml, "spring_stiffness", &spring.stiffness.to_string());
    }
    xml.end_element();
    if let Some(mimic) = &joint.mimic
        && let Some(leader) = names.get(&mimic.joint)
    {
        xml.start_element("mimic");
        xml.attribute("joint", leader);
        text_element(xml, "multiplier", &mimic.multiplier.to_string());
        text_element(xml, "offset", &mimic.offset.to_string());
        text_element(xml, "reference", "0");
        xml.end_element();
    }
    xml.end_element();
}

fn inertial_of(xml: &mut XmlWriter, inertial: &Inertial) {
    xml.start_element("inertial");
    pose(xml, &inertial.node_from_inertia, None);
    text_element(xml, "mass", &inertial.mass.to_string());
    xml.start_element("inertia");
    let [x, y, z] = [inertial.inertia.x_axis, inertial.inertia.y_axis, inertial.inertia.z_axis];
    for (name, value) in [("ixx", x.x), ("ixy", x.y), ("ixz", x.z), ("iyy", y.y), ("iyz", y.z), ("izz", z.z)]
    {
        text_element(xml, name, &value.to_string());
    }
    xml.end_element();
    xml.end_element();
}

/// A small ball. `mass` in kg.
fn light(xml: &mut XmlWriter, mass: f64) {
    let inertia = glam::DMat3::from_diagonal(glam::DVec3::splat(0.4 * mass * 1e-4));
    inertial_of(xml, &Inertial { mass, node_from_inertia: DAffine3::IDENTITY, inertia });
}

fn pose(xml: &mut XmlWriter, pose: &DAffine3, relative_to: Option<&str>) {
    xml.start_element("pose");
    if let Some(link) = relative_to {
        xml.attribute("relative_to", link);
    }
    let values = [translation(pose), roll_pitch_yaw(pose)].concat();
    end_with_text(xml, &numbers(&values));
}
