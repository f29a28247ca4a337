//! Bodies that do not collide with each other: contact exclusions, and geoms whose `contype` and `conaffinity` do not meet. Those
//! with a contact pair collide. Bodies whose joint is on the world collide with its geoms, as in MuJoCo.

use std::collections::{BTreeMap, BTreeSet};

use crate::ReadError;
use crate::formats::mjcf::Import;
use crate::formats::mjcf::body::WORLD;
use crate::formats::mjcf::document::Tag;
use crate::model::{JointKind, NodeId};

/// Most parts that move, above which pairs are not looked for.
const PARTS_MAX: usize = 1024;

/// The bits `contype` and `conaffinity` of a geom.
pub(super) type Masks = [u32; 2];

impl Import<'_> {
    /// Reads `<contact>`, and finds the pairs of parts that never touch. A part is a body with all bodies fixed to it.
    pub(super) fn separations(&mut self, root: &Tag) -> Result<(), ReadError> {
        let mut excluded = BTreeSet::new();
        let mut paired = BTreeSet::new();
        for tag in root.children("contact").flat_map(|section| &section.children) {
            if tag.name == "exclude" {
                let [one, other] = [self.excluded_body(tag, "body1")?, self.excluded_body(tag, "body2")?];
                excluded.insert([one.min(other), one.max(other)]);
            } else if tag.name == "pair" {
                if self.flags.is_off("contact") {
                    continue;
                }
                if let Some([one, other]) = self.pair(tag)? {
                    paired.insert([one.min(other), one.max(other)]);
                }
            } else {
                let name = tag.attribute("name").map_or_else(|| tag.place(), str::to_owned);
                self.note(&format!("<{}> in <contact> is left out", tag.name), &name);
            }
        }
        let mut parts: BTreeMap<NodeId, Vec<(NodeId, Masks)>> = BTreeMap::new();
        for &(link, masks) in &self.masks {
            let members = parts.entry(self.part_of(link)).or_default();
            if !members.contains(&(link, masks)) {
                members.push((link, masks));
            }
        }
        if parts.len() > PARTS_MAX {
            self.note("contact exclusions of models of more than 1024 moving bodies are left out", WORLD);
            return Ok(());
        }
        let touch = |one: &(NodeId, Masks), other: &(NodeId, Masks)| {
            let is_excluded = excluded.contains(&[one.0.min(other.0), one.0.max(other.0)]);
            !is_excluded && (one.1[0] & other.1[1] != 0 || other.1[0] & one.1[1] != 0)
        };
        let parts: Vec<_> = parts.into_iter().collect();
        for (number, (one, own)) in parts.iter().enumerate() {
            for (other, others) in &parts[number + 1..] {
                let is_paired = paired.contains(&[*one.min(other), *one.max(other)]);
                let touches = own.iter().any(|mine| others.iter().any(|theirs| touch(mine, theirs)));
                if !is_paired && !touches {
                    self.model.apart.push([*one, *other]);
                } else if is_paired {
                    self.model.colliding.push([*one, *other]);
                }
                let meets_its_carrier = self.flags.is_off("filterparent")
                    && (self.is_joined(*one, *other) || self.is_joined(*other, *one));
                if touches && (self.is_joined_to_world(*one, *other) || meets_its_carrier) {
                    // Bodies that are fixed to the world have collision shapes of their own.
                    let pairs =
                        own.iter().flat_map(|(one, _)| others.iter().map(|(other, _)| [*one, *other]));
                    self.model.colliding.extend(pairs.collect::<BTreeSet<_>>());
                }
            }
        }
        Ok(())
    }

    /// Whether one of two parts is the world, and a joint of the second one is on it.
    fn is_joined_to_world(&self, one: NodeId, other: NodeId) -> bool {
        let is_world = |id: NodeId| self.model.nodes[id.index()].parent.is_none();
        is_world(one) && self.is_joined(one, other) || is_world(other) && self.is_joined(other, one)
    }

    fn excluded_body(&self, tag: &Tag, which: &str) -> Result<NodeId, ReadError> {
        let Some(name) = tag.attribute(which) else {
            return Err(tag.error(format!("<exclude> has no {which}")));
        };
        let found = self.model.nodes.iter().position(|node| node.name == name);
        found.map(NodeId::new).ok_or_else(|| tag.error(format!("there is no body \"{name}\"")))
    }

    /// The link that a joint or a client moves, to which a link is fixed; the root without one.
    pub(super) fn part_of(&self, link: NodeId) -> NodeId {
        let mut part = link;
        while !self.moving.contains(&part)
            && let Some(above) = self.model.nodes[part.index()].parent
        {
            part = above;
        }
        part
    }

    /// The children of the joints that move, and the bodies that clients move.
    pub(super) fn find_moving_links(&mut self) {
        let moving = self.model.joints.iter().filter(|joint| joint.kind != JointKind::Fixed);
        self.moving = moving.map(|joint| joint.child).chain(self.mocaps.iter().copied()).collect();
    }
}
