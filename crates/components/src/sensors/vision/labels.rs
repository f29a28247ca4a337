//! Identifiers of the objects and the classes that cameras report.

use std::collections::BTreeMap;

use morse_sim::prelude::*;
use morse_world::{NodeId, World};

/// An object of a scene.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Instance {
    /// The node of the object.
    pub(super) node: NodeId,
    /// The property `Label` of the object, or else its own name.
    pub(super) name: String,
    /// Identifier of the class: the property `Type` of the object; 0 for an object without that property.
    pub(super) class: i32,
    /// Whether the object has one of the properties `Label` and `Type`.
    pub(super) is_labeled: bool,
}

/// Identifiers of objects and classes. Both begin at 1.
#[derive(PropertyGroup, Debug, Clone, Serialize, Deserialize)]
pub(super) struct Labels {
    /// Classes with the identifiers 1, 2, 3, …, separated by commas. The remaining classes follow, in the order of the first
    /// objects that have them. Read at the start.
    #[property(name = "classes", default = "")]
    fixed: String,
    /// Objects; the identifier of the first one is 1.
    instances: Vec<Instance>,
    /// Names of classes; the identifier of the first one is 1.
    classes: Vec<String>,
    /// Revision of the world at which the objects were listed.
    #[serde(skip)]
    listed_at: Option<u64>,
    /// Identifier of the object of each node.
    #[serde(skip)]
    of_node: BTreeMap<NodeId, i32>,
}

impl Labels {
    /// Checks the names of the classes.
    ///
    /// # Errors
    /// If a name is missing or occurs twice.
    pub(super) fn check(&self) -> Result<(), SetupError> {
        let names = self.fixed();
        for (nth, name) in names.iter().enumerate() {
            if name.is_empty() || names[..nth].contains(name) {
                return Err(SetupError::Invalid(format!(
                    "classes is {:?}; allowed are different names, separated by commas",
                    self.fixed
                )));
            }
        }
        Ok(())
    }

    fn fixed(&self) -> Vec<String> {
        let names = self.fixed.split(',').map(|name| name.trim().to_owned());
        if self.fixed.trim().is_empty() { Vec::new() } else { names.collect() }
    }

    /// Lists the objects again if objects were added or removed since the last call. Known objects keep their identifiers.
    ///
    /// A node belongs to the nearest object above it, or itself, with one of the properties `Label` and `Type`; else to its
    /// topmost parent.
    pub(super) fn update(&mut self, world: &World) {
        if self.listed_at == Some(world.revision()) {
            return;
        }
        self.listed_at = Some(world.revision());
        if self.classes.is_empty() {
            self.classes = self.fixed();
        }
        self.of_node.clear();
        let mut numbers: BTreeMap<NodeId, i32> =
            self.instances.iter().map(|instance| instance.node).zip(1..).collect();
        for node in world.nodes().filter(|&node| is_shown(world, node)) {
            let owner = owner(world, node);
            let number = *numbers.entry(owner).or_insert_with(|| self.add(world, owner));
            self.of_node.insert(node, number);
        }
    }

    /// Lists the nodes of known objects after a state was restored. Adds no objects: a reading does not change the identifiers.
    pub(super) fn list_known(&mut self, world: &World) {
        if self.listed_at.is_some() {
            return;
        }
        let numbers: BTreeMap<NodeId, i32> =
            self.instances.iter().map(|instance| instance.node).zip(1..).collect();
        let nodes = world.nodes().filter(|&node| is_shown(world, node));
        self.of_node = nodes.filter_map(|node| Some((node, *numbers.get(&owner(world, node))?))).collect();
    }

    fn add(&mut self, world: &World, node: NodeId) -> i32 {
        let class = text(world, node, "Type").map_or(0, |class| self.class_of(class));
        let name = text(world, node, "Label").unwrap_or(world.name(node)).to_owned();
        self.instances.push(Instance { node, name, class, is_labeled: is_labeled(world, node) });
        self.instances.len() as i32
    }

    fn class_of(&mut self, name: &str) -> i32 {
        let known = self.classes.iter().position(|class| class == name);
        let index = known.unwrap_or_else(|| {
            self.classes.push(name.to_owned());
            self.classes.len() - 1
        });
        index as i32 + 1
    }

    /// The identifier of the object of a node; 0 for `None`.
    pub(super) fn of(&self, node: Option<NodeId>) -> i32 {
        node.and_then(|node| self.of_node.get(&node)).copied().unwrap_or(0)
    }

    /// The nodes of an object.
    pub(super) fn nodes_of(&self, number: i32) -> impl Iterator<Item = NodeId> {
        self.of_node.iter().filter(move |(_, owner)| **owner == number).map(|(&node, _)| node)
    }

    /// The objects with their identifiers.
    pub(super) fn instances(&self) -> impl Iterator<Item = (i32, &Instance)> {
        (1..).zip(&self.instances)
    }

    /// The object with an identifier; `None` for 0.
    pub(super) fn instance(&self, number: i32) -> Option<&Instance> {
        self.instances.get(usize::try_from(number).ok()?.checked_sub(1)?)
    }

    /// The name of a class; empty for 0.
    pub(super) fn class_name(&self, class: i32) -> &str {
        let index = usize::try_from(class).ok().and_then(|class| class.checked_sub(1));
        index.and_then(|index| self.classes.get(index)).map_or("", String::as_str)
    }

    /// The entries that describe an object in a reading: `id`, `name`, `class` and `class_id`.
    pub(super) fn entry(&self, number: i32, instance: &Instance) -> Map {
        Map::from([
            ("id", Value::Int(number.into())),
            ("name", Value::from(instance.name.as_str())),
            ("class", Value::from(self.class_name(instance.class))),
            ("class_id", Value::Int(instance.class.into())),
        ])
    }
}

/// Whether a node has a shape of its own that cameras see.
fn is_shown(world: &World, node: NodeId) -> bool {
    world.visuals(node).is_some() || world.has_body(node)
}

fn owner(world: &World, node: NodeId) -> NodeId {
    let above = || std::iter::successors(Some(node), |&node| world.parent(node));
    above().find(|&node| is_labeled(world, node)).or_else(|| above().last()).unwrap_or(node)
}

fn is_labeled(world: &World, node: NodeId) -> bool {
    ["Label", "Type"].iter().any(|name| text(world, node, name).is_some())
}

/// The value of a text property that is not empty.
fn text<'a>(world: &'a World, node: NodeId, name: &str) -> Option<&'a str> {
    let text = world.property(node, name).and_then(morse_world::PropertyValue::as_str);
    text.filter(|text| !text.is_empty())
}
