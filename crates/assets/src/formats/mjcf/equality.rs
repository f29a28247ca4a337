//! Equalities: loops between bodies (`connect`, `weld`), couplings of joints and of tendons.
//!
//! Source: MuJoCo's documentation, "XML reference", section "equality".

use glam::{DAffine3, DQuat, DVec3};

use crate::ReadError;
use crate::formats::mjcf::Import;
use crate::formats::mjcf::attributes::Attributes;
use crate::formats::mjcf::document::Tag;
use crate::model::{Equality, EqualityKind, LinkFrame, LinkPoint, Mimic, NodeId, shifted};

/// Name of the default class of equalities.
const DEFAULTS: &str = "equality";

impl Import<'_> {
    /// Reads `<equality>`. Joints with a linear coupling become mimic joints.
    pub(super) fn equalities(&mut self, root: &Tag) -> Result<(), ReadError> {
        let world_from_links = self.file_poses();
        for tag in root.children("equality").flat_map(|section| &section.children) {
            let attributes = self.attributes_like(tag, DEFAULTS, None)?;
            let name = attributes.text("name").map_or_else(|| tag.place(), str::to_owned);
            if !matches!(tag.name.as_str(), "connect" | "weld" | "joint" | "tendon") {
                self.note(&format!("equalities <{}> are left out", tag.name), &name);
                continue;
            }
            if !attributes.switch("active")?.unwrap_or(true) {
                self.note("equalities that are not active at the start are left out", &name);
                continue;
            }
            if ["body1", "body2"]
                .iter()
                .any(|body| attributes.text(body).is_some_and(|it| self.is_of_flex(it)))
            {
                self.note("loops with bodies of flexes are left out", &name);
                continue;
            }
            let kind = match tag.name.as_str() {
                "connect" => Some(self.connect(&attributes, &world_from_links)?),
                "weld" => Some(self.weld(&attributes, &world_from_links)?),
                "joint" => self.joint_coupling(&attributes)?,
                _ => Some(self.tendon_coupling(&attributes)?),
            };
            let Some(kind) = kind else { continue };
            if !self.moves_apart(&kind) {
                self.note("loops between parts that no joint moves apart are left out", &name);
                continue;
            }
            let softness = self.softness(&attributes, "solref", "solimp", &name)?;
            self.model.equalities.push(Equality { name, kind, softness });
        }
        Ok(())
    }

    /// The pose of each node in that of the root, with the joints at the positions of the file.
    pub(super) fn file_poses(&self) -> Vec<DAffine3> {
        let mut moved = vec![DAffine3::IDENTITY; self.model.nodes.len()];
        for joint in self.model.joints.iter().filter(|joint| joint.position != 0.0) {
            moved[joint.child.index()] = joint.child_from_zero(joint.position);
        }
        let mut poses: Vec<DAffine3> = Vec::with_capacity(moved.len());
        // A node comes after its parent.
        for (node, moved) in self.model.nodes.iter().zip(moved) {
            let parent = node.parent.map_or(DAffine3::IDENTITY, |parent| poses[parent.index()]);
            poses.push(parent * node.parent_from_node * moved);
        }
        poses
    }

    /// Whether a body would be made by a flex, as `NAME_0` by `<flexcomp name="NAME">`.
    fn is_of_flex(&self, body: &str) -> bool {
        let Some((flex, number)) = body.rsplit_once('_') else { return false };
        number.parse::<u32>().is_ok() && self.flexes.contains(flex)
    }

    /// The link of a body. The world is a link if the model has one.
    pub(super) fn body_named(&self, tag: &Tag, name: &str) -> Result<NodeId, ReadError> {
        self.bodies.get(name).copied().ok_or_else(|| tag.error(format!("there is no body \"{name}\"")))
    }

    /// The frame of a site.
    pub(super) fn site_named(&self, tag: &Tag, name: &str) -> Result<LinkFrame, ReadError> {
        self.sites.get(name).copied().ok_or_else(|| tag.error(format!("there is no site \"{name}\"")))
    }

    /// Both bodies of a loop; without a second one, the world.
    fn two_bodies(&self, attributes: &Attributes<'_>) -> Result<[NodeId; 2], ReadError> {
        let tag = attributes.tag;
        let Some(first) = attributes.text("body1") else {
            return Err(tag.error(format!("<{}> names neither body1 nor two sites", tag.name)));
        };
        let second = attributes.text("body2").unwrap_or(super::body::WORLD);
        Ok([self.body_named(tag, first)?, self.body_named(tag, second)?])
    }

    /// Whether both sides of a loop can move in relation to each other.
    fn moves_apart(&self, kind: &EqualityKind) -> bool {
        let links = match kind {
            EqualityKind::Connect { a, b } => [a.link, b.link],
            EqualityKind::Weld { a, b, .. } => [a.link, b.link],
            EqualityKind::Joint { .. } | EqualityKind::Tendon { .. } => return true,
        };
        let [one, other] = links.map(|link| link.map(|link| self.part_of(link)));
        one != other
    }

    /// Both sites of a loop, if it names sites.
    fn two_sites(&self, attributes: &Attributes<'_>) -> Result<Option<[LinkFrame; 2]>, ReadError> {
        let tag = attributes.tag;
        match (attributes.text("site1"), attributes.text("site2")) {
            (None, None) => Ok(None),
            (Some(one), Some(other)) => Ok(Some([self.site_named(tag, one)?, self.site_named(tag, other)?])),
            _ => Err(tag.error(format!("<{}> names one site, and needs two", tag.name))),
        }
    }

    fn connect(
        &self,
        attributes: &Attributes<'_>,
        world_from_links: &[DAffine3],
    ) -> Result<EqualityKind, ReadError> {
        if let Some(sites) = self.two_sites(attributes)? {
            let [a, b] =
                sites.map(|site| LinkPoint { link: site.link, point: site.link_from_frame.translation });
            return Ok(EqualityKind::Connect { a, b });
        }
        let [one, other] = self.two_bodies(attributes)?;
        let Some(anchor) = attributes.array::<3>("anchor")? else {
            return Err(attributes.tag.error("<connect> has no anchor"));
        };
        let anchor = DVec3::from_array(anchor);
        let in_world = world_from_links[one.index()].transform_point3(anchor);
        let on_other = world_from_links[other.index()].inverse().transform_point3(in_world);
        Ok(EqualityKind::Connect {
            a: LinkPoint { link: Some(one), point: anchor },
            b: LinkPoint { link: Some(other), point: on_other },
        })
    }

    fn weld(
        &self,
        attributes: &Attributes<'_>,
        world_from_links: &[DAffine3],
    ) -> Result<EqualityKind, ReadError> {
        let torque_scale = attributes.number("torquescale")?.unwrap_or(1.0);
        if let Some([a, b]) = self.two_sites(attributes)? {
            return Ok(EqualityKind::Weld { a, b, torque_scale });
        }
        let [one, other] = self.two_bodies(attributes)?;
        let anchor =
            DAffine3::from_translation(DVec3::from_array(attributes.array("anchor")?.unwrap_or_default()));
        let given = attributes.array::<7>("relpose")?.unwrap_or_default();
        let rotation = DQuat::from_xyzw(given[4], given[5], given[6], given[3]);
        let one_from_frame = if rotation.length() > 1e-12 {
            // The place in `relpose` is that of the anchor.
            DAffine3::from_rotation_translation(rotation.normalize(), DVec3::from_slice(&given))
        } else {
            world_from_links[one.index()].inverse() * world_from_links[other.index()] * anchor
        };
        Ok(EqualityKind::Weld {
            a: LinkFrame { link: Some(one), link_from_frame: one_from_frame },
            b: LinkFrame { link: Some(other), link_from_frame: anchor },
            torque_scale,
        })
    }

    fn polynomial(attributes: &Attributes<'_>) -> Result<[f64; 5], ReadError> {
        attributes.up_to::<5>("polycoef", [0.0, 1.0, 0.0, 0.0, 0.0])
    }

    /// A coupling of joints that is not a mimic joint; `None` if it became one.
    fn joint_coupling(&mut self, attributes: &Attributes<'_>) -> Result<Option<EqualityKind>, ReadError> {
        let tag = attributes.tag;
        let coefficients = Self::polynomial(attributes)?;
        let Some(follower) = attributes.text("joint1").map(str::to_owned) else {
            return Err(tag.error("<joint> in <equality> has no joint1"));
        };
        let leader = attributes.text("joint2").map(str::to_owned);
        if leader.as_ref() == Some(&follower) {
            return Err(tag.error(format!("joint \"{follower}\" follows itself")));
        }
        let position = |name: &str| {
            let joint = self.model.joints.iter().find(|joint| joint.name == name);
            joint
                .map(|joint| joint.position)
                .ok_or_else(|| tag.error(format!("there is no joint \"{name}\"")))
        };
        let own = position(&follower)?;
        let leader_position = leader.as_deref().map(position).transpose()?.unwrap_or(0.0);
        // The polynomial of the file is of the motion since the pose of the file.
        let mut polynomial = shifted(&coefficients, leader_position);
        polynomial[0] += own;
        let is_linear = coefficients[2..].iter().all(|value| *value == 0.0);
        let is_free = self.leads(&follower).next().is_none();
        if let Some(leader) = leader.as_ref().filter(|_| is_linear && is_free)
            && !self.leads(leader).any(|above| above == follower)
            && let Some(joint) = self.model.joints.iter_mut().find(|joint| joint.name == follower)
        {
            let offset = own + coefficients[0] - coefficients[1] * leader_position;
            joint.mimic = Some(Mimic { joint: leader.clone(), multiplier: coefficients[1], offset });
            return Ok(None);
        }
        Ok(Some(EqualityKind::Joint { joint: follower, other: leader, polynomial }))
    }

    /// The joints that a joint follows, each by the one before it.
    fn leads<'s>(&'s self, joint: &str) -> impl Iterator<Item = &'s str> {
        let leader = |name: &str| {
            let joint = self.model.joints.iter().find(|joint| joint.name == name)?;
            joint.mimic.as_ref().map(|mimic| mimic.joint.as_str())
        };
        std::iter::successors(leader(joint), move |name| leader(name)).take(self.model.joints.len())
    }

    fn tendon_coupling(&self, attributes: &Attributes<'_>) -> Result<EqualityKind, ReadError> {
        let tag = attributes.tag;
        let known = |name: &str| {
            if self.model.tendons.iter().any(|tendon| tendon.name == name) {
                return Ok(name.to_owned());
            }
            Err(tag.error(format!("there is no tendon \"{name}\"")))
        };
        let Some(tendon) = attributes.text("tendon1") else {
            return Err(tag.error("<tendon> in <equality> has no tendon1"));
        };
        let tendon = known(tendon)?;
        let other = attributes.text("tendon2").map(known).transpose()?;
        if other.as_ref() == Some(&tendon) {
            return Err(tag.error(format!("tendon \"{tendon}\" follows itself")));
        }
        Ok(EqualityKind::Tendon { tendon, other, polynomial: Self::polynomial(attributes)? })
    }
}
