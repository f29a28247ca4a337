//! Names by which elements refer to objects of bodies, and new names of their copies.

use std::collections::{BTreeMap, BTreeSet};

use crate::formats::mjcf::body::WORLD;
use crate::formats::mjcf::document::Tag;

/// Sections whose elements refer to objects of bodies; tendons come before actuators, and both before sensors, which refer to them.
pub(super) const REFERRING: [&str; 6] = ["contact", "deformable", "tendon", "equality", "actuator", "sensor"];

/// The kinds of objects that attributes name, each with the elements of that kind.
const REFERENCES: [(&str, &[&str], &[&str]); 7] = [
    ("body", &["body"], &["body", "body1", "body2", "target", "subtree1", "subtree2"]),
    ("joint", &["joint", "freejoint"], &["joint", "joint1", "joint2", "jointinparent"]),
    ("geom", &["geom"], &["geom", "geom1", "geom2"]),
    ("site", &["site"], &["site", "site1", "site2", "refsite", "cranksite", "slidersite", "sidesite"]),
    ("camera", &["camera"], &["camera"]),
    ("tendon", &["spatial", "fixed"], &["tendon", "tendon1", "tendon2"]),
    ("actuator", &[], &["actuator"]),
];

/// Names by the kind of their objects.
#[derive(Debug, Default)]
pub(super) struct Names(BTreeMap<&'static str, BTreeSet<String>>);

impl Names {
    /// The names of all objects in elements of bodies.
    pub(super) fn of(tags: &[Tag]) -> Names {
        let mut names = Names::default();
        tags.iter().for_each(|tag| names.collect(tag));
        names
    }

    fn collect(&mut self, tag: &Tag) {
        let kind = REFERENCES.iter().find(|(_, elements, _)| elements.contains(&tag.name.as_str()));
        if let (Some((kind, _, _)), Some(name)) = (kind, tag.attribute("name")) {
            self.0.entry(kind).or_default().insert(name.to_owned());
        }
        tag.children.iter().for_each(|child| self.collect(child));
    }

    /// Adds the name of an element of a section, if other sections refer to its elements.
    pub(super) fn add_of_section(&mut self, section: &str, element: &Tag) {
        let kind = match section {
            "tendon" => "tendon",
            "actuator" => "actuator",
            _ => return,
        };
        if let Some(name) = element.attribute("name") {
            self.0.entry(kind).or_default().insert(name.to_owned());
        }
    }

    /// Whether an object is among these.
    pub(super) fn contains(&self, kind: &str, name: &str) -> bool {
        self.0.get(kind).is_some_and(|known| known.contains(name))
    }

    /// Whether an element names an object, and all that it names are among these.
    pub(super) fn are_all_of(&self, tag: &Tag) -> bool {
        let found = references(tag);
        !found.is_empty() && found.iter().all(|(kind, name)| self.contains(kind, name))
    }

    /// Whether an element names one of these.
    pub(super) fn are_in(&self, tag: &Tag) -> bool {
        references(tag).iter().any(|(kind, name)| self.contains(kind, name))
    }
}

/// The kind of the object that an attribute of an element names; `None` if it names no object, or the world.
pub(super) fn kind_of_reference(tag: &Tag, attribute: &str, value: &str) -> Option<&'static str> {
    let of_kind = |name: &str| REFERENCES.iter().map(|(kind, ..)| *kind).find(|kind| *kind == name);
    let by_type = |of: &str| match tag.attribute(of) {
        Some("body" | "xbody") | None => Some("body"),
        Some(other) => of_kind(other).or(Some("body")),
    };
    let kind = match attribute {
        "objname" => by_type("objtype"),
        "refname" => by_type("reftype"),
        _ => REFERENCES.iter().find(|(_, _, names)| names.contains(&attribute)).map(|(kind, ..)| *kind),
    };
    kind.filter(|kind| *kind != "body" || value != WORLD)
}

/// The objects that an element and its children name, with their kinds.
fn references(tag: &Tag) -> Vec<(&'static str, &str)> {
    let own = tag.attributes.iter();
    let own = own.filter_map(|(name, value)| Some((kind_of_reference(tag, name, value)?, value.as_str())));
    own.chain(tag.children.iter().flat_map(references)).collect()
}
