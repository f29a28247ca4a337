//! JSON schemas of the messages that do not belong to ROS 2.

use morse_sim::contract::data::FieldInfo;
use serde_json::{Map, Value, json};

/// A schema by name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JsonSchema {
    /// Name of the schema.
    pub name: String,
    /// Its text.
    pub text: String,
}

impl JsonSchema {
    fn new(name: &str, properties: &Value) -> Self {
        let text = json!({"title": name, "type": "object", "properties": properties}).to_string();
        Self { name: name.to_owned(), text }
    }

    /// Of `morse.Command`.
    pub fn command() -> Self {
        let values = json!({"type": "object", "description": "values by field"});
        Self::new(
            "morse.Command",
            &json!({"input": place(), "actuator": {"type": "string"}, "values": values}),
        )
    }

    /// Of `morse.Call`.
    pub fn call() -> Self {
        Self::new(
            "morse.Call",
            &json!({"input": place(), "id": {"type": "integer"}, "component": {"type": "string"},
                "service": {"type": "string"}, "arguments": {"type": "array"}, "is_allowed": {"type": "boolean"},
                "overlay": {"type": "string"}}),
        )
    }

    /// Of `morse.Answer`.
    pub fn answer() -> Self {
        Self::new(
            "morse.Answer",
            &json!({"id": {"type": "integer"}, "status": {"type": "string"}, "value": {}}),
        )
    }

    /// Of `morse.Event`.
    pub fn event() -> Self {
        let event = json!({"type": "object", "properties": {"kind": {"type": "string"}}});
        Self::new("morse.Event", &json!({"input": place(), "event": event}))
    }

    /// Of `morse.Digest`.
    pub fn digest() -> Self {
        let text = json!({"type": "string"});
        Self::new(
            "morse.Digest",
            &json!({"tick": {"type": "integer"}, "total": text, "world": text, "components": text}),
        )
    }
}

/// When an input was handled.
fn place() -> Value {
    json!({"type": "object", "properties": {
        "order": {"type": "integer", "description": "number of the input in the recording"},
        "tick": {"type": "integer"},
        "in_step": {"type": "boolean", "description": "handled while the tick was computed, not after it"},
    }})
}

/// The schema of the local data of a component class.
pub fn data_schema(class: &str, fields: &[FieldInfo]) -> JsonSchema {
    let mut properties = Map::new();
    for field in fields {
        let mut schema = type_of(field.type_name);
        let unit = field.unit.map(|unit| format!(" [{unit}]")).unwrap_or_default();
        let description = format!("{}{unit}", field.doc);
        if let (Value::Object(schema), false) = (&mut schema, description.trim().is_empty()) {
            schema.insert("description".to_owned(), Value::String(description.trim().to_owned()));
        }
        properties.insert(field.name.to_owned(), schema);
    }
    JsonSchema::new(class, &Value::Object(properties))
}

fn type_of(type_name: &str) -> Value {
    let number = json!({"type": "number"});
    match type_name {
        "bool" => json!({"type": "boolean"}),
        "int" => json!({"type": "integer"}),
        "float" => number,
        "string" | "bytes" => json!({"type": "string"}),
        "vec3" | "vec4" | "list" => json!({"type": "array", "items": number}),
        "points" | "matrix3" => json!({"type": "array", "items": {"type": "array", "items": number}}),
        "euler" => json!({"type": "object", "properties": {"yaw": number, "pitch": number, "roll": number}}),
        "quaternion" => {
            json!({"type": "object", "properties": {"x": number, "y": number, "z": number, "w": number}})
        }
        "dict" => json!({"type": "object"}),
        "objects" => json!({"type": "array"}),
        _ => json!({}),
    }
}
