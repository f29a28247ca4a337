//! The catalog in the format for the Python builder: every key is present, also with its default.

use morse_scene::description::{Catalog, Description, Kind};
use serde::Serialize;
use serde_json::{Map, Value, json};

/// A key and its default.
type Key = (&'static str, fn() -> Value);

const NULL: fn() -> Value = || Value::Null;
const TEXT: fn() -> Value = || json!("");
const LIST: fn() -> Value = || json!([]);
const DICTIONARY: fn() -> Value = || json!({});

const FIELD: &[Key] = &[("name", NULL), ("type", NULL), ("default", NULL), ("unit", NULL), ("doc", TEXT)];
const PARAMETER: &[Key] = &[
    ("name", NULL),
    ("type", NULL),
    ("default", NULL),
    ("unit", NULL),
    ("environment", NULL),
    ("doc", TEXT),
];
const LEVEL: &[Key] = &[("name", NULL), ("class", NULL), ("default", NULL), ("doc", TEXT)];
const SERVICE: &[Key] =
    &[("name", NULL), ("arguments", LIST), ("kind", NULL), ("interruptible", NULL), ("doc", TEXT)];
const BUILDER: &[Key] = &[
    ("name", NULL),
    ("module", TEXT),
    ("base", TEXT),
    ("rate_hz", NULL),
    ("model", NULL),
    ("properties", DICTIONARY),
    ("arguments", LIST),
    ("body", DICTIONARY),
    ("options", DICTIONARY),
];

/// The whole catalog.
///
/// # Errors
/// When a description has no JSON form.
pub(crate) fn catalog(catalog: &Catalog) -> Result<Value, serde_json::Error> {
    let components: Vec<Value> = catalog.components.iter().map(component).collect::<Result<_, _>>()?;
    Ok(json!({ "components": components }))
}

fn component(description: &Description) -> Result<Value, serde_json::Error> {
    let Description { class, kind, title, doc, implemented, .. } = description;
    let mut whole = Map::new();
    let mut say = |key: &str, value: Value| whole.insert(key.to_owned(), value);
    say("class", json!(class));
    say("kind", json!(kind));
    say("title", json!(title));
    say("doc", json!(doc));
    say("implemented", json!(implemented));
    say("data_kind", json!(description.data_kind));
    if *kind == Kind::Modifier {
        say("parameters", complete(&description.parameters, PARAMETER)?);
        say("fits", json!(description.fits));
        say("services", complete(&description.services, SERVICE)?);
    } else {
        say("fields", complete(&description.fields, FIELD)?);
        say("properties", complete(&description.properties, FIELD)?);
        say("levels", complete(&description.levels, LEVEL)?);
        say("services", complete(&description.services, SERVICE)?);
        say("builders", complete(&description.builders, BUILDER)?);
        if !description.fits.is_empty() {
            say("fits", json!(description.fits));
        }
        if !description.driving.is_none() {
            say("driving", json!(description.driving));
        }
    }
    Ok(Value::Object(whole))
}

/// The items with all of these keys, in this order, followed by their other keys.
fn complete<T: Serialize>(items: &[T], keys: &[Key]) -> Result<Value, serde_json::Error> {
    let complete_one = |item: &T| {
        let Value::Object(mut said) = serde_json::to_value(item)? else { return Ok(Value::Null) };
        let mut whole: Map<String, Value> = keys
            .iter()
            .map(|&(key, absent)| (key.to_owned(), said.remove(key).unwrap_or_else(absent)))
            .collect();
        whole.extend(said);
        Ok(Value::Object(whole))
    };
    items.iter().map(complete_one).collect::<Result<Vec<_>, _>>().map(Value::Array)
}
