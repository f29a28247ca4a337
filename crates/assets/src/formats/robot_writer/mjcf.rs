//! MJCF: bodies in each other, with their joints, masses and geoms.
//!
//! Source: MuJoCo's documentation, "XML reference".

mod assets;
mod attributes;
mod constraints;
mod sites;

use glam::{DAffine3, DMat3, DVec3};
use morse_geometry::principal_axes;
use xmlwriter::XmlWriter;

use super::link_tree::{Link, LinkJoint, LinkTree, Piece};
use super::mesh_files::{MeshFiles, Part, PartGeometry};
use super::omissions::Omissions;
use super::xml_text::{EscapedAttributes, numbers, vector, writer};
use crate::model::{ContactMaterial, EffortPolynomial, Inertial, Joint, JointKind, Shape};
use assets::{Assets, material_name};
use attributes::{place, softness};
use sites::{Sites, sites};

/// Least moment of inertia: MuJoCo refuses those that are not above 1e-15. \[kg m²\]
const MOMENT_MIN: f64 = 1e-12;
/// Groups of geoms that are seen, and of those that collide: MuJoCo's viewer shows the first three.
const SEEN: u8 = 2;
const COLLIDES: u8 = 3;

/// The text of a model.
pub(super) fn text(tree: &LinkTree<'_>, files: &mut MeshFiles<'_>, omissions: &mut Omissions) -> String {
    let mut assets = Assets::new(files);
    for piece in tree.links.iter().flat_map(|link| &link.visuals) {
        assets.add_seen(tree, piece, omissions);
    }
    for piece in tree.links.iter().flat_map(|link| &link.collisions) {
        if let Some(part) = assets.files.solid(piece) {
            assets.add_mesh(&part);
        }
    }
    let mut xml = writer();
    xml.start_element("mujoco");
    xml.attribute("model", &tree.name);
    xml.start_element("compiler");
    xml.attribute("angle", "radian");
    xml.attribute("autolimits", "true");
    // Inertias that no body can have are refused without it.
    xml.attribute("balanceinertia", "true");
    if !assets.files.is_empty() {
        xml.attribute("meshdir", assets.files.folder());
        xml.attribute("texturedir", assets.files.folder());
    }
    xml.end_element();
    option(&mut xml, tree);
    assets.write(&mut xml);
    let sites = sites(tree);
    let mut robot = Robot { tree, files: assets.files, omissions, sites: &sites };
    xml.start_element("worldbody");
    // The world may be no link: one without geometry is left out.
    for site in sites.values().filter(|site| site.link.is_none_or(|node| tree.link_of(node).is_none())) {
        site.write(&mut xml);
    }
    for (index, link) in tree.roots() {
        if link.is_world() {
            robot.contents(&mut xml, index);
        } else {
            robot.body(&mut xml, index);
        }
    }
    xml.end_element();
    constraints::write(&mut xml, tree, &sites, omissions);
    xml.end_element();
    xml.end_document() + "\n"
}

/// Settings of the physics, where the model has any.
fn option(xml: &mut XmlWriter, tree: &LinkTree<'_>) {
    let model = tree.model;
    let pieces = tree.links.iter().flat_map(|link| &link.collisions);
    let contacts: Vec<ContactMaterial> = pieces.filter_map(|piece| piece.physics.contact).collect();
    xml.start_element("option");
    if let Some(step_s) = model.step_max_s {
        xml.attribute("timestep", &step_s);
    }
    if contacts.iter().any(|contact| !contact.has_pyramid) {
        xml.attribute("cone", "elliptic");
    }
    let ratio = contacts.iter().map(|contact| contact.impedance_ratio).fold(1.0, f64::max);
    if ratio != 1.0 {
        xml.attribute("impratio", &ratio);
    }
    if let Some(world) = &model.world {
        xml.attribute("gravity", &vector(world.gravity));
    }
    if let Some(fluid) = &model.fluid {
        xml.attribute("density", &fluid.density);
        xml.attribute("viscosity", &fluid.viscosity);
        xml.attribute("wind", &vector(fluid.wind));
    }
    xml.end_element();
}

struct Robot<'w, 'f, 'm> {
    tree: &'w LinkTree<'m>,
    files: &'w mut MeshFiles<'f>,
    omissions: &'w mut Omissions,
    sites: &'w Sites,
}

impl Robot<'_, '_, '_> {
    fn body(&mut self, xml: &mut XmlWriter, index: usize) {
        let link = &self.tree.links[index];
        xml.start_element("body");
        xml.attribute("name", &link.name);
        // Joints of the file begin at their reference, which is the pose of the body.
        let moved = link.joints.iter().fold(link.parent_from_link, |pose, it| {
            let own = Joint { axis: it.axis, anchor: it.anchor, ..it.joint.clone() };
            pose * own.child_from_zero(it.joint.position)
        });
        place(xml, &moved);
        if link.physics.gravity_compensation != 0.0 {
            xml.attribute("gravcomp", &link.physics.gravity_compensation);
        }
        self.joints(xml, link);
        match &link.inertial {
            Some(inertial) if mass(xml, inertial) => {
                let text = "moments of inertia that are not above 0, which MuJoCo refuses, are raised to 1e-12 kg m²";
                self.omissions.note(text, &link.name);
            }
            Some(_) => {}
            None if link.moves() && !self.tree.carries_mass(index) => {
                self.omissions.note("links without mass that move weigh 10 g", &link.name);
                let inertia = DMat3::IDENTITY * 4e-7;
                mass(xml, &Inertial { mass: 0.01, node_from_inertia: DAffine3::IDENTITY, inertia });
            }
            None => {}
        }
        self.contents(xml, index);
        xml.end_element();
    }

    /// Geoms, sites and bodies of a link.
    fn contents(&mut self, xml: &mut XmlWriter, index: usize) {
        let link = &self.tree.links[index];
        for piece in &link.visuals {
            for part in self.files.seen(piece) {
                geom(xml, &part);
                xml.attribute("group", &SEEN);
                xml.attribute("contype", &0);
                xml.attribute("conaffinity", &0);
                xml.attribute("mass", &0);
                if let Some(id) = part.material {
                    let material = &self.tree.model.materials[id.index()];
                    xml.attribute("material", &material_name(id, material));
                }
                xml.end_element();
            }
        }
        for piece in &link.collisions {
            if let Some(part) = self.files.solid(piece) {
                geom(xml, &part);
                xml.attribute("group", &COLLIDES);
                xml.attribute("mass", &0);
                surface(xml, link, piece);
                xml.end_element();
            }
        }
        for (name, link_from_frame) in &link.frames {
            xml.start_element("site");
            xml.attribute("name", name);
            place(xml, link_from_frame);
            xml.end_element();
        }
        for site in self.sites.values() {
            if site.link == Some(link.node) {
                site.write(xml);
            }
        }
        let children: Vec<usize> = self.tree.children(index).map(|(child, _)| child).collect();
        for child in children {
            self.body(xml, child);
        }
    }

    fn joints(&mut self, xml: &mut XmlWriter, link: &Link<'_>) {
        let is_of_world = link.parent.is_none_or(|parent| self.tree.links[parent].is_world());
        if link.joints.is_empty() {
            if link.parent.is_none() && !link.is_fixed {
                xml.start_element("freejoint");
                xml.attribute("name", &format!("{}_free", link.name));
                xml.end_element();
            }
            return;
        }
        let mut rest = &link.joints[..];
        while let Some((first, after)) = rest.split_first() {
            rest = after;
            let joint = first.joint;
            match joint.kind {
                JointKind::Floating if is_of_world && link.joints.len() == 1 => {
                    xml.start_element("freejoint");
                    xml.attribute("name", &joint.name);
                    xml.end_element();
                }
                JointKind::Floating | JointKind::Planar | JointKind::Fixed => {
                    self.omissions
                        .note("joints that are free or planar between links are rigid", &joint.name);
                }
                _ if is_whole_ball(first, after) => {
                    rest = &after[2..];
                    self.joint(xml, first, "ball", joint.name.strip_suffix("_x").unwrap_or(&joint.name));
                }
                JointKind::Prismatic => self.joint(xml, first, "slide", &joint.name),
                JointKind::Revolute | JointKind::Continuous => self.joint(xml, first, "hinge", &joint.name),
            }
        }
    }

    fn joint(&mut self, xml: &mut XmlWriter, it: &LinkJoint<'_>, kind: &str, name: &str) {
        let joint = it.joint;
        xml.start_element("joint");
        xml.attribute("name", name);
        xml.attribute("type", kind);
        xml.attribute("pos", &vector(it.anchor));
        if kind != "ball" {
            xml.attribute("axis", &vector(it.axis));
        }
        let limits = joint.limits;
        match (limits, joint.ball) {
            (_, Some(ball)) if kind == "ball" => {
                if let Some(angle) = ball.angle_max {
                    xml.attribute("range", &numbers(&[0.0, angle]));
                }
            }
            (Some(limits), _) if limits.lower.is_finite() || limits.upper.is_finite() => {
                // One end without limit is far away.
                let end = |value: f64| value.clamp(-1e6, 1e6);
                xml.attribute("range", &numbers(&[end(limits.lower), end(limits.upper)]));
            }
            _ => {}
        }
        if let Some(effort) =
            limits.map(|limits| limits.effort).filter(|effort| effort.is_finite() && *effort > 0.0)
        {
            xml.attribute("actuatorfrcrange", &numbers(&[-effort, effort]));
        }
        if limits.is_some_and(|limits| limits.velocity.is_finite()) {
            self.omissions.note("limits of the velocity are left out", name);
        }
        if joint.position != 0.0 {
            xml.attribute("ref", &joint.position);
        }
        let EffortPolynomial { stiffness: of_spring, damping: of_damper } = joint.polynomial;
        let up_to = |first: f64, more: [f64; 2]| {
            if more == [0.0; 2] { numbers(&[first]) } else { numbers(&[first, more[0], more[1]]) }
        };
        if joint.damping != 0.0 || of_damper != [0.0; 2] {
            xml.attribute("damping", &up_to(joint.damping, of_damper));
        }
        if joint.friction != 0.0 {
            xml.attribute("frictionloss", &joint.friction);
        }
        if joint.armature != 0.0 {
            xml.attribute("armature", &joint.armature);
        }
        if let Some(spring) = &joint.spring {
            xml.attribute("stiffness", &up_to(spring.stiffness, of_spring));
            if kind != "ball" {
                xml.attribute("springref", &spring.rest);
            }
        }
        for (names, given) in [
            (["solreflimit", "solimplimit"], joint.limit_softness),
            (["solreffriction", "solimpfriction"], joint.friction_softness),
        ] {
            if let Some(given) = given {
                softness(xml, names, &given);
            }
        }
        xml.end_element();
    }
}

/// Whether three joints in a row are a ball joint.
fn is_whole_ball(first: &LinkJoint<'_>, after: &[LinkJoint<'_>]) -> bool {
    let number = |it: &LinkJoint<'_>| it.joint.ball.map(|ball| ball.number);
    number(first) == Some(0)
        && after.len() >= 2
        && number(&after[0]) == Some(1)
        && number(&after[1]) == Some(2)
}

/// Writes the mass of a body. Returns whether a moment of inertia was raised.
fn mass(xml: &mut XmlWriter, inertial: &Inertial) -> bool {
    let (moments, axes) = principal_axes(&inertial.inertia);
    let raised = moments.max(DVec3::splat(MOMENT_MIN));
    let axes = if axes.determinant() < 0.0 { -axes } else { axes };
    let link_from_axes = DAffine3::from_mat3_translation(
        inertial.node_from_inertia.matrix3 * axes,
        inertial.node_from_inertia.translation,
    );
    xml.start_element("inertial");
    place(xml, &link_from_axes);
    xml.attribute("mass", &inertial.mass);
    xml.attribute("diaginertia", &vector(raised));
    xml.end_element();
    raised != moments
}

/// Begins a geom.
fn geom(xml: &mut XmlWriter, part: &Part) {
    xml.start_element("geom");
    let (kind, size) = match &part.geometry {
        PartGeometry::Shape(Shape::Box { size }) => ("box", vector(*size / 2.0)),
        PartGeometry::Shape(Shape::Sphere { radius }) => ("sphere", numbers(&[*radius])),
        PartGeometry::Shape(Shape::Cylinder { radius, length }) => {
            ("cylinder", numbers(&[*radius, length / 2.0]))
        }
        PartGeometry::Shape(Shape::Capsule { radius, length }) => {
            ("capsule", numbers(&[*radius, length / 2.0]))
        }
        PartGeometry::Mesh(name) => {
            xml.attribute("type", "mesh");
            xml.attribute("mesh", name);
            place(xml, &part.link_from_part);
            return;
        }
    };
    xml.attribute("type", kind);
    xml.attribute("size", &size);
    place(xml, &part.link_from_part);
}

/// The surface of a geom that collides.
fn surface(xml: &mut XmlWriter, link: &Link<'_>, piece: &Piece) {
    let Some(contact) = piece.physics.contact else {
        xml.attribute("friction", &numbers(&[link.friction(), 0.005, 0.0001]));
        return;
    };
    let ContactMaterial { friction, dimension, softness: soft, weight, margin, priority, .. } = contact;
    xml.attribute("friction", &numbers(&[friction[0], friction[2], friction[3]]));
    for (name, value, usual) in [
        ("condim", f64::from(dimension), 3.0),
        ("solmix", weight, 1.0),
        ("margin", margin, 0.0),
        ("priority", f64::from(priority), 0.0),
    ] {
        if value != usual {
            xml.attribute(name, &value);
        }
    }
    softness(xml, ["solref", "solimp"], &soft);
}
