//! Text of a field, identical to Python's `str` in MORSE 1.4.

use std::fmt::Write;

use morse_scene::python_repr;
use morse_scene::value::Value;
use morse_sim::contract::data::Field;

/// Appends the text of a field. Vectors and Euler angles are formatted as in Blender, with four decimals.
pub(super) fn push_field(out: &mut String, field: Field<'_>) {
    // Writing to a string cannot fail.
    let _ = match field {
        Field::Float(number) => {
            python_repr::push_float(out, number);
            Ok(())
        }
        Field::Text(text) => out.write_str(text),
        Field::Vector(v) => write!(out, "<Vector ({:.4}, {:.4}, {:.4})>", v.x, v.y, v.z),
        Field::Euler(e) => {
            write!(out, "<Euler (x={:.4}, y={:.4}, z={:.4}), order='XYZ'>", e.roll, e.pitch, e.yaw)
        }
        other => out.write_str(&text_of_value(&other.to_value())),
    };
}

/// Text of a value: strings unchanged, other values as in Python's `repr`.
pub(super) fn text_of_value(value: &Value) -> String {
    match value {
        Value::Text(text) => text.clone(),
        value => python_repr::repr(value),
    }
}
