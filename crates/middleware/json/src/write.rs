//! Writes fields and values as JSON.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use morse_scene::value::{Map, Value};
use morse_sim::contract::data::Field;

use super::{write_float, write_int, write_text};

/// A value that JSON cannot represent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NotJson {
    /// Name of the value's Python type.
    pub type_name: &'static str,
}

/// Appends a field of a component: a vector as an array, a matrix as an array of rows, a rotation as an object. Bytes,
/// which the original could not send, become base64.
pub fn write_field(out: &mut Vec<u8>, field: Field<'_>) {
    match field {
        Field::Null => out.extend_from_slice(b"null"),
        Field::Bool(truth) => write_bool(out, truth),
        Field::Int(number) => write_int(out, number),
        Field::Float(number) => write_float(out, number),
        Field::Text(text) => write_text(out, text),
        Field::Vector(vector) => write_floats(out, &vector.to_array()),
        Field::Quaternion(q) => write_named(out, [("x", q.x), ("y", q.y), ("z", q.z), ("w", q.w)]),
        Field::Euler(e) => write_named(out, [("yaw", e.yaw), ("pitch", e.pitch), ("roll", e.roll)]),
        Field::Matrix(matrix) => {
            write_items(out, 0..3, |out, row| write_floats(out, &matrix.row(row).to_array()));
        }
        Field::Floats(numbers) => write_floats(out, numbers),
        Field::Points(points) => {
            write_items(out, points, |out, point| write_floats(out, &point.map(f64::from)));
        }
        Field::Image(image) => write_base64(out, &image.bytes),
        Field::Bytes(bytes) => write_base64(out, bytes),
        Field::Dict(map) => write_dict(out, map),
        Field::List(values) => write_items(out, values, write_or_null),
    }
}

/// Appends a value. Bytes become base64, as in fields.
///
/// # Errors
/// If the value is or contains a Python object, which JSON cannot represent. The text written so far stays in `out`.
pub fn write_value(out: &mut Vec<u8>, value: &Value) -> Result<(), NotJson> {
    match value {
        Value::Null => out.extend_from_slice(b"null"),
        Value::Bool(truth) => write_bool(out, *truth),
        Value::Int(number) => write_int(out, *number),
        Value::Float(number) | Value::Timer(number) => write_float(out, *number),
        Value::Text(text) => write_text(out, text),
        Value::List(items) | Value::Tuple(items) => {
            out.push(b'[');
            for (index, item) in items.iter().enumerate() {
                separate(out, index);
                write_value(out, item)?;
            }
            out.push(b']');
        }
        Value::Map(map) => {
            out.push(b'{');
            for (index, (key, item)) in map.iter().enumerate() {
                separate(out, index);
                write_text(out, key);
                out.extend_from_slice(b": ");
                write_value(out, item)?;
            }
            out.push(b'}');
        }
        Value::Bytes(bytes) => write_base64(out, bytes),
        Value::Python(_) => return Err(NotJson { type_name: value.type_name() }),
    }
    Ok(())
}

/// Appends a map as an object; values that JSON cannot represent become null.
fn write_dict(out: &mut Vec<u8>, map: &Map) {
    out.push(b'{');
    for (index, (key, item)) in map.iter().enumerate() {
        separate(out, index);
        write_text(out, key);
        out.extend_from_slice(b": ");
        write_or_null(out, item);
    }
    out.push(b'}');
}

/// Appends a value; values that JSON cannot represent, also inside a dictionary, become null.
pub fn write_or_null(out: &mut Vec<u8>, value: &Value) {
    if let Value::Map(map) = value {
        return write_dict(out, map);
    }
    let start = out.len();
    if write_value(out, value).is_err() {
        out.truncate(start);
        out.extend_from_slice(b"null");
    }
}

/// Appends bytes as a string in base64.
pub fn write_base64(out: &mut Vec<u8>, bytes: &[u8]) {
    out.push(b'"');
    let start = out.len();
    out.resize(start + bytes.len().div_ceil(3) * 4, 0);
    // Cannot fail: the buffer has the exact size of the encoded text.
    let written = STANDARD.encode_slice(bytes, &mut out[start..]).unwrap_or(0);
    out.truncate(start + written);
    out.push(b'"');
}

fn write_bool(out: &mut Vec<u8>, truth: bool) {
    out.extend_from_slice(if truth { b"true" } else { b"false" });
}

fn write_floats(out: &mut Vec<u8>, numbers: &[f64]) {
    write_items(out, numbers, |out, &number| write_float(out, number));
}

fn write_items<T>(out: &mut Vec<u8>, items: impl IntoIterator<Item = T>, write: impl Fn(&mut Vec<u8>, T)) {
    out.push(b'[');
    for (index, item) in items.into_iter().enumerate() {
        separate(out, index);
        write(out, item);
    }
    out.push(b']');
}

fn write_named<const N: usize>(out: &mut Vec<u8>, numbers: [(&str, f64); N]) {
    out.push(b'{');
    for (index, (name, number)) in numbers.into_iter().enumerate() {
        separate(out, index);
        write_text(out, name);
        out.extend_from_slice(b": ");
        write_float(out, number);
    }
    out.push(b'}');
}

fn separate(out: &mut Vec<u8>, index: usize) {
    if index > 0 {
        out.extend_from_slice(b", ");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use morse_sim::prelude::{DMat3, DQuat, DVec3, Euler};

    fn field(field: Field<'_>) -> String {
        let mut out = Vec::new();
        write_field(&mut out, field);
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn fields_have_the_shapes_of_the_original() {
        assert_eq!(field(Field::Vector(DVec3::new(1.0, 2.5, 1e-5))), "[1.0, 2.5, 1e-05]");
        assert_eq!(field(Field::Quaternion(DQuat::IDENTITY)), r#"{"x": 0.0, "y": 0.0, "z": 0.0, "w": 1.0}"#);
        let euler = Euler { roll: 0.1, pitch: 0.2, yaw: 0.3 };
        assert_eq!(field(Field::Euler(euler)), r#"{"yaw": 0.3, "pitch": 0.2, "roll": 0.1}"#);
        let rows = DMat3::from_cols_array(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0]).transpose();
        assert_eq!(field(Field::Matrix(&rows)), "[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0], [7.0, 8.0, 9.0]]");
        assert_eq!(field(Field::Points(&[[0.5, 0.1, 2.0]])), "[[0.5, 0.10000000149011612, 2.0]]");
        assert_eq!(field(Field::Bytes(b"\x00\xff\x10\x20")), r#""AP8QIA==""#);
        assert_eq!(field(Field::Floats(&[])), "[]");
        let near =
            Map::from([("cat", Value::Float(0.5)), ("raw", Value::Bytes(vec![1])), ("n", Value::Int(3))]);
        assert_eq!(field(Field::Dict(&near)), r#"{"cat": 0.5, "raw": "AQ==", "n": 3}"#);
        assert_eq!(field(Field::Bool(true)), "true");
        assert_eq!(field(Field::Int(-7)), "-7");
    }

    #[test]
    fn values_keep_their_order_and_tuples_are_arrays() {
        let value = Value::Map(Map::from([
            ("b", Value::Tuple(vec![Value::Int(1), Value::from("a")])),
            ("a", Value::List(vec![Value::Null, Value::Bool(false), Value::Float(f64::NAN)])),
        ]));
        let mut out = Vec::new();
        write_value(&mut out, &value).unwrap();
        assert_eq!(String::from_utf8(out).unwrap(), r#"{"b": [1, "a"], "a": [null, false, NaN]}"#);
    }

    #[test]
    fn bytes_in_a_value_are_base64_and_python_objects_are_errors() {
        let mut out = Vec::new();
        write_value(&mut out, &Value::List(vec![Value::Bytes(b"\x00\xff\x10\x20".to_vec())])).unwrap();
        assert_eq!(String::from_utf8(out).unwrap(), r#"["AP8QIA=="]"#);
        let object = Value::List(vec![Value::Python("<object>".to_owned())]);
        assert_eq!(write_value(&mut Vec::new(), &object), Err(NotJson { type_name: "object" }));
    }
}
