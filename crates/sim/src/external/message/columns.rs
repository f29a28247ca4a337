//! What travels beside the JSON of a message: numbers, as columns of 64-bit floats, and bytes, in memory that the engine
//! and the host share.
//!
//! A message without its numbers is the same text in every tick as long as the same components do the same.

use morse_scene::value::Value;
use serde::ser::{SerializeMap, SerializeSeq};
use serde::{Deserialize, Serialize, Serializer};

use crate::contract::data::{Data, Field};
use crate::external::message::{Report, StepInput};

/// Bytes from this size on are shared. [bytes]
const SHARED_BYTES_MIN: usize = 4096;

/// A field whose value is in the shared memory: its index, and the offset and number of its bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct SharedBytes(pub usize, pub u64, pub usize);

/// The values of all fields of a component.
#[derive(Debug, Default)]
pub struct StepData {
    /// The values; null for those in the shared memory.
    pub values: Vec<Value>,
    /// The values in the shared memory.
    pub shared: Vec<SharedBytes>,
}

impl StepData {
    /// The data of a component. `share` puts the bytes of large fields into the memory that the host shares, and
    /// returns their offset, or nothing when they must travel in the message.
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

    /// The values that travel as numbers.
    fn numbers(&self) -> impl Iterator<Item = f64> {
        self.values.iter().filter_map(|value| match value {
            Value::Float(number) => Some(*number),
            _ => None,
        })
    }
}

/// The JSON names the places of the numbers, which are null there.
impl Serialize for StepData {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let is_number = |value: &Value| matches!(value, Value::Float(_));
        let places = self.values.iter().enumerate().filter(|(_, value)| is_number(value));
        let mut map = serializer.serialize_map(Some(3))?;
        map.serialize_entry("values", &WithoutNumbers(&self.values))?;
        map.serialize_entry("numbers", &places.map(|(index, _)| index).collect::<Vec<_>>())?;
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

impl StepInput {
    /// The numbers that follow its JSON: the time; then, of each component, its pose as x, y, z and the quaternion x, y, z,
    /// w, and the numbers of its data and of its built-in part.
    #[must_use]
    pub fn numbers(&self) -> Vec<f64> {
        let mut numbers = Vec::with_capacity(1 + 8 * self.steps.len());
        numbers.push(self.time_s);
        for step in &self.steps {
            numbers.extend(step.world_from.translation.to_array());
            numbers.extend(step.world_from.rotation.to_array());
            let data = [&step.data, &step.native];
            numbers.extend(data.into_iter().flatten().flat_map(StepData::numbers));
        }
        numbers
    }
}

/// Reports of components that did as they always do, in columns.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PackedReports {
    /// The numbers of the components.
    pub ids: Vec<usize>,
    /// Of each component a letter for each field, and a `;`: `n` is the next of the numbers that follow the message, `v` the
    /// next of `values`. A single `r` stands for the next of the reports in the reply.
    pub kinds: String,
    /// The values that are no numbers.
    pub values: Vec<Value>,
}

impl PackedReports {
    /// The reports in their order.
    ///
    /// # Errors
    /// When the columns do not match.
    pub(super) fn unpacked(self, numbers: Vec<f64>, reports: Vec<Report>) -> Result<Vec<Report>, String> {
        let Self { ids, kinds, values } = self;
        let (mut numbers, mut values, mut reports) =
            (numbers.into_iter(), values.into_iter(), reports.into_iter());
        let mut kinds = kinds.split_terminator(';');
        let mut all = Vec::with_capacity(ids.len());
        for external_id in ids {
            let of_one = kinds.next().ok_or("a packed reply names more components than it describes")?;
            if of_one == "r" {
                all.push(reports.next().ok_or("a packed reply lacks a report")?);
                continue;
            }
            let value = |kind| match kind {
                'n' => numbers.next().map(Value::Float),
                'v' => values.next(),
                _ => None,
            };
            let data: Option<Vec<Value>> = of_one.chars().map(value).collect();
            let data =
                data.ok_or_else(|| format!("a packed reply lacks values of component {external_id}"))?;
            all.push(Report { external_id, data, ..Report::default() });
        }
        all.extend(reports);
        Ok(all)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn packed(ids: &[usize], kinds: &str, values: &[&str]) -> PackedReports {
        let values = values.iter().map(|&text| Value::from(text)).collect();
        PackedReports { ids: ids.to_vec(), kinds: kinds.to_owned(), values }
    }

    #[test]
    fn reports_are_unpacked_in_their_order() {
        let odd = Report { external_id: 4, error: Some("it broke".to_owned()), ..Report::default() };
        let all = packed(&[3, 4, 5, 6], "nv;r;;n;", &["red"]).unpacked(vec![1.0, 2.0], vec![odd]).unwrap();
        let data: Vec<_> = all.iter().map(|report| (report.external_id, report.data.clone())).collect();
        let red = Value::from("red");
        let expected =
            vec![(3, vec![Value::Float(1.0), red]), (4, vec![]), (5, vec![]), (6, vec![Value::Float(2.0)])];
        assert_eq!(data, expected);
        assert_eq!(all[1].error.as_deref(), Some("it broke"));
    }

    #[test]
    fn columns_that_do_not_match_are_refused() {
        for (columns, numbers) in [
            (packed(&[1, 2], "n;", &[]), vec![1.0]),
            (packed(&[1], "nn;", &[]), vec![1.0]),
            (packed(&[1], "v;", &[]), vec![1.0]),
            (packed(&[1], "r;", &[]), vec![]),
            (packed(&[1], "ü;", &["red"]), vec![1.0]),
        ] {
            assert!(columns.unpacked(numbers, Vec::new()).is_err());
        }
    }
}
