//! External classes, which are described at run time.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use morse_scene::description::{Description, FieldDescription, Kind};
use morse_scene::value::Value;

use crate::contract::data::FieldInfo;

/// A class that a host computes.
#[derive(Debug)]
pub struct ExternalClass {
    /// Description of the class.
    pub description: Description,
    /// The built-in class that it derives from.
    pub base: Option<Description>,
    /// Fields at each level, without the time stamp of sensors. The empty name stands for the fields of all levels.
    fields: BTreeMap<String, Vec<FieldInfo>>,
    /// Fields of instances with a built-in part, by level. Those of the built-in part come first.
    joined: Mutex<BTreeMap<String, &'static [FieldInfo]>>,
}

/// Interned strings, so that each is stored once for any number of assembled scenes.
static INTERNED: Mutex<BTreeMap<String, &'static str>> = Mutex::new(BTreeMap::new());

/// Interns a string until the end of the program. Field names are `'static` everywhere, because those of built-in
/// classes are literals.
fn intern(text: &str) -> &'static str {
    let mut interned = INTERNED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = interned.get(text) {
        return known;
    }
    let text: &'static str = Box::leak(text.to_owned().into_boxed_str());
    interned.insert(text.to_owned(), text);
    text
}

impl ExternalClass {
    /// Keeps the class of a description until the end of the program, because data of components refer to its fields
    /// and may outlive the scene in the queues of middlewares. The amount of memory is limited by the number of
    /// classes that users write.
    #[must_use]
    pub fn keep(description: Description, base: Option<Description>) -> &'static Self {
        let levels = description.levels.iter().map(|level| level.name.as_str());
        let fields = levels
            .chain(["", "default"])
            .map(|level| {
                let of_level = description.fields.iter().filter(|field| field.is_at(level));
                let own =
                    of_level.filter(|field| description.kind != Kind::Sensor || field.name != "timestamp");
                (level.to_owned(), own.map(info).collect())
            })
            .collect();
        Box::leak(Box::new(Self { description, base, fields, joined: Mutex::default() }))
    }

    /// The fields at a level; without a level, the fields of all levels.
    #[must_use]
    pub fn fields(&self, level: Option<&str>) -> &[FieldInfo] {
        let at = |level: &str| self.fields.get(level).map(Vec::as_slice);
        at(level.unwrap_or("default")).or_else(|| at("")).unwrap_or_default()
    }

    /// The index of a property in the built-in base class; `None` if the base class does not have the property.
    pub(crate) fn base_property(&self, index: usize) -> Option<usize> {
        let name = &self.description.properties.get(index)?.name;
        self.base.as_ref()?.properties.iter().position(|property| property.name == *name)
    }

    /// The fields of an instance whose built-in part has the fields `native`: these, followed by those of the class.
    pub(crate) fn fields_with(&self, level: Option<&str>, native: &[FieldInfo]) -> &'static [FieldInfo] {
        let mut joined = self.joined.lock().unwrap_or_else(PoisonError::into_inner);
        let key = level.unwrap_or_default();
        if let Some(known) = joined.get(key) {
            return known;
        }
        let is_own = |field: &&FieldInfo| native.iter().all(|other| other.name != field.name);
        let own = self.fields(level).iter().filter(is_own).copied();
        let all: &'static [FieldInfo] = Box::leak(native.iter().copied().chain(own).collect());
        joined.insert(key.to_owned(), all);
        all
    }
}

trait AtLevel {
    fn is_at(&self, level: &str) -> bool;
}

impl AtLevel for FieldDescription {
    fn is_at(&self, level: &str) -> bool {
        self.levels.is_empty() || level.is_empty() || self.levels.iter().any(|known| known == level)
    }
}

fn info(field: &FieldDescription) -> FieldInfo {
    // Type names of external fields are documentation. Only those of numbers are checked.
    let fits: fn(&Value) -> bool = match field.type_name.as_str() {
        "float" | "int" => |value| value.as_f64().is_some_and(f64::is_finite),
        _ => |_| true,
    };
    FieldInfo {
        name: intern(&field.name),
        type_name: intern(&field.type_name),
        unit: None,
        doc: intern(&field.doc),
        fits,
    }
}
