//! Default classes: attributes that elements of one name have unless they give their own.

use std::collections::BTreeMap;

use crate::ReadError;
use crate::formats::mjcf::document::Tag;

/// Name of the class of elements without one.
const MAIN: &str = "main";
/// Names of elements that share one set of defaults: a class has one actuator.
const ACTUATORS: [&str; 13] = [
    GENERAL,
    "motor",
    "position",
    "velocity",
    "intvelocity",
    "orientation",
    "pid",
    "damper",
    "cylinder",
    "muscle",
    "adhesion",
    "dcmotor",
    "plugin",
];
/// The actuator whose attributes are those of MuJoCo's model, without a short form.
pub(super) const GENERAL: &str = "general";
/// Name of the attributes that actuators of all kinds share, in a class.
const OF_ALL_ACTUATORS: &str = "actuator";
/// Attributes of actuators that all kinds share.
const SHARED: [&str; 17] = [
    "group",
    "nsample",
    "interp",
    "delay",
    "ctrllimited",
    "forcelimited",
    "actlimited",
    "ctrlrange",
    "forcerange",
    "actrange",
    "lengthrange",
    "gear",
    "damping",
    "armature",
    "cranklength",
    "user",
    "actearly",
];

/// Attributes and their values.
pub(super) type Given = BTreeMap<String, String>;

/// The defaults of one class.
#[derive(Debug, Default, Clone)]
struct Class {
    /// The attributes of each element name.
    elements: BTreeMap<String, Given>,
    /// Kinds of its actuator with the attributes of that kind. A short form replaces all before it; `general` changes them.
    actuator: Vec<(String, Given)>,
}

/// All classes, each with the attributes that it inherits.
#[derive(Debug, Default)]
pub(super) struct Defaults {
    classes: BTreeMap<String, Class>,
}

impl Defaults {
    /// Reads the `<default>` sections of a model.
    pub(super) fn of(root: &Tag) -> Result<Defaults, ReadError> {
        let mut defaults = Defaults::default();
        for section in root.children("default") {
            let name = section.attribute("class").unwrap_or(MAIN);
            let inherited = defaults.classes.get(name).cloned().unwrap_or_default();
            defaults.add(section, name, inherited)?;
        }
        Ok(defaults)
    }

    fn add(&mut self, tag: &Tag, name: &str, mut class: Class) -> Result<(), ReadError> {
        for element in tag.children.iter().filter(|child| child.name != "default") {
            let given = element.attributes.iter().filter(|(name, _)| name != "class").cloned();
            if ACTUATORS.contains(&element.name.as_str()) {
                class.change_actuator(&element.name, given);
            } else {
                class.elements.entry(element.name.clone()).or_default().extend(given);
            }
        }
        for inner in tag.children("default") {
            let Some(inner_name) = inner.attribute("class") else {
                return Err(inner.error("<default> inside of <default> has no class"));
            };
            if self.classes.contains_key(inner_name) || inner_name == name {
                return Err(inner.error(format!("there are two default classes called \"{inner_name}\"")));
            }
            self.add(inner, inner_name, class.clone())?;
        }
        self.classes.insert(name.to_owned(), class);
        Ok(())
    }

    /// The class of an element: its own, otherwise `childclass`, otherwise the main class; `None` if the file has no main class.
    ///
    /// # Errors
    /// If the class is unknown.
    fn class(&self, tag: &Tag, childclass: Option<&str>) -> Result<Option<&Class>, ReadError> {
        let name = tag.attribute("class").or(childclass).unwrap_or(MAIN);
        let class = self.classes.get(name);
        if class.is_none() && name != MAIN {
            return Err(tag.error(format!("there is no default class \"{name}\"")));
        }
        Ok(class)
    }

    /// The default attributes of an element. `kind` is the name of the elements in the class: that of the element, or `tendon`
    /// and `equality`.
    ///
    /// # Errors
    /// If the class is unknown.
    pub(super) fn attributes(
        &self,
        tag: &Tag,
        kind: &str,
        childclass: Option<&str>,
    ) -> Result<BTreeMap<&str, &str>, ReadError> {
        let Some(class) = self.class(tag, childclass)? else { return Ok(BTreeMap::new()) };
        let is_actuator = ACTUATORS.contains(&kind);
        let name = if is_actuator { OF_ALL_ACTUATORS } else { kind };
        let own = class.actuator.iter().filter(|(of, _)| is_actuator && of == kind).map(|(_, given)| given);
        let attributes = class.elements.get(name).into_iter().chain(own).flatten();
        Ok(attributes.map(|(name, value)| (name.as_str(), value.as_str())).collect())
    }

    /// The kinds of the actuator of a class, in order, each with its attributes, that an actuator of a kind starts with.
    ///
    /// # Errors
    /// If the class is unknown.
    pub(super) fn actuator(&self, tag: &Tag) -> Result<&[(String, Given)], ReadError> {
        let layers = self.class(tag, None)?.map_or(&[][..], |class| &class.actuator);
        // A short form keeps numbers of the same short form and of `general` only.
        let is_kept = tag.name == GENERAL
            || layers.last().is_some_and(|(kind, _)| *kind == tag.name || kind == GENERAL);
        Ok(if is_kept { layers } else { &[] })
    }
}

impl Class {
    fn change_actuator(&mut self, kind: &str, given: impl Iterator<Item = (String, String)>) {
        let (shared, own): (Given, Given) = given.partition(|(name, _)| SHARED.contains(&name.as_str()));
        self.elements.entry(OF_ALL_ACTUATORS.to_owned()).or_default().extend(shared);
        match self.actuator.last_mut().filter(|(last, _)| last == kind) {
            Some((_, known)) => known.extend(own),
            None => {
                if kind != GENERAL {
                    self.actuator.clear();
                }
                self.actuator.push((kind.to_owned(), own));
            }
        }
    }
}
