//! JSON text of values, formatted like Python's `json.dumps`.

use morse_scene::python_repr::push_float;
use morse_scene::value::{Map, Value};

/// The JSON text of a value. Bytes and Python objects become strings with their `repr`.
pub(crate) fn text(value: &Value) -> String {
    let mut out = String::new();
    push(&mut out, value);
    out
}

/// The JSON object of a map.
pub(crate) fn object(map: &Map) -> String {
    let mut out = String::new();
    push_map(&mut out, map);
    out
}

fn push(out: &mut String, value: &Value) {
    match value {
        Value::Null => out.push_str("null"),
        Value::Bool(truth) => out.push_str(if *truth { "true" } else { "false" }),
        Value::Int(number) => out.push_str(&number.to_string()),
        Value::Float(number) | Value::Timer(number) => push_number(out, *number),
        Value::Text(text) => push_text(out, text),
        Value::List(items) | Value::Tuple(items) => {
            out.push('[');
            for (index, item) in items.iter().enumerate() {
                out.push_str(if index == 0 { "" } else { ", " });
                push(out, item);
            }
            out.push(']');
        }
        Value::Map(map) => push_map(out, map),
        other @ (Value::Bytes(_) | Value::Python(_)) => {
            push_text(out, &morse_scene::python_repr::repr(other));
        }
    }
}

fn push_map(out: &mut String, map: &Map) {
    out.push('{');
    for (index, (name, value)) in map.iter().enumerate() {
        out.push_str(if index == 0 { "" } else { ", " });
        push_text(out, name);
        out.push_str(": ");
        push(out, value);
    }
    out.push('}');
}

fn push_number(out: &mut String, number: f64) {
    match number {
        n if n.is_nan() => out.push_str("NaN"),
        n if n.is_infinite() => out.push_str(if n > 0.0 { "Infinity" } else { "-Infinity" }),
        n => push_float(out, n),
    }
}

/// Appends a JSON string. Like Python, it escapes all characters beyond ASCII.
fn push_text(out: &mut String, text: &str) {
    out.push('"');
    for letter in text.chars() {
        match letter {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            ' '..='~' => out.push(letter),
            letter => {
                for unit in letter.encode_utf16(&mut [0; 2]) {
                    out.push_str(&format!("\\u{unit:04x}"));
                }
            }
        }
    }
    out.push('"');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_text_equals_python_json_dumps() {
        let list = Value::List(vec![Value::Float(1.0), Value::Int(2), Value::Null, Value::Bool(true)]);
        let map = Map::from([("a\"b", list), ("é", Value::Float(f64::INFINITY)), ("t", Value::from("x\n"))]);
        assert_eq!(
            text(&Value::Map(map)),
            r#"{"a\"b": [1.0, 2, null, true], "\u00e9": Infinity, "t": "x\n"}"#
        );
    }
}
