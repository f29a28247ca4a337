//! Formats values exactly as Python's `repr` does.

mod float;
mod text;

pub use crate::python_repr::float::{FloatText, float_repr, push_float, write_float};
pub use crate::python_repr::text::push_text;

use crate::value::Value;

/// Returns the Python `repr` of a value. Dictionaries keep their order; a timer is printed as its number.
#[must_use]
pub fn repr(value: &Value) -> String {
    let mut out = String::new();
    push_repr(&mut out, value, NonFinite::AsRepr);
    out
}

/// Returns the [`repr`] of a value in a form that `eval` accepts: a float that is not finite is written as
/// `float('nan')`.
#[must_use]
pub fn literal(value: &Value) -> String {
    let mut out = String::new();
    push_repr(&mut out, value, NonFinite::AsCall);
    out
}

#[derive(Clone, Copy)]
enum NonFinite {
    AsRepr,
    AsCall,
}

fn push_repr(out: &mut String, value: &Value, non_finite: NonFinite) {
    match value {
        Value::Null => out.push_str("None"),
        Value::Bool(true) => out.push_str("True"),
        Value::Bool(false) => out.push_str("False"),
        Value::Int(number) => out.push_str(&number.to_string()),
        Value::Float(number) | Value::Timer(number) => match non_finite {
            NonFinite::AsCall if !number.is_finite() => {
                out.push_str("float('");
                push_float(out, *number);
                out.push_str("')");
            }
            _ => push_float(out, *number),
        },
        Value::Text(content) => push_text(out, content),
        Value::List(items) => push_items(out, '[', items, ']', non_finite),
        Value::Tuple(items) => match items.as_slice() {
            [only] => {
                out.push('(');
                push_repr(out, only, non_finite);
                out.push_str(",)");
            }
            _ => push_items(out, '(', items, ')', non_finite),
        },
        Value::Map(map) => {
            out.push('{');
            for (index, (key, item)) in map.iter().enumerate() {
                if index > 0 {
                    out.push_str(", ");
                }
                push_text(out, key);
                out.push_str(": ");
                push_repr(out, item, non_finite);
            }
            out.push('}');
        }
        Value::Bytes(bytes) => text::push_bytes(out, bytes),
        Value::Python(source) => out.push_str(source),
    }
}

fn push_items(out: &mut String, open: char, items: &[Value], close: char, non_finite: NonFinite) {
    out.push(open);
    for (index, item) in items.iter().enumerate() {
        if index > 0 {
            out.push_str(", ");
        }
        push_repr(out, item, non_finite);
    }
    out.push(close);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::Map;

    #[test]
    fn containers_are_printed_as_in_python() {
        let value = Value::Map(Map::from([
            ("b", Value::List(vec![Value::Null, true.into(), 1.into(), 2.0.into()])),
            ("a", Value::Tuple(vec!["x".into()])),
            ("t", Value::Tuple(vec![])),
        ]));
        assert_eq!(repr(&value), "{'b': [None, True, 1, 2.0], 'a': ('x',), 't': ()}");
    }

    #[test]
    fn literal_of_a_float_that_is_not_finite_can_be_evaluated() {
        let value = Value::from([f64::NAN, f64::NEG_INFINITY, 1.0]);
        assert_eq!(repr(&value), "[nan, -inf, 1.0]");
        assert_eq!(literal(&value), "[float('nan'), float('-inf'), 1.0]");
    }
}
