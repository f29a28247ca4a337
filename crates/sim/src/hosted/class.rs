//! Classes that become known while the program runs.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use morse_scene::description::{Description, FieldDescription, Kind};
use morse_scene::value::Value;

use crate::data::FieldInfo;

/// A class that a host computes.
#[derive(Debug)]
pub struct HostedClass {
    /// What it says of itself.
    pub description: Description,
    /// Its fields at each level, the time stamp of sensors left out; all fields under the empty name.
    fields: BTreeMap<String, Vec<FieldInfo>>,
}

/// Texts that have been kept, so that each is kept once however many scenes are assembled.
static KEPT: Mutex<BTreeMap<String, &'static str>> = Mutex::new(BTreeMap::new());

/// A text until the end of the program. Names of fields are that everywhere else, where they stand in the source.
fn kept(text: &str) -> &'static str {
    let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = kept.get(text) {
        return known;
    }
    let text: &'static str = Box::leak(text.to_owned().into_boxed_str());
    kept.insert(text.to_owned(), text);
    text
}

impl HostedClass {
    /// The class of that description, until the end of the program: data of components refer to their fields, and
    /// outlive any scene in the queues of middlewares. There are as many as users write classes.
    #[must_use]
    pub fn keep(description: Description) -> &'static Self {
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
        Box::leak(Box::new(Self { description, fields }))
    }

    /// The fields at a level; without one, those that are there at any.
    #[must_use]
    pub fn fields(&self, level: Option<&str>) -> &[FieldInfo] {
        let at = |level: &str| self.fields.get(level).map(Vec::as_slice);
        at(level.unwrap_or("default")).or_else(|| at("")).unwrap_or_default()
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
    // Types of fields are there to be read by people. Only what is called a number is held to be one.
    let fits: fn(&Value) -> bool = match field.type_name.as_str() {
        "float" | "int" => |value| value.as_f64().is_some_and(f64::is_finite),
        _ => |_| true,
    };
    FieldInfo {
        name: kept(&field.name),
        type_name: kept(&field.type_name),
        unit: None,
        doc: kept(&field.doc),
        fits,
    }
}
