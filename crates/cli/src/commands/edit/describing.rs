//! The selected object for the page: its place, its rate, and its properties with types, units, ranges and values.

use morse::WiringTable;
use morse_scene::{LevelDescription, Object, ObjectKind, PropertyDescription, Value};
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
        "half_extents": (object.kind == ObjectKind::Zone).then_some(object.scale),
        "level": object.level,
        "levels": levels(object),
        "modifiers": modifiers(session, object),
        "modifier_choices": modifier_choices(object),
    }))
}

/// The levels of a component, by name, with their meaning.
fn levels(object: &Object) -> Vec<Json> {
    let catalog = morse::catalog();
    let component = object.class.as_deref().and_then(|class| catalog.by_class(class));
    let levels = component.filter(|_| object.kind.is_component()).map(|known| known.levels.as_slice());
    let described =
        |level: &LevelDescription| json!({"name": level.name, "doc": level.doc, "default": level.default});
    levels.unwrap_or_default().iter().map(described).collect()
}

/// The modifiers of a component in the order in which they apply: short name or class path, arguments, and their descriptions.
fn modifiers(session: &Session, object: &Object) -> Vec<Json> {
    let (catalog, Ok(wiring)) = (morse::catalog(), WiringTable::built_in()) else { return Vec::new() };
    let component = object.class.as_deref().unwrap_or_default();
    let entries = session.scene().document().component_modifier.get(&object.name);
    let entries = entries.into_iter().flatten().map(|entry| {
        let alias =
            wiring.modifier_aliases().find(|alias| wiring.modifier(alias, component) == Some(&entry.class));
        let described = catalog.by_class(&entry.class);
        let arguments = described.map(|known| known.parameters.as_slice()).unwrap_or_default();
        let arguments =
            arguments.iter().map(|argument| described_value(argument, entry.arguments.get(&argument.name)));
        json!({
            "modifier": alias.unwrap_or(&entry.class), "arguments": entry.arguments,
            "doc": described.map(|known| known.doc.as_str()), "properties": arguments.collect::<Vec<_>>(),
        })
    });
    entries.collect()
}

/// The short names of the modifiers that fit a component.
fn modifier_choices(object: &Object) -> Vec<String> {
    let Ok(wiring) = WiringTable::built_in() else { return Vec::new() };
    let component = object.class.as_deref().filter(|_| object.kind.is_component()).unwrap_or_default();
    let mut fitting: Vec<String> = wiring
        .modifier_aliases()
        .filter(|alias| wiring.modifier(alias, component).is_some())
        .map(str::to_owned)
        .collect();
    fitting.sort();
    fitting.dedup();
    fitting
}

fn properties(object: &Object) -> Vec<Json> {
    let set = |name: &str| object.properties.get(name);
    match description_of(object) {
        Some(known) => known.iter().map(|property| described_value(property, set(&property.name))).collect(),
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

fn described_value(property: &PropertyDescription, value: Option<&Value>) -> Json {
    json!({
        "name": property.name, "type": property.type_name, "doc": property.doc, "unit": property.unit,
        "range": property.range, "one_of": property.one_of, "default": property.default,
        "value": value.unwrap_or(&property.default), "is_set": value.is_some(),
    })
}
