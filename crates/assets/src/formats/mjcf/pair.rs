//! Contact pairs: two geoms that collide regardless of their `contype` and `conaffinity`, with numbers of their own.
//!
//! Source: MuJoCo's documentation, "XML reference", section "contact/pair". Numbers that a pair does not give are those of a contact
//! of both geoms.

use std::collections::BTreeSet;

use crate::ReadError;
use crate::formats::mjcf::Import;
use crate::formats::mjcf::document::Tag;
use crate::formats::mjcf::softness::{self, softness};
use crate::model::{JointKind, NodeId, PairContact};

/// Numbers of `friction`: two of sliding, one of spinning, two of rolling.
const FRICTION: [f64; 5] = [1.0, 1.0, 0.005, 0.0001, 0.0001];

/// The names of the geoms of all pairs.
pub(super) fn geoms(root: &Tag) -> BTreeSet<String> {
    let pairs = root.children("contact").flat_map(|section| section.children("pair"));
    pairs
        .flat_map(|pair| ["geom1", "geom2"].map(|which| pair.attribute(which)))
        .flatten()
        .map(str::to_owned)
        .collect()
}

impl Import<'_> {
    /// Reads a pair: gives its numbers to the shapes of both geoms. Returns the parts that move them, or `None` if they are one part.
    pub(super) fn pair(&mut self, tag: &Tag) -> Result<Option<[NodeId; 2]>, ReadError> {
        let name = tag.attribute("name").map_or_else(|| tag.place(), str::to_owned);
        let mut sides = Vec::new();
        for which in ["geom1", "geom2"] {
            let Some(geom) = tag.attribute(which) else {
                return Err(tag.error(format!("<pair> has no {which}")));
            };
            let Some(side) = self.paired_geoms.get(geom) else {
                return Err(tag.error(format!("there is no geom \"{geom}\"")));
            };
            sides.push(side.clone());
        }
        let attributes = self.attributes(tag, None)?;
        let friction = match attributes.text("friction") {
            None => None,
            Some(_) => {
                let friction = attributes.up_to("friction", FRICTION)?;
                if friction.iter().any(|part| *part < 0.0) {
                    return Err(tag.error("friction is below 0"));
                }
                Some(friction)
            }
        };
        let dimension = attributes.number("condim")?;
        if dimension.is_some_and(|dimension| ![1.0, 3.0, 4.0, 6.0].contains(&dimension)) {
            return Err(tag.error("condim is not one of 1, 3, 4, 6"));
        }
        let soft = softness(&attributes, "solref", "solimp")?;
        // Two zeros are none.
        let sliding = attributes.array::<2>("solreffriction")?.filter(|reference| *reference != [0.0; 2]);
        if sliding.is_some() && self.surfaces.is_pyramid {
            self.note("solreffriction has an effect in elliptic cones only", &name);
        }
        let contact = PairContact {
            pair: self.pairs,
            friction,
            dimension: dimension.map(|dimension| dimension as u8),
            reference: attributes.text("solref").map(|_| soft.reference),
            friction_reference: sliding.map(softness::usable_reference),
            impedance: attributes.text("solimp").map(|_| soft.impedance),
            margin: attributes.number("margin")?.map(|margin| margin.max(0.0)),
        };
        let contact = self.surfaces.of_all.map_or(contact, |all| all.over_pair(contact));
        self.pairs += 1;
        let parts = [&sides[0], &sides[1]].map(|(link, _)| self.part_of(*link));
        for (_, nodes) in sides {
            self.model.nodes[nodes].iter_mut().for_each(|node| node.physics.pairs.push(contact));
        }
        if parts[0] == parts[1] {
            self.note("contact pairs of one rigid body never touch", &name);
            return Ok(None);
        }
        Ok(Some(parts))
    }

    /// Whether a joint of a part is on a second part, or on the world.
    pub(super) fn is_joined(&self, above: NodeId, below: NodeId) -> bool {
        let mut joints = self.model.joints.iter().filter(|joint| joint.kind != JointKind::Floating);
        joints.any(|joint| joint.child == below && self.part_of(joint.parent) == above)
    }
}
