//! Values of messages.

use serde::ser::{Serialize, SerializeMap, SerializeSeq, Serializer};

/// A value of a message.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// The JSON value `null`.
    Null,
    /// A truth value.
    Bool(bool),
    /// A whole number.
    Int(i64),
    /// A whole number that is too large for the other.
    Unsigned(u64),
    /// A number in single precision.
    Single(f32),
    /// A number in double precision.
    Float(f64),
    /// A text.
    Text(String),
    /// Bytes, such as the pixels of an image.
    Bytes(Vec<u8>),
    /// A list.
    List(Vec<Value>),
    /// Fields by name, in the order of the message.
    Map(Vec<(String, Value)>),
}

impl Value {
    /// As a number; truth values are 0 and 1.
    #[must_use]
    pub fn as_f64(&self) -> Option<f64> {
        Some(match *self {
            Self::Bool(truth) => f64::from(u8::from(truth)),
            Self::Int(number) => number as f64,
            Self::Unsigned(number) => number as f64,
            Self::Single(number) => f64::from(number),
            Self::Float(number) => number,
            _ => return None,
        })
    }

    /// As a text.
    #[must_use]
    pub fn as_str(&self) -> Option<&str> {
        if let Self::Text(text) = self { Some(text) } else { None }
    }

    /// As a list.
    #[must_use]
    pub fn as_list(&self) -> Option<&[Value]> {
        if let Self::List(values) = self { Some(values) } else { None }
    }

    /// As bytes.
    #[must_use]
    pub fn as_bytes(&self) -> Option<&[u8]> {
        if let Self::Bytes(bytes) = self { Some(bytes) } else { None }
    }

    /// The field at a path of names with dots between, such as `pose.position.x`.
    #[must_use]
    pub fn at(&self, path: &str) -> Option<&Value> {
        path.split('.').try_fold(self, |value, name| match value {
            Self::Map(fields) => fields.iter().find(|(known, _)| known == name).map(|(_, value)| value),
            _ => None,
        })
    }

    /// Whether it has no parts.
    #[must_use]
    pub fn is_scalar(&self) -> bool {
        !matches!(self, Self::List(_) | Self::Map(_))
    }
}

impl From<serde_json::Value> for Value {
    fn from(value: serde_json::Value) -> Self {
        use serde_json::Value as J;
        match value {
            J::Null => Self::Null,
            J::Bool(truth) => Self::Bool(truth),
            J::Number(number) => match (number.as_i64(), number.as_u64()) {
                (Some(number), _) => Self::Int(number),
                (None, Some(number)) => Self::Unsigned(number),
                (None, None) => Self::Float(number.as_f64().unwrap_or(f64::NAN)),
            },
            J::String(text) => Self::Text(text),
            J::Array(values) => Self::List(values.into_iter().map(Self::from).collect()),
            J::Object(map) => Self::Map(map.into_iter().map(|(name, value)| (name, value.into())).collect()),
        }
    }
}

/// As JSON: bytes are lists of numbers, and numbers that JSON does not know are null.
impl Serialize for Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Null => serializer.serialize_unit(),
            Self::Bool(truth) => serializer.serialize_bool(*truth),
            Self::Int(number) => serializer.serialize_i64(*number),
            Self::Unsigned(number) => serializer.serialize_u64(*number),
            Self::Single(number) => serializer.serialize_f32(*number),
            Self::Float(number) => serializer.serialize_f64(*number),
            Self::Text(text) => serializer.serialize_str(text),
            Self::Bytes(bytes) => serializer.collect_seq(bytes),
            Self::List(values) => {
                let mut list = serializer.serialize_seq(Some(values.len()))?;
                values.iter().try_for_each(|value| list.serialize_element(value))?;
                list.end()
            }
            Self::Map(fields) => {
                let mut map = serializer.serialize_map(Some(fields.len()))?;
                fields.iter().try_for_each(|(name, value)| map.serialize_entry(name, value))?;
                map.end()
            }
        }
    }
}
