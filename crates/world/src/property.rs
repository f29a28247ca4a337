//! Properties of nodes: what a scene says of a thing by name, for others to recognise it by.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::{NodeId, World};

/// The value of a property of a node.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum PropertyValue {
    /// True or false.
    Bool(bool),
    /// A whole number.
    Int(i64),
    /// Any number.
    Float(f64),
    /// Text.
    Text(String),
}

impl PropertyValue {
    /// The number, if it is one; neither a truth value nor a text is.
    pub fn as_f64(&self) -> Option<f64> {
        match self {
            PropertyValue::Int(number) => Some(*number as f64),
            PropertyValue::Float(number) => Some(*number),
            PropertyValue::Bool(_) | PropertyValue::Text(_) => None,
        }
    }

    /// The whole number, if it was given as one.
    pub fn as_i64(&self) -> Option<i64> {
        if let PropertyValue::Int(number) = self { Some(*number) } else { None }
    }

    /// The text, if it is one.
    pub fn as_str(&self) -> Option<&str> {
        if let PropertyValue::Text(text) = self { Some(text) } else { None }
    }

    /// Truth as Python has it: false are `False`, zero and the empty text.
    pub fn is_truthy(&self) -> bool {
        match self {
            PropertyValue::Bool(truth) => *truth,
            PropertyValue::Int(number) => *number != 0,
            PropertyValue::Float(number) => *number != 0.0,
            PropertyValue::Text(text) => !text.is_empty(),
        }
    }
}

/// Properties by name.
pub type Properties = BTreeMap<String, PropertyValue>;

impl World {
    /// The properties of a node, by name.
    pub fn properties(&self, id: NodeId) -> &Properties {
        &self.tree.node(id).about.properties
    }

    /// The value of a property of a node, if it has one of that name.
    pub fn property(&self, id: NodeId, name: &str) -> Option<&PropertyValue> {
        self.properties(id).get(name)
    }

    /// Gives a node a property, or another value to one it has.
    pub fn set_property(&mut self, id: NodeId, name: &str, value: PropertyValue) {
        self.tree.set_property(id, name, value);
    }

    /// All nodes that have a property of that name, whatever its value, in the order of adding. Costs the same however many
    /// others there are.
    pub fn tagged(&self, tag: &str) -> &[NodeId] {
        self.tree.tagged(tag)
    }

    /// Whether a node has a property of that name, whatever its value.
    pub fn has_tag(&self, id: NodeId, tag: &str) -> bool {
        self.properties(id).contains_key(tag)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{NodeSpec, PhysicsSettings};

    #[test]
    fn a_property_is_found_by_name_and_can_be_changed() {
        let mut world = World::new(PhysicsSettings::default());
        let mut spec = NodeSpec::new("victim");
        spec.properties.insert("Severity".to_owned(), PropertyValue::Int(10));
        let victim = world.add_node(spec).unwrap();
        assert_eq!(world.property(victim, "Severity"), Some(&PropertyValue::Int(10)));
        assert!(world.has_tag(victim, "Severity") && !world.has_tag(victim, "severity"));
        world.set_property(victim, "Severity", PropertyValue::Int(0));
        world.set_property(victim, "Injured", PropertyValue::Bool(false));
        assert_eq!(world.property(victim, "Severity").and_then(PropertyValue::as_f64), Some(0.0));
        assert_eq!(world.properties(victim).len(), 2);
    }

    #[test]
    fn nodes_are_found_by_what_is_said_of_them_then_or_later() {
        let mut world = World::new(PhysicsSettings::default());
        let mut add = |name: &str, tags: &[&str]| {
            let mut spec = NodeSpec::new(name);
            spec.properties = tags.iter().map(|&tag| (tag.to_owned(), PropertyValue::Bool(false))).collect();
            world.add_node(spec).unwrap()
        };
        let [one, two, three] = [add("one", &["Fire"]), add("two", &[]), add("three", &["Fire", "Wood"])];
        assert_eq!((world.tagged("Fire"), world.tagged("Wood")), (&[one, three][..], &[three][..]));
        assert_eq!(world.tagged("fire"), []);
        world.set_property(two, "Fire", PropertyValue::Int(3));
        world.set_property(one, "Fire", PropertyValue::Int(4));
        let saved = world.save().unwrap();
        world.set_property(two, "Wood", PropertyValue::Int(5));
        assert_eq!((world.tagged("Fire"), world.tagged("Wood")), (&[one, two, three][..], &[two, three][..]));
        world.restore(&saved).unwrap();
        assert_eq!((world.tagged("Fire"), world.tagged("Wood")), (&[one, two, three][..], &[three][..]));
    }

    #[test]
    fn a_changed_property_changes_the_digest_and_survives_a_save() {
        let digest = |world: &World| {
            let mut hasher = xxhash_rust::xxh3::Xxh3::new();
            world.hash_into(&mut hasher);
            hasher.digest()
        };
        let mut world = World::new(PhysicsSettings::default());
        let node = world.add_node(NodeSpec::new("it")).unwrap();
        let before = digest(&world);
        world.set_property(node, "Label", PropertyValue::Text("crate".to_owned()));
        let after = digest(&world);
        assert_ne!(before, after);
        let saved = world.save().unwrap();
        world.set_property(node, "Label", PropertyValue::Text("box".to_owned()));
        world.restore(&saved).unwrap();
        assert_eq!(digest(&world), after);
        assert_eq!(world.property(node, "Label").and_then(PropertyValue::as_str), Some("crate"));
    }

    #[test]
    fn truth_is_pythons() {
        let truths =
            [PropertyValue::Bool(true), PropertyValue::Int(-1), PropertyValue::Text("no".to_owned())];
        let falsehoods = [PropertyValue::Float(0.0), PropertyValue::Text(String::new())];
        assert!(truths.iter().all(PropertyValue::is_truthy));
        assert!(!falsehoods.iter().any(PropertyValue::is_truthy));
    }
}
