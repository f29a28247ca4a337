//! URDF: links and joints side by side. A joint is at the origin of its child.
//!
//! Source: <https://wiki.ros.org/urdf/XML>.

use std::collections::BTreeSet;

use glam::DAffine3;
use xmlwriter::XmlWriter;

use super::link_tree::{Link, LinkTree, WORLD};
use super::mesh_files::{MeshFiles, Part, PartGeometry};
use super::omissions::Omissions;
use super::xml_text::{
    EscapedAttributes, numbers, roll_pitch_yaw, text_element, translation, vector, writer,
};
use crate::model::{Inertial, Joint, JointKind, MaterialId, Model, Physics, Shape};

/// Name of the link that carries several roots, or a root that stands.
const BASE: &str = "base_of_file";

/// The text of a model.
pub(super) fn text(tree: &LinkTree<'_>, files: &mut MeshFiles<'_>, omissions: &mut Omissions) -> String {
    let mut xml = writer();
    xml.start_element("robot");
    xml.attribute("name", &tree.name);
    let mut robot = Robot { xml, model: tree.model, files, omissions, materials: BTreeSet::new() };
    let roots: Vec<&Link<'_>> = tree.roots().map(|(_, root)| root).collect();
    let stands_apart = roots.iter().any(|root| root.is_fixed && root.name != WORLD);
    let needs_base = roots.len() > 1 || stands_apart;
    let base = if tree.links.iter().any(|link| link.name == WORLD) { BASE } else { WORLD };
    if needs_base {
        robot.xml.start_element("link");
        robot.xml.attribute("name", base);
        robot.xml.end_element();
    }
    for link in &tree.links {
        robot.link(link);
        let carrier = link.parent.map(|parent| &tree.links[parent]);
        match carrier {
            Some(carrier) => robot.joint(link, &carrier.name, &origin_of(carrier)),
            None if needs_base => robot.joint(link, base, &DAffine3::IDENTITY),
            None => {}
        }
        robot.frames(link);
    }
    robot.friction(tree);
    if !robot.files.is_empty() {
        // MuJoCo leaves out the folders of file names.
        robot.xml.start_element("mujoco");
        robot.xml.start_element("compiler");
        robot.xml.attribute("meshdir", robot.files.folder());
        robot.xml.attribute("strippath", "true");
        robot.xml.end_element();
        robot.xml.end_element();
    }
    robot.xml.end_element();
    robot.xml.end_document() + "\n"
}

/// The origin of the written link in that of the model: the anchor of its joint.
fn origin_of(link: &Link<'_>) -> DAffine3 {
    link.joints.first().map_or(DAffine3::IDENTITY, |it| DAffine3::from_translation(it.anchor))
}

struct Robot<'w, 'f, 'm> {
    xml: XmlWriter,
    model: &'m Model,
    files: &'w mut MeshFiles<'f>,
    omissions: &'w mut Omissions,
    /// Materials that were written.
    materials: BTreeSet<MaterialId>,
}

impl Robot<'_, '_, '_> {
    fn link(&mut self, link: &Link<'_>) {
        let link_from_model = origin_of(link).inverse();
        self.xml.start_element("link");
        self.xml.attribute("name", &link.name);
        if let Some(inertial) = &link.inertial {
            self.inertial(inertial, &link_from_model);
        }
        for piece in &link.visuals {
            for part in self.files.seen(piece) {
                self.piece("visual", &link_from_model, &part);
            }
        }
        for piece in &link.collisions {
            if let Some(part) = self.files.solid(piece) {
                self.piece("collision", &link_from_model, &part);
            }
        }
        self.xml.end_element();
    }

    fn inertial(&mut self, inertial: &Inertial, link_from_model: &DAffine3) {
        let xml = &mut self.xml;
        xml.start_element("inertial");
        origin(xml, &(*link_from_model * inertial.node_from_inertia));
        xml.start_element("mass");
        xml.attribute("value", &inertial.mass);
        xml.end_element();
        xml.start_element("inertia");
        let [x, y, z] = [inertial.inertia.x_axis, inertial.inertia.y_axis, inertial.inertia.z_axis];
        for (name, value) in
            [("ixx", x.x), ("ixy", x.y), ("ixz", x.z), ("iyy", y.y), ("iyz", y.z), ("izz", z.z)]
        {
            xml.attribute(name, &value);
        }
        xml.end_element();
        xml.end_element();
    }

    /// A visual or collision element. URDF has no capsule: it is a cylinder and two spheres.
    fn piece(&mut self, element: &'static str, link_from_model: &DAffine3, part: &Part) {
        let link_from_part = *link_from_model * part.link_from_part;
        let PartGeometry::Shape(Shape::Capsule { radius, length }) = part.geometry else {
            self.geometry(element, &link_from_part, &part.geometry, part.material);
            return;
        };
        let solid = |shape: Shape| PartGeometry::Shape(shape);
        if length > 0.0 {
            self.geometry(
                element,
                &link_from_part,
                &solid(Shape::Cylinder { radius, length }),
                part.material,
            );
        }
        for sign in [-1.0, 1.0] {
            let end = DAffine3::from_translation(glam::DVec3::Z * (sign * length / 2.0));
            self.geometry(element, &(link_from_part * end), &solid(Shape::Sphere { radius }), part.material);
            if length == 0.0 {
                break;
            }
        }
    }

    fn geometry(
        &mut self,
        element: &'static str,
        link_from_part: &DAffine3,
        geometry: &PartGeometry,
        material: Option<MaterialId>,
    ) {
        let file = match geometry {
            PartGeometry::Mesh(name) => Some(format!("{}/{name}.obj", self.files.folder())),
            PartGeometry::Shape(_) => None,
        };
        let xml = &mut self.xml;
        xml.start_element(element);
        origin(xml, link_from_part);
        xml.start_element("geometry");
        match geometry {
            PartGeometry::Shape(Shape::Box { size }) => {
                xml.start_element("box");
                xml.attribute("size", &vector(*size));
            }
            PartGeometry::Shape(Shape::Sphere { radius }) => {
                xml.start_element("sphere");
                xml.attribute("radius", radius);
            }
            PartGeometry::Shape(Shape::Cylinder { radius, length } | Shape::Capsule { radius, length }) => {
                xml.start_element("cylinder");
                xml.attribute("radius", radius);
                xml.attribute("length", length);
            }
            PartGeometry::Mesh(_) => {
                xml.start_element("mesh");
                xml.attribute("filename", &file.unwrap_or_default());
            }
        }
        xml.end_element();
        xml.end_element();
        if let Some(material) = material.filter(|_| element == "visual") {
            self.material(material);
        }
        self.xml.end_element();
    }

    /// The color of a visual: in full at its first use, by name after that. The image of a mesh is in its OBJ file.
    fn material(&mut self, id: MaterialId) {
        let material = &self.model.materials[id.index()];
        if !material.layers.is_empty() || material.shading.is_some() {
            let text = "materials have a color and its image alone: highlights, emission and further images are left out";
            self.omissions.note(text, &material.name);
        }
        let is_first = self.materials.insert(id);
        let xml = &mut self.xml;
        xml.start_element("material");
        xml.attribute("name", &format!("{}_{}", material.name, id.index()));
        if is_first {
            let rgb = if material.texture.is_some() { material.texture_rgb } else { material.rgb };
            let [r, g, b] = rgb;
            xml.start_element("color");
            xml.attribute("rgba", &format!("{r} {g} {b} {}", material.alpha));
            xml.end_element();
            if let Some(image) = self.files.image(material) {
                xml.start_element("texture");
                xml.attribute("filename", &format!("{}/{image}", self.files.folder()));
                xml.end_element();
            }
        }
        xml.end_element();
    }

    /// The joint between a link and its carrier. `model_from_carrier` is the origin of the written carrier in its own frame.
    fn joint(&mut self, link: &Link<'_>, carrier: &str, model_from_carrier: &DAffine3) {
        let carrier_from_link = model_from_carrier.inverse() * link.parent_from_link * origin_of(link);
        let joint = link.joints.first();
        let kind = match joint.map(|it| it.joint.kind) {
            None if link.parent.is_none() && !link.is_fixed => JointKind::Floating,
            None => JointKind::Fixed,
            Some(kind) => kind,
        };
        let name = joint.map_or_else(|| format!("{}_joint", link.name), |it| it.joint.name.clone());
        let xml = &mut self.xml;
        xml.start_element("joint");
        xml.attribute("name", &name);
        xml.attribute("type", kind_name(kind));
        origin(xml, &carrier_from_link);
        for (element, name) in [("parent", carrier), ("child", link.name.as_str())] {
            xml.start_element(element);
            xml.attribute("link", name);
            xml.end_element();
        }
        if let Some(it) = joint {
            if !matches!(kind, JointKind::Fixed | JointKind::Floating) {
                xml.start_element("axis");
                xml.attribute("xyz", &vector(it.axis));
                xml.end_element();
            }
            motion(xml, it.joint);
            if it.joint.ball.is_some_and(|ball| ball.number == 0) {
                self.omissions.note("ball joints are three hinges in a row", &it.joint.name);
            }
        }
        self.xml.end_element();
    }

    /// Frames of a link, as links without mass.
    fn frames(&mut self, link: &Link<'_>) {
        let link_from_model = origin_of(link).inverse();
        for (name, link_from_frame) in &link.frames {
            let name = format!("{}/{name}", link.name);
            let xml = &mut self.xml;
            xml.start_element("link");
            xml.attribute("name", &name);
            xml.end_element();
            xml.start_element("joint");
            xml.attribute("name", &format!("{name}_joint"));
            xml.attribute("type", "fixed");
            origin(xml, &(link_from_model * *link_from_frame));
            for (element, name) in [("parent", &link.name), ("child", &name)] {
                xml.start_element(element);
                xml.attribute("link", name);
                xml.end_element();
            }
            xml.end_element();
        }
    }

    /// Friction, in Gazebo's elements: URDF itself has none.
    fn friction(&mut self, tree: &LinkTree<'_>) {
        for link in tree.links.iter().filter(|link| !link.collisions.is_empty()) {
            let friction = link.friction();
            if friction == Physics::default().friction {
                continue;
            }
            let xml = &mut self.xml;
            xml.start_element("gazebo");
            xml.attribute("reference", &link.name);
            for element in ["mu1", "mu2"] {
                text_element(xml, element, &friction.to_string());
            }
            xml.end_element();
        }
    }
}

/// Limits, damping, friction and leader of a joint.
fn motion(xml: &mut XmlWriter, joint: &Joint) {
    let needs_limits = matches!(joint.kind, JointKind::Revolute | JointKind::Prismatic);
    if needs_limits || joint.limits.is_some() {
        // A joint of these kinds has all four numbers; an infinite one is the largest number.
        let limits = joint.limits;
        let of = |value: Option<f64>, sign: f64| {
            let value = value.unwrap_or(sign * f64::INFINITY);
            if value.is_finite() { value } else { value.signum() * f64::from(f32::MAX) }
        };
        xml.start_element("limit");
        if needs_limits {
            xml.attribute("lower", &of(limits.map(|it| it.lower), -1.0));
            xml.attribute("upper", &of(limits.map(|it| it.upper), 1.0));
        }
        xml.attribute("effort", &of(limits.map(|it| it.effort), 1.0));
        xml.attribute("velocity", &of(limits.map(|it| it.velocity), 1.0));
        xml.end_element();
    }
    if joint.damping != 0.0 || joint.friction != 0.0 {
        xml.start_element("dynamics");
        xml.attribute("damping", &joint.damping);
        xml.attribute("friction", &joint.friction);
        xml.end_element();
    }
    if let Some(mimic) = &joint.mimic {
        xml.start_element("mimic");
        xml.attribute("joint", &mimic.joint);
        xml.attribute("multiplier", &mimic.multiplier);
        xml.attribute("offset", &mimic.offset);
        xml.end_element();
    }
}

fn kind_name(kind: JointKind) -> &'static str {
    match kind {
        JointKind::Fixed => "fixed",
        JointKind::Revolute => "revolute",
        JointKind::Continuous => "continuous",
        JointKind::Prismatic => "prismatic",
        JointKind::Floating => "floating",
        JointKind::Planar => "planar",
    }
}

fn origin(xml: &mut XmlWriter, pose: &DAffine3) {
    xml.start_element("origin");
    xml.attribute("xyz", &numbers(&translation(pose)));
    xml.attribute("rpy", &numbers(&roll_pitch_yaw(pose)));
    xml.end_element();
}
