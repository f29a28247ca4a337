//! Converts properties of nodes between values of the world and values of scenes.

use morse_scene::python_repr::repr;
use morse_scene::value::{Map, Value};
use morse_world::{Properties, PropertyValue};

/// The properties of a node, by which components may recognize it.
pub(crate) fn node_properties(properties: &Map) -> Properties {
    properties.iter().map(|(name, settings)| (name.to_owned(), property_of(settings))).collect()
}

/// The node property for a value of a scene. Bytes and Python objects are stored as their Python `repr`.
pub(crate) fn property_of(value: &Value) -> PropertyValue {
    match value {
        Value::Null => PropertyValue::None,
        Value::Bool(truth) => PropertyValue::Bool(*truth),
        Value::Int(number) => PropertyValue::Int(*number),
        Value::Float(number) | Value::Timer(number) => PropertyValue::Float(*number),
        Value::Text(text) => PropertyValue::Text(text.clone()),
        Value::List(items) => PropertyValue::List(items.iter().map(property_of).collect()),
        Value::Tuple(items) => PropertyValue::Tuple(items.iter().map(property_of).collect()),
        Value::Map(map) => {
            PropertyValue::Dict(map.iter().map(|(key, item)| (key.to_owned(), property_of(item))).collect())
        }
        other @ (Value::Bytes(_) | Value::Python(_)) => PropertyValue::Text(repr(other)),
    }
}

/// The scene value of a node property.
pub(crate) fn value_of(property: &PropertyValue) -> Value {
    match property {
        PropertyValue::None => Value::Null,
        PropertyValue::Bool(truth) => Value::Bool(*truth),
        PropertyValue::Int(number) => Value::Int(*number),
        PropertyValue::Float(number) => Value::Float(*number),
        PropertyValue::Text(text) => Value::Text(text.clone()),
        PropertyValue::List(items) => Value::List(items.iter().map(value_of).collect()),
        PropertyValue::Tuple(items) => Value::Tuple(items.iter().map(value_of).collect()),
        PropertyValue::Dict(items) => {
            Value::Map(items.iter().map(|(key, item)| (key.clone(), value_of(item))).collect())
        }
    }
}

#[cfg(test)]
mod tests {
    use morse_scene::value::Map;

    use super::*;

    #[test]
    fn values_survive_conversion_in_both_directions() {
        let inner = Value::Map(Map::from([("b", Value::from(1)), ("a", Value::Null)]));
        let value = Value::List(vec![Value::Tuple(vec![Value::Bool(true), Value::from(2.5)]), inner]);
        assert_eq!(value_of(&property_of(&value)), value);
    }
}
