//! The selected object for the page: its place, its rate, and its properties with types, units, ranges and values.

use morse_scene::{Object, ObjectKind, PropertyDescription, Value};
use serde_json::{Value as Json, json};

use crate::commands::edit::placing::not_of_scene;
use crate::commands::edit::session::Session;

/// Properties of objects without a class, for semantic cameras and grippers: name, type, meaning.
const OF_OBJECTS: [(&str, &str, &str); 4] = [
    ("Label", "string", "Name that semantic cameras report"),
    ("Type", "string", "Class that semantic cameras report"),
    ("Description", "string", "Text for people"),
    ("Graspable", "bool", "Whether grippers grasp it"),
];

/// Describes an object of the scene.
///
/// # Errors
/// The reason why the editor cannot change it.
pub fn describe(session: &Session, name: &str) -> Result<Json, String> {
    let document = session.scene().document();
    let object = document.object(name).ok_or_else(|| not_of_scene(document, name))?;
    let is_added = session.operations().iter().any(|it| it.adds() && it.subject() == name);
    Ok(json!({
        "name": name,
        "kind": object.kind,
        "builder": object.builder,
        "parent": object.parent,
        "location": object.location,
        "rotation": object.rotation,
        "rate": object.kind.is_component().then_some(object.rate_hz).flatten(),
        "has_rate": object.kind.is_component(),
        "carries": matches!(object.kind, ObjectKind::Robot),
        "added": is_added,
        "source": object.source.as_ref().map(ToString::to_string),
        "properties": properties(object),
    }))
}

fn properties(object: &Object) -> Vec<Json> {
    let set = |name: &str| object.properties.get(name);
    match description_of(object) {
        Some(known) => known.iter().map(|property| described(property, set(&property.name))).collect(),
        None => OF_OBJECTS
            .iter()
            .map(|(name, type_name, doc)| {
                json!({"name": name, "type": type_name, "doc": doc, "value": set(name), "is_set": set(name).is_some()})
            })
            .collect(),
    }
}

/// The properties of the class of an object, at its level; `None` if it has no class.
pub fn description_of(object: &Object) -> Option<Vec<PropertyDescription>> {
    let catalog = morse::catalog();
    let component = catalog.by_class(object.class.as_deref()?)?;
    let level = object.level.as_deref().and_then(|level| component.level(level)?.class.as_deref());
    let component = level.and_then(|class| catalog.by_class(class)).unwrap_or(component);
    Some(component.properties.clone())
}

fn described(property: &PropertyDescription, value: Option<&Value>) -> Json {
    json!({
        "name": property.name, "type": property.type_name, "doc": property.doc, "unit": property.unit,
        "range": property.range, "one_of": property.one_of, "default": property.default,
        "value": value.unwrap_or(&property.default), "is_set": value.is_some(),
    })
}
