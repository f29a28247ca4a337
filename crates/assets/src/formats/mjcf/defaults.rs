//! Default classes: attributes that elements of one name have unless they give their own.

use std::collections::BTreeMap;

use crate::ReadError;
use crate::formats::mjcf::document::Tag;

/// Name of the class of elements without one.
const MAIN: &str = "main";
/// Names of elements whose defaults are those of a second name too: actuators have those of `general`.
const ACTUATORS: [&str; 7] = ["motor", "position", "velocity", "intvelocity", "damper", "cylinder", "muscle"];

/// The attributes of each element name in one class.
type Class = BTreeMap<String, BTreeMap<String, String>>;

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
            let attributes = class.entry(element.name.clone()).or_default();
            let given = element.attributes.iter().filter(|(name, _)| name != "class");
            attributes.extend(given.cloned());
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

    /// The default attributes of an element: those of its class, otherwise of `childclass`, otherwise of the main class.
    /// `kind` is the name of the elements in the class: that of the element, or `tendon` and `equality`.
    ///
    /// # Errors
    /// If the class is unknown.
    pub(super) fn attributes(
        &self,
        tag: &Tag,
        kind: &str,
        childclass: Option<&str>,
    ) -> Result<BTreeMap<&str, &str>, ReadError> {
        let name = tag.attribute("class").or(childclass).unwrap_or(MAIN);
        let class = self.classes.get(name);
        if class.is_none() && name != MAIN {
            return Err(tag.error(format!("there is no default class \"{name}\"")));
        }
        let general = ACTUATORS.contains(&kind).then_some("general");
        let names = general.into_iter().chain([kind]);
        let attributes = names.filter_map(|name| class?.get(name)).flatten();
        Ok(attributes.map(|(name, value)| (name.as_str(), value.as_str())).collect())
    }
}
