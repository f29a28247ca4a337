//! The catalog for the extension of Blender: builder classes of robots, sensors and actuators with their properties, and the
//! middlewares that a robot can speak.

use morse::middlewares::NAMES;
use morse_scene::description::{BuilderDescription, Catalog, Description, Kind, PropertyDescription};
use serde_json::{Value, json};

/// Base classes of robots that take a model file. They have no entry in the catalog.
const BASES: [&str; 3] = ["GroundRobot", "WheeledRobot", "Robot"];

/// The file, as one value.
pub(crate) fn catalog(catalog: &Catalog) -> Value {
    let classes: Vec<Value> = catalog
        .components
        .iter()
        .filter(|component| component.implemented)
        .flat_map(|component| component.builders.iter().map(move |builder| class(component, builder)))
        .flatten()
        .collect();
    let written = "Written by `cargo xtask generate`. Do not edit.";
    json!({ "comment": written, "bases": BASES, "classes": classes, "interfaces": NAMES })
}

/// A class that a script can make with at most a name; `None` for modifiers and for classes with further arguments.
fn class(component: &Description, builder: &BuilderDescription) -> Option<Value> {
    let needs_more = builder.arguments.iter().any(|argument| argument.default.is_none());
    if component.kind == Kind::Modifier || needs_more {
        return None;
    }
    let properties: Vec<Value> =
        component.properties.iter().map(|property| entry(property, builder)).collect();
    Some(json!({
        "name": builder.name,
        "module": builder.module,
        "kind": component.kind,
        "title": component.title,
        "model": builder.model,
        "properties": properties,
    }))
}

/// A property, with the default of the builder class.
fn entry(property: &PropertyDescription, builder: &BuilderDescription) -> Value {
    let own = builder.properties.get(&property.name).and_then(|value| serde_json::to_value(value).ok());
    let default = own.or_else(|| serde_json::to_value(&property.default).ok());
    json!({
        "name": property.name,
        "type": property.type_name,
        "default": default,
        "unit": property.unit,
        "doc": property.doc,
        "one_of": property.one_of,
        "range": property.range,
    })
}
