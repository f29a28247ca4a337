//! Field type for a list of objects with their attributes.

use morse_scene::value::Value;
use serde::{Deserialize, Serialize};

use crate::contract::data::{Field, FieldType};

/// Attributes of each of several objects. Snapshots hold the JSON text.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Objects(pub Vec<Value>);

impl From<Objects> for String {
    fn from(objects: Objects) -> Self {
        // Every value has a JSON form, so serialization cannot fail.
        serde_json::to_string(&objects.0).unwrap_or_default()
    }
}

impl TryFrom<String> for Objects {
    type Error = serde_json::Error;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        serde_json::from_str(&text).map(Self)
    }
}

impl FieldType for Objects {
    const TYPE_NAME: &'static str = "objects";

    fn field(&self) -> Field<'_> {
        Field::List(&self.0)
    }

    fn from_value(value: &Value) -> Option<Self> {
        value.as_list().map(|values| Self(values.to_vec()))
    }
}

#[cfg(test)]
mod tests {
    use morse_scene::value::Map;

    use super::*;
    use crate::contract::data::{restore_field, save_field};

    #[test]
    fn objects_survive_a_snapshot() {
        let cat = Map::from([("name", Value::from("cat")), ("far", Value::Float(f64::INFINITY))]);
        let objects = Objects(vec![Value::Map(cat), Value::Null]);
        let mut bytes = Vec::new();
        save_field(&objects, &mut bytes).unwrap();
        let mut restored = Objects::default();
        restore_field(&mut restored, &mut &*bytes).unwrap();
        assert_eq!(restored, objects);
        assert_eq!(Objects::from_value(&objects.field().to_value()), Some(objects));
    }
}
