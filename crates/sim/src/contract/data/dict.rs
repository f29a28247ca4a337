//! Field type for a dictionary of values.

use morse_scene::value::{Map, Value};
use serde::{Deserialize, Serialize};

use crate::contract::data::{Field, FieldType};

/// Values under names that depend on the scene, such as distances to objects or victims in view.
///
/// Large arrays of numbers have their own field types. Snapshots hold the JSON text.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Dict(pub Map);

impl From<Dict> for String {
    fn from(dict: Dict) -> Self {
        // Every value has a JSON form, so serialization cannot fail.
        serde_json::to_string(&dict.0).unwrap_or_default()
    }
}

impl TryFrom<String> for Dict {
    type Error = serde_json::Error;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        serde_json::from_str(&text).map(Self)
    }
}

impl FieldType for Dict {
    const TYPE_NAME: &'static str = "dict";

    fn field(&self) -> Field<'_> {
        Field::Dict(&self.0)
    }

    fn from_value(value: &Value) -> Option<Self> {
        value.as_map().cloned().map(Self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contract::data::{restore_field, save_field};

    #[test]
    fn dictionary_with_any_values_survives_a_snapshot() {
        let inner = Map::from([("x", Value::Float(0.1)), ("far", Value::Float(f64::INFINITY))]);
        let requirements = Value::List(vec![Value::Int(1), Value::Int(2)]);
        let dict = Dict(Map::from([("$odd", Value::Map(inner)), ("needs", requirements)]));
        let mut bytes = Vec::new();
        save_field(&dict, &mut bytes).unwrap();
        let mut restored = Dict::default();
        restore_field(&mut restored, &mut &*bytes).unwrap();
        assert_eq!(restored, dict);
        assert!(restore_field(&mut restored, &mut &bytes[..bytes.len() - 1]).is_err());
    }
}
