//! Local data as JSON.

use base64::Engine;
use base64::engine::general_purpose::STANDARD as BASE64;
use morse_sim::contract::data::{Data, Field};
use serde::ser::{Serialize, SerializeMap, Serializer};

/// The fields of local data by name: those for which `fields` is true.
pub(super) struct JsonData<'a> {
    pub(super) data: &'a dyn Data,
    pub(super) fields: &'a [bool],
}

impl Serialize for JsonData<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for (index, (info, is_used)) in self.data.fields().iter().zip(self.fields).enumerate() {
            if let Some(field) = self.data.get(index).filter(|_| *is_used) {
                map.serialize_entry(info.name, &JsonField(field))?;
            }
        }
        for (name, value) in self.data.open().into_iter().flatten() {
            map.serialize_entry(name, value)?;
        }
        map.end()
    }
}

struct JsonField<'a>(Field<'a>);

impl Serialize for JsonField<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Field::Bool(truth) => serializer.serialize_bool(truth),
            Field::Int(number) => serializer.serialize_i64(number),
            Field::Float(number) => serializer.serialize_f64(number),
            Field::Text(text) => serializer.serialize_str(text),
            Field::Vector(vector) => vector.to_array().serialize(serializer),
            Field::Floats(numbers) => numbers.serialize(serializer),
            Field::Points(points) => points.serialize(serializer),
            Field::Bytes(bytes) => serializer.serialize_str(&BASE64.encode(bytes)),
            Field::List(values) => values.serialize(serializer),
            Field::Dict(map) => map.serialize(serializer),
            Field::Null | Field::Quaternion(_) | Field::Euler(_) | Field::Matrix(_) | Field::Image(_) => {
                self.0.to_value().serialize(serializer)
            }
        }
    }
}
