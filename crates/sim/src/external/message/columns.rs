//! Data outside of the JSON of a message: numbers as columns of 64-bit floats, and bytes in memory that the engine and
//! the host share.
//!
//! The JSON without numbers is the same text in every tick while the same components take part in the same way.

use morse_scene::value::Value;
use serde::ser::{SerializeMap, SerializeSeq};
use serde::{Deserialize, Serialize, Serializer};

use crate::contract::data::{Data, Field};

/// Minimum size of values that are passed in shared memory. [bytes]
const SHARED_BYTES_MIN: usize = 4096;

/// A field whose value is in the shared memory: index of the field, offset and number of the bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct SharedBytes(pub usize, pub u64, pub usize);

/// The values of all fields of a component.
#[derive(Debug, Default)]
pub struct StepData {
    /// Values; null for those in the shared memory.
    pub values: Vec<Value>,
    /// Values in the shared memory.
    pub shared: Vec<SharedBytes>,
}

impl StepData {
    /// The data of a component. `share` writes the bytes of large fields to the shared memory and returns their
    /// offset, or `None` if the bytes must travel in the message.
    pub(crate) fn of(data: &dyn Data, share: &mut dyn FnMut(&[u8]) -> Option<u64>) -> Self {
        let mut all = Self::default();
        for (index, field) in (0..).map_while(|index| Some((index, data.get(index)?))) {
            let value = match field {
                Field::Image(image) => all.bytes(index, &image.bytes, share),
                Field::Bytes(bytes) => all.bytes(index, bytes, share),
                Field::Points(points) => {
                    let bytes: Vec<u8> =
                        points.as_flattened().iter().flat_map(|number| number.to_le_bytes()).collect();
                    all.bytes(index, &bytes, share)
                }
                other => other.to_value(),
            };
            all.values.push(value);
        }
        all
    }

    fn bytes(&mut self, field: usize, bytes: &[u8], share: &mut dyn FnMut(&[u8]) -> Option<u64>) -> Value {
        let offset = if bytes.len() < SHARED_BYTES_MIN { None } else { share(bytes) };
        match offset {
            Some(offset) => {
                self.shared.push(SharedBytes(field, offset, bytes.len()));
                Value::Null
            }
            None => Value::Bytes(bytes.to_vec()),
        }
    }

    /// The values that travel as 64-bit floats.
    pub(super) fn numbers(&self) -> impl Iterator<Item = f64> {
        self.values.iter().filter_map(|value| match value {
            Value::Float(number) => Some(*number),
            _ => None,
        })
    }
}

/// The JSON contains the indices of the numbers; the numbers themselves are null there.
impl Serialize for StepData {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let is_number = |value: &Value| matches!(value, Value::Float(_));
        let indices = self.values.iter().enumerate().filter(|(_, value)| is_number(value));
        let mut map = serializer.serialize_map(Some(3))?;
        map.serialize_entry("values", &WithoutNumbers(&self.values))?;
        map.serialize_entry("numbers", &indices.map(|(index, _)| index).collect::<Vec<_>>())?;
        map.serialize_entry("shared", &self.shared)?;
        map.end()
    }
}

struct WithoutNumbers<'a>(&'a [Value]);

impl Serialize for WithoutNumbers<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(Some(self.0.len()))?;
        for value in self.0 {
            list.serialize_element(if matches!(value, Value::Float(_)) { &Value::Null } else { value })?;
        }
        list.end()
    }
}
