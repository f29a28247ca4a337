//! Messages in CBOR (RFC 8949): the same names and values as in JSON, with bytes as byte strings.
//!
//! A message is a map of definite length, and a stream is a CBOR sequence (RFC 8742). Arrays of numbers of one type are
//! typed arrays (RFC 8746): ranges as little-endian `f64`, points as `n` × 3 little-endian `f32`.

use std::borrow::Cow;

use bytemuck::NoUninit;
use ciborium_ll::{Encoder, Header, simple};
use morse_scene::value::{Map, Value};
use morse_sim::contract::data::{Data, Field, FieldInfo};

/// Tag of a typed array of little-endian `f32`.
const FLOATS_32: u64 = 85;
/// Tag of a typed array of little-endian `f64`.
const FLOATS_64: u64 = 86;
/// Tag of a multi-dimensional array: the dimensions, then all elements in row-major order.
const DIMENSIONS: u64 = 40;

/// Encoder of one component's data: the time stamp and all fields, in order, followed by additional values.
#[derive(Debug)]
pub(in crate::streams) struct RecordEncoder {
    /// Encoded name of each field.
    keys: Vec<Box<[u8]>>,
}

impl RecordEncoder {
    pub(super) fn new(fields: &[FieldInfo]) -> Self {
        let key = |field: &FieldInfo| {
            let mut key = Vec::new();
            write_text(&mut key, field.name);
            key.into_boxed_slice()
        };
        Self { keys: fields.iter().map(key).collect() }
    }

    /// Appends the message.
    pub(super) fn write(&self, out: &mut Vec<u8>, timestamp_s: f64, data: &dyn Data) {
        let fields = self.keys.iter().enumerate().filter_map(|(nth, key)| Some((key, data.get(nth)?)));
        let open = data.open();
        begin_map(out, 1 + fields.clone().count() + open.map_or(0, Map::len));
        write_text(out, "timestamp");
        write_float(out, timestamp_s);
        for (key, field) in fields {
            out.extend_from_slice(key);
            write_field(out, field);
        }
        for (name, value) in open.into_iter().flatten() {
            write_text(out, name);
            write_value(out, value);
        }
    }
}

/// Appends the header of a map with this number of entries.
pub(super) fn begin_map(out: &mut Vec<u8>, entries: usize) {
    push(out, Header::Map(Some(entries)));
}

/// Appends a float, in the smallest size that represents it exactly.
pub(super) fn write_float(out: &mut Vec<u8>, number: f64) {
    push(out, Header::Float(number));
}

/// Appends an integer.
pub(super) fn write_int(out: &mut Vec<u8>, number: i64) {
    push(
        out,
        match u64::try_from(number) {
            Ok(number) => Header::Positive(number),
            // CBOR encodes a negative number n as -1 - n, its bitwise complement.
            Err(_) => Header::Negative(!number.cast_unsigned()),
        },
    );
}

/// Appends a string.
pub(super) fn write_text(out: &mut Vec<u8>, text: &str) {
    push(out, Header::Text(Some(text.len())));
    out.extend_from_slice(text.as_bytes());
}

/// Appends a byte string.
pub(super) fn write_bytes(out: &mut Vec<u8>, bytes: &[u8]) {
    push(out, Header::Bytes(Some(bytes.len())));
    out.extend_from_slice(bytes);
}

/// Appends a field of a component.
pub(super) fn write_field(out: &mut Vec<u8>, field: Field<'_>) {
    match field {
        Field::Null => push(out, Header::Simple(simple::NULL)),
        Field::Bool(truth) => write_bool(out, truth),
        Field::Int(number) => write_int(out, number),
        Field::Float(number) => write_float(out, number),
        Field::Text(text) => write_text(out, text),
        Field::Vector(vector) => {
            write_items(out, &vector.to_array(), |out, &number| write_float(out, number))
        }
        Field::Quaternion(q) => write_named(out, &[("x", q.x), ("y", q.y), ("z", q.z), ("w", q.w)]),
        Field::Euler(e) => write_named(out, &[("yaw", e.yaw), ("pitch", e.pitch), ("roll", e.roll)]),
        Field::Matrix(matrix) => write_items(out, &[0, 1, 2], |out, &row| {
            write_items(out, &matrix.row(row).to_array(), |out, &number| write_float(out, number));
        }),
        Field::Floats(numbers) => {
            push(out, Header::Tag(FLOATS_64));
            write_bytes(out, &little_endian(numbers, |number| number.to_le_bytes()));
        }
        Field::Points(points) => {
            push(out, Header::Tag(DIMENSIONS));
            push(out, Header::Array(Some(2)));
            write_items(out, &[points.len(), 3], |out, &size| push(out, Header::Positive(size as u64)));
            push(out, Header::Tag(FLOATS_32));
            write_bytes(out, &point_bytes(points));
        }
        Field::Image(image) => write_bytes(out, &image.bytes),
        Field::Bytes(bytes) => write_bytes(out, bytes),
        Field::Dict(map) => write_map(out, map),
        Field::List(values) => write_items(out, values, write_value),
    }
}

/// Coordinates of points as little-endian `f32`, without a copy on little-endian machines.
pub(super) fn point_bytes(points: &[[f32; 3]]) -> Cow<'_, [u8]> {
    little_endian(points.as_flattened(), |number| number.to_le_bytes())
}

fn little_endian<T: NoUninit, const N: usize>(numbers: &[T], bytes: impl Fn(&T) -> [u8; N]) -> Cow<'_, [u8]> {
    if cfg!(target_endian = "little") {
        Cow::Borrowed(bytemuck::cast_slice(numbers))
    } else {
        Cow::Owned(numbers.iter().flat_map(bytes).collect())
    }
}

/// Appends a value. A Python object, which has no encoding, becomes null, as in JSON.
fn write_value(out: &mut Vec<u8>, value: &Value) {
    match value {
        Value::Null | Value::Python(_) => push(out, Header::Simple(simple::NULL)),
        Value::Bool(truth) => write_bool(out, *truth),
        Value::Int(number) => write_int(out, *number),
        Value::Float(number) | Value::Timer(number) => write_float(out, *number),
        Value::Text(text) => write_text(out, text),
        Value::Bytes(bytes) => write_bytes(out, bytes),
        Value::List(items) | Value::Tuple(items) => write_items(out, items, write_value),
        Value::Map(map) => write_map(out, map),
    }
}

fn write_map(out: &mut Vec<u8>, map: &Map) {
    begin_map(out, map.len());
    for (key, value) in map.iter() {
        write_text(out, key);
        write_value(out, value);
    }
}

fn write_bool(out: &mut Vec<u8>, truth: bool) {
    push(out, Header::Simple(if truth { simple::TRUE } else { simple::FALSE }));
}

fn write_named(out: &mut Vec<u8>, numbers: &[(&str, f64)]) {
    begin_map(out, numbers.len());
    for (name, number) in numbers {
        write_text(out, name);
        write_float(out, *number);
    }
}

fn write_items<T>(out: &mut Vec<u8>, items: &[T], write: impl Fn(&mut Vec<u8>, &T)) {
    push(out, Header::Array(Some(items.len())));
    items.iter().for_each(|item| write(out, item));
}

fn push(out: &mut Vec<u8>, header: Header) {
    // Writing to a vector cannot fail.
    let _ = Encoder::from(out).push(header);
}

#[cfg(test)]
mod tests {
    use ciborium::Value as Cbor;
    use morse_sim::contract::data::image::Image;
    use morse_sim::contract::data::{Dict, Fields};
    use morse_sim::prelude::*;

    use super::*;

    fn read(bytes: &[u8]) -> Cbor {
        let mut rest = bytes;
        let value = ciborium::from_reader(&mut rest).unwrap();
        assert!(rest.is_empty(), "exactly one value is encoded");
        value
    }

    fn field(field: Field<'_>) -> Cbor {
        let mut out = Vec::new();
        write_field(&mut out, field);
        read(&out)
    }

    fn floats(numbers: &[f64]) -> Cbor {
        Cbor::Array(numbers.iter().map(|&number| Cbor::Float(number)).collect())
    }

    fn map(entries: &[(&str, Cbor)]) -> Cbor {
        Cbor::Map(entries.iter().map(|(key, value)| (Cbor::from(*key), value.clone())).collect())
    }

    #[test]
    fn fields_have_the_shapes_of_json() {
        assert_eq!(field(Field::Null), Cbor::Null);
        assert_eq!(field(Field::Bool(true)), Cbor::Bool(true));
        for number in [0, 23, 24, -1, -25, i64::MAX, i64::MIN] {
            assert_eq!(field(Field::Int(number)), Cbor::from(number));
        }
        for number in [0.0, -0.5, 1e-5, 0.1, f64::from(0.1_f32), f64::INFINITY, 1e300] {
            assert_eq!(field(Field::Float(number)), Cbor::Float(number));
        }
        assert!(matches!(field(Field::Float(f64::NAN)), Cbor::Float(number) if number.is_nan()));
        assert_eq!(field(Field::Text("hé")), Cbor::from("hé"));
        assert_eq!(field(Field::Vector(DVec3::new(1.0, 2.5, 1e-5))), floats(&[1.0, 2.5, 1e-5]));
        let euler = Euler { roll: 0.1, pitch: 0.2, yaw: 0.3 };
        let angles = [("yaw", Cbor::Float(0.3)), ("pitch", Cbor::Float(0.2)), ("roll", Cbor::Float(0.1))];
        assert_eq!(field(Field::Euler(euler)), map(&angles));
        let rows = DMat3::from_cols_array(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0]).transpose();
        let expected = [floats(&[1.0, 2.0, 3.0]), floats(&[4.0, 5.0, 6.0]), floats(&[7.0, 8.0, 9.0])];
        assert_eq!(field(Field::Matrix(&rows)), Cbor::Array(expected.to_vec()));
    }

    #[test]
    fn arrays_of_numbers_and_images_are_byte_strings() {
        let bytes = |numbers: &[f64]| numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
        let ranges = [1.5, f64::INFINITY, 0.1];
        assert_eq!(field(Field::Floats(&ranges)), Cbor::Tag(86, Box::new(Cbor::Bytes(bytes(&ranges)))));
        let points = [[0.5, -1.0, 2.0], [0.1, 0.0, 3.0]];
        let expected = points.as_flattened().iter().flat_map(|number: &f32| number.to_le_bytes()).collect();
        let elements = Cbor::Tag(85, Box::new(Cbor::Bytes(expected)));
        let sizes = Cbor::Array(vec![Cbor::from(2), Cbor::from(3)]);
        let shaped = Cbor::Tag(40, Box::new(Cbor::Array(vec![sizes, elements])));
        assert_eq!(field(Field::Points(&points)), shaped);
        assert_eq!(field(Field::Bytes(b"\x00\xff")), Cbor::Bytes(vec![0, 255]));
        let image = Image { width: 1, height: 1, bytes: vec![1, 2, 3, 4].into(), ..Image::default() };
        assert_eq!(field(Field::Image(&image)), Cbor::Bytes(vec![1, 2, 3, 4]));
    }

    #[test]
    fn values_of_every_kind_are_written() {
        let values = Map::from([
            ("b", Value::Tuple(vec![Value::Int(1), Value::from("a")])),
            ("a", Value::List(vec![Value::Null, Value::Bool(false), Value::Timer(1.5)])),
            ("raw", Value::Bytes(vec![7])),
            ("object", Value::Python("<object>".to_owned())),
        ]);
        let expected = map(&[
            ("b", Cbor::Array(vec![Cbor::from(1), Cbor::from("a")])),
            ("a", Cbor::Array(vec![Cbor::Null, Cbor::Bool(false), Cbor::Float(1.5)])),
            ("raw", Cbor::Bytes(vec![7])),
            ("object", Cbor::Null),
        ]);
        assert_eq!(field(Field::Dict(&values)), expected);
    }

    #[derive(Data, Clone, Default)]
    struct Reading {
        /// A number field.
        x: f64,
        /// Open values.
        #[data(open)]
        others: Dict,
    }

    #[test]
    fn record_has_time_fields_and_open_values_in_order() {
        let reading = Reading { x: 0.25, others: Dict(Map::from([("elbow", -1.5)])) };
        let mut out = Vec::new();
        RecordEncoder::new(Reading::FIELDS).write(&mut out, 12.5, &reading);
        let expected =
            [("timestamp", Cbor::Float(12.5)), ("x", Cbor::Float(0.25)), ("elbow", Cbor::Float(-1.5))];
        assert_eq!(read(&out), map(&expected));
    }
}
