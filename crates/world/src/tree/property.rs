//! Properties of nodes: named values from the scene by which sensors and services find nodes.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::{NodeId, World};

/// The value of a property of a node.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum PropertyValue {
    /// A truth value.
    Bool(bool),
    /// An integer.
    Int(i64),
    /// A floating-point number.
    Float(f64),
    /// A text.
    Text(String),
    /// Python's `None`.
    None,
    /// A list.
    List(Vec<PropertyValue>),
    /// A tuple.
    Tuple(Vec<PropertyValue>),
    /// A dictionary, in the order in which it was written.
    Dict(Vec<(String, PropertyValue)>),
}

impl PropertyValue {
    /// The number, if it is one; truth values and texts are not.
    pub fn as_f64(&self) -> Option<f64> {
        match self {
            PropertyValue::Int(number) => Some(*number as f64),
            PropertyValue::Float(number) => Some(*number),
            _ => None,
        }
    }

    /// The integer, if it was given as one.
    pub fn as_i64(&self) -> Option<i64> {
        if let PropertyValue::Int(number) = self { Some(*number) } else { None }
    }

    /// The text, if it is one.
    pub fn as_str(&self) -> Option<&str> {
        if let PropertyValue::Text(text) = self { Some(text) } else { None }
    }

    /// Its truth value by Python's rules: `False`, `None`, zero and empty values are false.
    pub fn is_truthy(&self) -> bool {
        match self {
            PropertyValue::Bool(truth) => *truth,
            PropertyValue::Int(number) => *number != 0,
            PropertyValue::Float(number) => *number != 0.0,
            PropertyValue::Text(text) => !text.is_empty(),
            PropertyValue::None => false,
            PropertyValue::List(items) | PropertyValue::Tuple(items) => !items.is_empty(),
            PropertyValue::Dict(items) => !items.is_empty(),
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

    /// The value of a property of a node; `None` without such a property.
    pub fn property(&self, id: NodeId, name: &str) -> Option<&PropertyValue> {
        self.properties(id).get(name)
    }

    /// Adds a property to a node, or replaces its value.
    pub fn set_property(&mut self, id: NodeId, name: &str, value: PropertyValue) {
        self.tree.set_property(id, name, value);
    }

    /// All nodes that have a property of this name, with any value, in the order of adding. The cost does not depend
    /// on the number of other nodes.
    pub fn tagged(&self, tag: &str) -> &[NodeId] {
        self.tree.tagged(tag)
    }

    /// Whether a node has a property of this name, with any value.
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
        let falsehoods = [
            PropertyValue::Float(0.0),
            PropertyValue::Text(String::new()),
            PropertyValue::None,
            PropertyValue::List(Vec::new()),
        ];
        assert!(truths.iter().all(PropertyValue::is_truthy));
        assert!(!falsehoods.iter().any(PropertyValue::is_truthy));
    }
}
