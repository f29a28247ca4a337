//! Bodies: a link for each, with its mass, its geoms and sites, and joints to the link that carries it.

use glam::{DAffine3, DMat3, DQuat, DVec3};
use morse_geometry::principal_axes;

use crate::ReadError;
use crate::formats::mjcf::Import;
use crate::formats::mjcf::attributes::Attributes;
use crate::formats::mjcf::compiler::InertiaFromGeom;
use crate::formats::mjcf::document::Tag;
use crate::formats::mjcf::inertia::MassProperties;
use crate::formats::mjcf::joint::{BodyJoint, BodyJoints, kind_of};
use crate::formats::mjcf::keyframe::Coordinates;
use crate::model::{
    BodyType, EffortPolynomial, Inertial, JointKind, LinkFrame, Model, Node, NodeId, NodeKind, NodeRole,
    Property,
};

/// Name of the link of the world.
pub(super) const WORLD: &str = "world";

/// Name of the ground below a robot that moves freely. Scenes leave out names that begin so.
const GROUND: &str = "_ground";

/// The contents of a body: elements with the frames that hold them.
#[derive(Default)]
struct Contents<'t> {
    geoms: Vec<Placed<'t>>,
    sites: Vec<Placed<'t>>,
    cameras: Vec<Placed<'t>>,
    lights: Vec<Placed<'t>>,
    bodies: Vec<Placed<'t>>,
    joints: Vec<Placed<'t>>,
    inertial: Option<&'t Tag>,
}

/// An element inside of `<frame>` elements.
#[derive(Clone)]
struct Placed<'t> {
    tag: &'t Tag,
    body_from_frame: DAffine3,
    /// The class of elements without a class.
    class: Option<&'t str>,
}

impl Import<'_> {
    /// Reads all bodies of the model. A robot that moves freely and has no other body beside it is the root; otherwise the world
    /// is. The ground of such a robot is left out, unless a scene names it: the scene has its own.
    pub(super) fn world(&mut self, root: &Tag) -> Result<(), ReadError> {
        let mut contents = Contents::default();
        for section in root.children("worldbody") {
            let class = section.attribute("childclass");
            let place = Placed { tag: section, body_from_frame: DAffine3::IDENTITY, class };
            self.collect(&place, &mut contents)?;
        }
        if let [robot] = &contents.bodies[..]
            && self.moves_freely(robot)?
            && self.are_ground(&contents.geoms)?
            && !refers_to_world(root, &contents)
        {
            if !contents.geoms.is_empty() {
                self.note(
                    "the ground below a robot that moves freely is left out in scenes that do not name it",
                    WORLD,
                );
            }
            if !(contents.cameras.is_empty() && contents.sites.is_empty()) {
                self.note(
                    "sites and cameras of the world around a robot that moves freely are left out",
                    WORLD,
                );
            }
            self.body(robot, None)?;
            return self.ground(contents);
        }
        self.model.nodes.push(Node::new(WORLD));
        let world = NodeId::new(0);
        self.bodies.insert(WORLD.to_owned(), world);
        self.pieces(&contents, world, WORLD, BodyType::Static)?;
        if self.model.nodes.iter().any(|node| node.role == NodeRole::Collision) {
            self.model.nodes[0].physics.body = BodyType::Static;
            self.model.nodes[0].physics.flags.compound = true;
        }
        contents.bodies.iter().try_for_each(|body| self.body(body, Some(world)))
    }

    /// Adds the ground below a robot that moves freely, with the lights of the world, as an object beside it, which scenes leave
    /// out unless they name it.
    fn ground(&mut self, contents: Contents<'_>) -> Result<(), ReadError> {
        let Contents { geoms, lights, .. } = contents;
        if geoms.is_empty() && lights.is_empty() {
            return Ok(());
        }
        self.budget.nodes(1, "bodies")?;
        let ground = NodeId::new(self.model.nodes.len());
        self.model.nodes.push(Node::new(GROUND));
        let has_geoms = !geoms.is_empty();
        self.pieces(&Contents { geoms, lights, ..Contents::default() }, ground, WORLD, BodyType::Static)?;
        if !has_geoms {
            return Ok(());
        }
        let physics = &mut self.model.nodes[ground.index()].physics;
        physics.body = BodyType::Static;
        physics.flags.compound = true;
        Ok(())
    }

    /// Whether all geoms are planes and height fields.
    fn are_ground(&self, geoms: &[Placed<'_>]) -> Result<bool, ReadError> {
        for geom in geoms {
            let kind = self.attributes(geom.tag, geom.class)?.text("type");
            if !matches!(kind, Some("plane" | "hfield")) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn moves_freely(&mut self, body: &Placed<'_>) -> Result<bool, ReadError> {
        let mut contents = Contents::default();
        self.collect(body, &mut contents)?;
        Ok(contents
            .joints
            .iter()
            .any(|joint| joint.tag.name == "freejoint" || joint.tag.attribute("type") == Some("free")))
    }

    fn body(&mut self, placed: &Placed<'_>, parent: Option<NodeId>) -> Result<(), ReadError> {
        let tag = placed.tag;
        let number = self.model.nodes.len();
        let name = tag.attribute("name").map_or_else(|| format!("body{number}"), str::to_owned);
        self.budget.nodes(1, "bodies")?;
        let attributes = Attributes::own(tag);
        let parent_from_body = placed.body_from_frame * attributes.pose(self.compiler(attributes.tag))?;
        let class = tag.attribute("childclass").or(placed.class);
        let mut contents = Contents::default();
        let place = Placed { body_from_frame: DAffine3::IDENTITY, class, ..placed.clone() };
        self.collect(&place, &mut contents)?;

        let joints = contents.joints.iter().map(|joint| self.attributes(joint.tag, joint.class));
        let joints = joints.collect::<Result<Vec<_>, _>>()?;
        let kinds: Vec<&str> = joints.iter().map(kind_of).collect();
        let joints = self.body_joints(&joints, &name)?;
        let is_mocap = attributes.switch("mocap")? == Some(true);
        if is_mocap && (parent != Some(NodeId::new(0)) || !kinds.is_empty()) {
            let problem = format!("body {name} with mocap is not a child of the world, or has joints");
            return Err(tag.error(problem));
        }
        let mut free_joint = None;
        if let BodyJoints::Free(joint) = &joints {
            free_joint = Some(joint.clone());
        }
        let mut joint = self.model.joints.len();
        let link = if is_mocap {
            // A joint would hold it.
            let properties = vec![(Model::MOVED_BY_CLIENTS.to_owned(), Property::Bool(true))];
            let node = Node { parent, parent_from_node: parent_from_body, properties, ..Node::new(&*name) };
            self.model.nodes.push(node);
            NodeId::new(number)
        } else {
            self.links(&name, parent, parent_from_body, joints)?
        };
        if is_mocap {
            self.mocaps.push(link);
        }
        // Nothing but its client moves such a body, with the bodies that are fixed to it.
        let stands =
            is_mocap || kinds.is_empty() && parent.is_some_and(|parent| self.standing.contains(&parent));
        if stands {
            self.standing.insert(link);
        }
        self.bodies.insert(name.clone(), link);
        self.free_joints.extend(free_joint.map(|joint| (joint, link)));
        for kind in kinds {
            let (coordinates, axes) = match kind {
                "free" => (Coordinates::Free(link), 0),
                "ball" => (Coordinates::Ball(joint), 3),
                _ => (Coordinates::Axis(joint), 1),
            };
            self.coordinates.push(coordinates);
            joint += axes;
        }
        let solid = self.pieces(&contents, link, &name, BodyType::RigidBody)?;
        let inertial = match (contents.inertial, self.compiler(tag).inertia_from_geom) {
            (Some(inertial), InertiaFromGeom::Missing | InertiaFromGeom::Never) => {
                Some(self.inertial(inertial)?)
            }
            (_, InertiaFromGeom::Never) => None,
            (_, _) => (solid.mass > 0.0).then(|| inertial_of(&solid)),
        };
        let inertial = inertial.filter(|_| !stands);
        let node = &mut self.model.nodes[link.index()];
        if let Some(inertial) = &inertial {
            node.physics.body = BodyType::RigidBody;
            node.physics.mass = inertial.mass;
        } else if solid != MassProperties::NONE || !contents.geoms.is_empty() {
            node.physics.body = BodyType::Static;
        }
        node.physics.gravity_compensation = attributes.number("gravcomp")?.unwrap_or(0.0);
        node.physics.flags.compound = true;
        node.inertial = inertial;
        for body in &contents.bodies {
            self.body(body, Some(link))?;
        }
        Ok(())
    }

    /// Adds the link of a body and its joints. Several joints have links without mass between them, in the frame of the body.
    fn links(
        &mut self,
        name: &str,
        parent: Option<NodeId>,
        parent_from_body: DAffine3,
        joints: BodyJoints,
    ) -> Result<NodeId, ReadError> {
        let add = |this: &mut Self, name: &str, parent: Option<NodeId>, parent_from_node: DAffine3| {
            this.model.nodes.push(Node { parent, parent_from_node, ..Node::new(name) });
            NodeId::new(this.model.nodes.len() - 1)
        };
        let chain = match joints {
            BodyJoints::Free(joint) => vec![rigid(joint, JointKind::Floating)],
            BodyJoints::Chain(chain) if chain.is_empty() => {
                vec![rigid(format!("{name}/fixed"), JointKind::Fixed)]
            }
            BodyJoints::Chain(chain) => chain,
        };
        let Some(mut carrier) = parent else { return Ok(add(self, name, None, parent_from_body)) };
        let mut carrier_from_link = parent_from_body;
        let last = chain.len() - 1;
        self.budget.nodes(last, "joints")?;
        for (number, joint) in chain.into_iter().enumerate() {
            let link_name = if number == last { name.to_owned() } else { format!("{name}/{}", joint.name) };
            let link = add(self, &link_name, Some(carrier), carrier_from_link);
            self.add_joint(joint, carrier, link);
            (carrier, carrier_from_link) = (link, DAffine3::IDENTITY);
        }
        Ok(carrier)
    }

    /// Adds geoms, sites, cameras and lights of a body. Returns the mass properties of the geoms together.
    fn pieces(
        &mut self,
        contents: &Contents<'_>,
        link: NodeId,
        body: &str,
        kind: BodyType,
    ) -> Result<MassProperties, ReadError> {
        let mut whole = MassProperties::NONE;
        for (number, placed) in contents.geoms.iter().enumerate() {
            let attributes = self.attributes(placed.tag, placed.class)?;
            let own = placed.tag.attribute("name").map(str::to_owned);
            let name = own.unwrap_or_else(|| format!("{body}/geom{number}"));
            let solid = self.geom(&attributes, link, &placed.body_from_frame, &name, kind)?;
            whole = whole.and(solid);
        }
        for (number, placed) in contents.sites.iter().enumerate() {
            self.budget.nodes(1, "sites")?;
            let attributes = self.attributes(placed.tag, placed.class)?;
            let own = placed.tag.attribute("name").map(str::to_owned);
            let name = own.unwrap_or_else(|| format!("{body}/site{number}"));
            let pose = match attributes.array::<6>("fromto")? {
                Some([a, b, c, d, e, f]) => {
                    DAffine3::from_translation(DVec3::new(a, b, c).midpoint(DVec3::new(d, e, f)))
                }
                None => attributes.pose(self.compiler(attributes.tag))?,
            };
            let link_from_frame = placed.body_from_frame * pose;
            self.sites.insert(name.clone(), LinkFrame { link: Some(link), link_from_frame });
            self.model.nodes.push(Node {
                parent: Some(link),
                parent_from_node: link_from_frame,
                kind: NodeKind::Empty,
                ..Node::new(name)
            });
        }
        for placed in &contents.cameras {
            self.camera(placed, link, body)?;
        }
        for (number, placed) in contents.lights.iter().enumerate() {
            let own = placed.tag.attribute("name").map(|name| format!("{name}/light"));
            let name = own.unwrap_or_else(|| format!("{body}/light{number}"));
            let attributes = self.attributes(placed.tag, placed.class)?;
            self.light(&attributes, link, &placed.body_from_frame, &name, body)?;
        }
        Ok(whole)
    }

    /// Adds a place for a camera, with x forwards and z up, as components have it. Cameras of MuJoCo look along −z, with y up.
    fn camera(&mut self, placed: &Placed<'_>, link: NodeId, body: &str) -> Result<(), ReadError> {
        let Some(name) = placed.tag.attribute("name") else {
            self.note("cameras without a name are left out", &placed.tag.place());
            return Ok(());
        };
        self.budget.nodes(1, "cameras")?;
        let name = format!("{name}/camera");
        let attributes = self.attributes(placed.tag, placed.class)?;
        let camera_from_component = DMat3::from_cols(DVec3::NEG_Z, DVec3::NEG_X, DVec3::Y);
        self.follow(&attributes, body, DQuat::from_mat3(&camera_from_component))?;
        let pose = placed.body_from_frame * attributes.pose(self.compiler(attributes.tag))?;
        self.model.nodes.push(Node {
            parent: Some(link),
            parent_from_node: pose * DAffine3::from_mat3(camera_from_component),
            kind: NodeKind::Empty,
            ..Node::new(name)
        });
        Ok(())
    }

    /// Sorts the elements of a body, those in frames and copies included.
    fn collect<'t>(&mut self, place: &Placed<'t>, contents: &mut Contents<'t>) -> Result<(), ReadError> {
        for tag in &place.tag.children {
            let placed = Placed { tag, ..place.clone() };
            match tag.name.as_str() {
                "geom" => contents.geoms.push(placed),
                "site" => contents.sites.push(placed),
                "camera" => contents.cameras.push(placed),
                "light" => contents.lights.push(placed),
                "body" => contents.bodies.push(placed),
                "joint" | "freejoint" => contents.joints.push(placed),
                "inertial" => contents.inertial = Some(tag),
                "frame" => {
                    let frame = Attributes::own(tag).pose(self.compiler(tag))?;
                    let class = tag.attribute("childclass").or(place.class);
                    let body_from_frame = place.body_from_frame * frame;
                    self.collect(&Placed { body_from_frame, class, ..placed }, contents)?;
                }
                other => {
                    self.flexes
                        .extend(tag.attribute("name").filter(|_| other == "flexcomp").map(str::to_owned));
                    self.note(&format!("<{other}> in <body> is left out"), &tag.place());
                }
            }
        }
        Ok(())
    }

    fn inertial(&self, tag: &Tag) -> Result<Inertial, ReadError> {
        let attributes = Attributes::own(tag);
        let node_from_inertia = attributes.pose(self.compiler(attributes.tag))?;
        let Some(mass) = attributes.number("mass")? else { return Err(tag.error("<inertial> has no mass")) };
        if mass < 0.0 {
            return Err(tag.error("mass of <inertial> is below 0"));
        }
        let inertia = if let Some([xx, yy, zz, xy, xz, yz]) = attributes.array::<6>("fullinertia")? {
            DMat3::from_cols_array(&[xx, xy, xz, xy, yy, yz, xz, yz, zz])
        } else {
            DMat3::from_diagonal(DVec3::from_array(attributes.array("diaginertia")?.unwrap_or_default()))
        };
        Ok(Inertial { mass, node_from_inertia, inertia })
    }

    /// Lower bounds and total of masses, as the compiler's settings ask for.
    pub(super) fn bound_masses(&mut self) {
        let compiler = &self.compiler;
        let inertials = || self.model.nodes.iter().filter_map(|node| node.inertial.as_ref());
        let total: f64 = inertials().map(|inertial| inertial.mass.max(compiler.mass_min)).sum();
        let factor = compiler.total_mass.filter(|_| total > 0.0).map_or(1.0, |wanted| wanted / total);
        let (mass_min, moment_min) = (compiler.mass_min, compiler.moment_min);
        let balances = compiler.balance_inertia;
        for node in &mut self.model.nodes {
            if let Some(inertial) = &mut node.inertial {
                inertial.mass = inertial.mass.max(mass_min) * factor;
                inertial.inertia = bounded(&inertial.inertia, moment_min, balances) * factor;
                node.physics.mass = inertial.mass;
            }
        }
    }
}

/// An inertia with the least principal moments. Those that break the triangle inequality become their mean, if `balances`.
fn bounded(inertia: &DMat3, least: f64, balances: bool) -> DMat3 {
    let (moments, axes) = principal_axes(inertia);
    let balanced = moments.y + moments.z >= moments.x * (1.0 - 1e-12) || !balances;
    let wanted = moments.max(DVec3::splat(least));
    let wanted = if balanced { wanted } else { DVec3::splat(wanted.element_sum() / 3.0) };
    if wanted == moments { *inertia } else { axes * DMat3::from_diagonal(wanted) * axes.transpose() }
}

/// A joint without an axis.
fn rigid(name: String, kind: JointKind) -> BodyJoint {
    BodyJoint {
        name,
        kind,
        axis: DVec3::Z,
        anchor: DVec3::ZERO,
        limits: None,
        damping: 0.0,
        friction: 0.0,
        position: 0.0,
        armature: 0.0,
        spring: None,
        polynomial: EffortPolynomial::default(),
        spring_damper: None,
        limit_softness: None,
        friction_softness: None,
        ball: None,
    }
}

fn inertial_of(solid: &MassProperties) -> Inertial {
    Inertial {
        mass: solid.mass,
        node_from_inertia: DAffine3::from_translation(solid.center),
        inertia: solid.inertia,
    }
}

/// Whether a loop, a tendon or an actuator is attached to the world.
fn refers_to_world(root: &Tag, contents: &Contents<'_>) -> bool {
    let named = |placed: &[Placed<'_>], name: &str| {
        placed.iter().any(|place| place.tag.attribute("name") == Some(name))
    };
    let is_of_world = |tag: &Tag| {
        tag.attributes.iter().any(|(attribute, value)| match attribute.as_str() {
            "site" | "site1" | "site2" | "refsite" | "sidesite" => named(&contents.sites, value),
            "geom" => named(&contents.geoms, value),
            "body1" | "body2" => value == WORLD,
            _ => false,
        })
    };
    let is_to_world = |tag: &Tag| {
        matches!(tag.name.as_str(), "connect" | "weld")
            && tag.attribute("body1").is_some()
            && tag.attribute("body2").is_none()
    };
    ["equality", "tendon", "actuator"].iter().any(|section| {
        let tags = root.children(section).flat_map(|section| &section.children);
        tags.into_iter()
            .any(|tag| is_to_world(tag) || is_of_world(tag) || tag.children.iter().any(&is_of_world))
    })
}
