//! The JSON Schema of the scene document, derived from its types.

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

use crate::document::{Document, RobotNames};
use crate::value::{Map, Value};

/// Returns the JSON Schema (draft 2020-12) of a scene document.
#[must_use]
pub fn schema() -> serde_json::Value {
    schemars::schema_for!(Document).to_value()
}

impl JsonSchema for Value {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Value".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let value = generator.subschema_for::<Self>();
        let map = generator.subschema_for::<Map>();
        let tag = |name: &str, content: serde_json::Value| {
            serde_json::json!({
                "type": "object", "required": [name], "properties": {name: content}, "additionalProperties": false
            })
        };
        json_schema!({
            "description": "A value of a script. A float always has a `.` or an exponent. A value that JSON cannot represent is an object with one key that starts with `$`.",
            "anyOf": [
                {"type": ["null", "boolean", "number", "string"]},
                {"type": "array", "items": value},
                tag("$tuple", serde_json::json!({"type": "array", "items": value})),
                tag("$float", serde_json::json!({"enum": ["nan", "inf", "-inf"]})),
                tag("$timer", serde_json::json!({"type": "number", "description": "Value of a timer, which increases with simulated time. [s]"})),
                tag("$bytes", serde_json::json!({"type": "string", "contentEncoding": "base64"})),
                tag("$python", serde_json::json!({"type": "string", "description": "Python repr of any other object"})),
                map,
            ]
        })
    }
}

impl JsonSchema for Map {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Dictionary".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let value = generator.subschema_for::<Value>();
        json_schema!({
            "description": "A dictionary. If it has keys that start with `$` or are not strings, it is a list of pairs.",
            "anyOf": [
                {"type": "object", "patternProperties": {"^[^$]|^$": value}, "additionalProperties": false},
                {
                    "type": "object",
                    "required": ["$dict"],
                    "properties": {
                        "$dict": {"type": "array", "items": {"type": "array", "prefixItems": [value, value], "minItems": 2, "maxItems": 2}}
                    },
                    "additionalProperties": false
                }
            ]
        })
    }
}

impl JsonSchema for RobotNames {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "RobotNames".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let list = serde_json::json!({"type": "array", "items": {"type": "string"}});
        json_schema!({
            "description": "Robots of one node: a list of names, or one name.",
            "anyOf": [
                {"type": "string"},
                list,
                {"type": "object", "required": ["$tuple"], "properties": {"$tuple": list}, "additionalProperties": false}
            ]
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn schema_matches_the_types() {
        let schema = schema();
        assert_eq!(schema["additionalProperties"], false);
        assert_eq!(schema["required"], serde_json::json!(["morse_scene"]));
        let definitions = &schema["$defs"];
        assert_eq!(definitions["Object"]["required"], serde_json::json!(["name", "kind"]));
        assert_eq!(definitions["Object"]["properties"]["location"]["maxItems"], 3);
        assert_eq!(definitions["ObjectKind"]["oneOf"].as_array().map(Vec::len), Some(5));
        let stream = &schema["properties"]["component_datastream"]["additionalProperties"]["items"];
        let text = serde_json::to_string(stream).unwrap() + &definitions["StreamEntry"].to_string();
        assert!(text.contains("Direction"), "{text}");
    }
}
