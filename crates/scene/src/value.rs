//! Values of scene scripts: the plain types of Python.

mod convert;
mod map;
mod serial;

pub use crate::value::map::Map;

/// A Python value in a scene document, such as a property, an option of a stream, or the default of a field.
///
/// The [schema](mod@crate::document::schema) describes its JSON form. It keeps the distinctions of Python: a float always
/// has a `.` or an exponent (`2.0` is not `2`), and a value that JSON cannot represent is an object with one key that
/// starts with `$`.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Value {
    /// Python's `None`.
    #[default]
    Null,
    /// `True` or `False`.
    Bool(bool),
    /// An integer of up to 64 bits. A larger integer of a document becomes the nearest [`Value::Float`].
    Int(i64),
    /// A float, which may be infinite or not a number.
    Float(f64),
    /// A string.
    Text(String),
    /// A list.
    List(Vec<Value>),
    /// A tuple.
    Tuple(Vec<Value>),
    /// A dictionary with string keys, in insertion order.
    Map(Map),
    /// A timer property, which increases with simulated time, with its initial value (s).
    Timer(f64),
    /// Raw bytes.
    Bytes(Vec<u8>),
    /// Any other Python object, as its `repr`. This includes dictionaries with keys that are not strings.
    Python(String),
}

impl Value {
    /// Returns the number if the value is an integer, a float or a timer.
    #[must_use]
    pub fn as_f64(&self) -> Option<f64> {
        match self {
            Self::Int(number) => Some(*number as f64),
            Self::Float(number) | Self::Timer(number) => Some(*number),
            _ => None,
        }
    }

    /// Returns the number if the value is an integer.
    #[must_use]
    pub fn as_i64(&self) -> Option<i64> {
        match self {
            Self::Int(number) => Some(*number),
            _ => None,
        }
    }

    /// Returns the text if the value is a string.
    #[must_use]
    pub fn as_str(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }

    /// Returns the truth value if the value is a Boolean. For Python's truth of any value see [`Value::is_truthy`].
    #[must_use]
    pub fn as_bool(&self) -> Option<bool> {
        match self {
            Self::Bool(truth) => Some(*truth),
            _ => None,
        }
    }

    /// Returns the items if the value is a list or a tuple.
    #[must_use]
    pub fn as_list(&self) -> Option<&[Value]> {
        match self {
            Self::List(items) | Self::Tuple(items) => Some(items),
            _ => None,
        }
    }

    /// Returns the dictionary if the value is a dictionary.
    #[must_use]
    pub fn as_map(&self) -> Option<&Map> {
        match self {
            Self::Map(map) => Some(map),
            _ => None,
        }
    }

    /// Python's truth of the value: false for `None`, `False`, zero and empty values. An unknown object counts as true.
    #[must_use]
    pub fn is_truthy(&self) -> bool {
        match self {
            Self::Null => false,
            Self::Bool(truth) => *truth,
            Self::Int(number) => *number != 0,
            Self::Float(number) | Self::Timer(number) => *number != 0.0,
            Self::Text(text) => !text.is_empty(),
            Self::List(items) | Self::Tuple(items) => !items.is_empty(),
            Self::Map(map) => !map.is_empty(),
            Self::Bytes(bytes) => !bytes.is_empty(),
            Self::Python(_) => true,
        }
    }

    /// Name of the Python type, for messages.
    #[must_use]
    pub fn type_name(&self) -> &'static str {
        match self {
            Self::Null => "NoneType",
            Self::Bool(_) => "bool",
            Self::Int(_) => "int",
            Self::Float(_) => "float",
            Self::Text(_) => "str",
            Self::List(_) => "list",
            Self::Tuple(_) => "tuple",
            Self::Map(_) => "dict",
            Self::Timer(_) => "timer",
            Self::Bytes(_) => "bytes",
            Self::Python(_) => "object",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_numeric_types_are_converted_to_f64() {
        assert_eq!(Value::Int(2).as_f64(), Some(2.0));
        assert_eq!(Value::Float(2.5).as_f64(), Some(2.5));
        assert_eq!(Value::Timer(1.5).as_f64(), Some(1.5));
        assert_eq!(Value::Text("2".into()).as_f64(), None);
        assert_eq!(Value::Bool(true).as_f64(), None);
    }

    #[test]
    fn truth_values_are_those_of_python() {
        let falsy = [
            Value::Null,
            Value::Bool(false),
            Value::Int(0),
            Value::Float(-0.0),
            Value::from(""),
            Value::List(vec![]),
            Value::Tuple(vec![]),
            Value::Map(Map::new()),
            Value::Bytes(vec![]),
        ];
        assert!(falsy.iter().all(|value| !value.is_truthy()));
        // The noise tutorial uses `_2D='True'`, and 'False' would also be true.
        assert!(Value::from("False").is_truthy());
        assert!(Value::Float(f64::NAN).is_truthy());
    }
}
