//! MJCF: bodies in each other, with their joints, masses and geoms.
//!
//! Source: MuJoCo's documentation, "XML reference".

use std::collections::BTreeMap;

use glam::{DAffine3, DMat3, DVec3};
use morse_geometry::principal_axes;
use xmlwriter::XmlWriter;

use super::link_tree::{Link, LinkJoint, LinkTree, Piece};
use super::mesh_files::{MeshFiles, Part, PartGeometry};
use super::mjcf_constraints;
use super::omissions::Omissions;
use super::xml_text::{EscapedAttributes, numbers, quaternion, translation, vector, writer};
use crate::model::{
    ContactMaterial, EffortPolynomial, Inertial, Joint, JointKind, Material, MaterialId, NodeId, Shape,
    Softness, SpecularShader,
};

/// Least moment of inertia: MuJoCo refuses those that are not above 1e-15. \[kg m²\]
const MOMENT_MIN: f64 = 1e-12;
/// Groups of geoms that are seen, and of those that collide: MuJoCo's viewer shows the first three.
const SEEN: u8 = 2;
const COLLIDES: u8 = 3;

/// The text of a model.
pub(super) fn text(tree: &LinkTree<'_>, files: &mut MeshFiles<'_>, omissions: &mut Omissions) -> String {
    let mut assets = Assets { files, meshes: Vec::new(), images: Vec::new(), materials: Vec::new() };
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
    mjcf_constraints::write(&mut xml, tree, &sites, omissions);
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

/// Names of the sites of loops, by the number of the equality and its end.
pub(super) type Sites = BTreeMap<(usize, usize), Site>;

/// A site that an equality holds.
pub(super) struct Site {
    pub(super) name: String,
    pub(super) link: Option<NodeId>,
    pub(super) link_from_site: DAffine3,
}

impl Site {
    fn write(&self, xml: &mut XmlWriter) {
        xml.start_element("site");
        xml.attribute("name", &self.name);
        place(xml, &self.link_from_site);
        xml.end_element();
    }
}

/// The sites at both ends of the loops.
fn sites(tree: &LinkTree<'_>) -> Sites {
    let ends = tree.model.equalities.iter().enumerate().filter_map(|(number, equality)| {
        let [a, b] = mjcf_constraints::ends(&equality.kind)?;
        Some([(0, a), (1, b)].map(|(end, frame)| {
            let name = format!("{}_{}", equality.name, ["a", "b"][end]);
            ((number, end), Site { name, link: frame.link, link_from_site: frame.link_from_frame })
        }))
    });
    ends.flatten().collect()
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

/// Writes a softness that is not MuJoCo's own.
pub(super) fn softness(xml: &mut XmlWriter, [reference, impedance]: [&str; 2], given: &Softness) {
    let usual = Softness::default();
    if given.reference != usual.reference {
        xml.attribute(reference, &numbers(&given.reference));
    }
    if given.impedance != usual.impedance {
        xml.attribute(impedance, &numbers(&given.impedance));
    }
}

fn place(xml: &mut XmlWriter, pose: &DAffine3) {
    xml.attribute("pos", &numbers(&translation(pose)));
    let turn = quaternion(pose);
    if turn != [1.0, 0.0, 0.0, 0.0] {
        xml.attribute("quat", &numbers(&turn));
    }
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

/// Meshes, images and materials, in the order of their first use.
struct Assets<'w, 'f> {
    files: &'w mut MeshFiles<'f>,
    meshes: Vec<String>,
    images: Vec<String>,
    materials: Vec<(MaterialId, MaterialRecord)>,
}

/// The attributes of a material.
struct MaterialRecord(Vec<(&'static str, String)>);

impl Assets<'_, '_> {
    fn add_mesh(&mut self, part: &Part) {
        if let PartGeometry::Mesh(name) = &part.geometry
            && !self.meshes.contains(name)
        {
            self.meshes.push(name.clone());
        }
    }

    fn add_seen(&mut self, tree: &LinkTree<'_>, piece: &Piece, omissions: &mut Omissions) {
        for part in self.files.seen(piece) {
            self.add_mesh(&part);
            let Some(id) = part.material else { continue };
            if !self.materials.iter().any(|(known, _)| *known == id) {
                let record = self.record(id, &tree.model.materials[id.index()], omissions);
                self.materials.push((id, record));
            }
        }
    }

    fn record(&mut self, id: MaterialId, material: &Material, omissions: &mut Omissions) -> MaterialRecord {
        if !material.layers.is_empty() {
            omissions.note("images beyond that of the color are left out", &material.name);
        }
        let mut record = vec![("name", material_name(id, material))];
        let image = self.files.image(material);
        let [r, g, b] = if image.is_some() { material.texture_rgb } else { material.rgb };
        record.push(("rgba", format!("{r} {g} {b} {}", material.alpha)));
        if let Some(image) = image {
            record.push(("texture", image.clone()));
            if !self.images.contains(&image) {
                self.images.push(image);
            }
        }
        if material.mirror > 0.0 {
            record.push(("reflectance", material.mirror.to_string()));
        }
        if let Some(shading) = &material.shading {
            if let SpecularShader::Microfacet { metallic, roughness } = shading.specular_shader {
                record.push(("metallic", metallic.to_string()));
                record.push(("roughness", roughness.to_string()));
            }
            if shading.emission > 0.0 {
                record.push(("emission", shading.emission.to_string()));
            }
            if shading.glow != [0.0; 3] {
                omissions.note("emitted light in a color of its own is left out", &material.name);
            }
        }
        MaterialRecord(record)
    }

    fn write(&self, xml: &mut XmlWriter) {
        if self.meshes.is_empty() && self.images.is_empty() && self.materials.is_empty() {
            return;
        }
        xml.start_element("asset");
        for image in &self.images {
            xml.start_element("texture");
            xml.attribute("name", image);
            xml.attribute("type", "2d");
            xml.attribute("file", image);
            xml.end_element();
        }
        for (_, MaterialRecord(attributes)) in &self.materials {
            xml.start_element("material");
            for (name, value) in attributes {
                xml.attribute(name, value);
            }
            xml.end_element();
        }
        for mesh in &self.meshes {
            xml.start_element("mesh");
            xml.attribute("name", mesh);
            xml.attribute("file", &format!("{mesh}.obj"));
            // Parts of a shape that are seen may be open or flat.
            xml.attribute("inertia", "shell");
            xml.end_element();
        }
        xml.end_element();
    }
}

fn material_name(id: MaterialId, material: &Material) -> String {
    format!("{}_{}", material.name, id.index())
}
