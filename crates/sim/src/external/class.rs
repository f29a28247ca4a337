//! External classes, which become known at run time.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use morse_scene::description::{Description, FieldDescription, Kind};
use morse_scene::value::Value;

use crate::contract::data::FieldInfo;

/// A class that a host computes.
#[derive(Debug)]
pub struct ExternalClass {
    /// Its description.
    pub description: Description,
    /// Its fields at each level, without the time stamp of sensors. The empty name holds all fields.
    fields: BTreeMap<String, Vec<FieldInfo>>,
}

/// Interned strings, so that each is stored once however many scenes are assembled.
static KEPT: Mutex<BTreeMap<String, &'static str>> = Mutex::new(BTreeMap::new());

/// Interns a string until the end of the program. Names of fields are `'static` everywhere, because those of built-in
/// classes are literals.
fn kept(text: &str) -> &'static str {
    let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = kept.get(text) {
        return known;
    }
    let text: &'static str = Box::leak(text.to_owned().into_boxed_str());
    kept.insert(text.to_owned(), text);
    text
}

impl ExternalClass {
    /// Keeps the class of a description until the end of the program: data of components refer to its fields and may
    /// outlive the scene in the queues of middlewares. The number of classes is limited by the number that users
    /// write.
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

    /// The fields at a level; without a level, the fields of all levels.
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
    // Type names of external fields are documentation. Only those that name a number are checked.
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
