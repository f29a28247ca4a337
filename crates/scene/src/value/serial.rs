//! The JSON form of a value: plain where JSON can represent it, `{"$tag": …}` otherwise.
//!
//! The JSON reader limits the depth to 128 levels. Duplicate keys in an object are refused, because keeping only the last
//! one would hide a damaged document.

use std::collections::BTreeSet;
use std::fmt;

use base64::{Engine, engine::general_purpose::STANDARD as BASE64};
use serde::de::{Error as _, MapAccess, SeqAccess, Visitor};
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::python_repr::{float_repr, repr};
use crate::value::{Map, Value};

const TAGS: &[&str] = &["$tuple", "$float", "$timer", "$bytes", "$python", "$dict"];

impl Serialize for Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Null => serializer.serialize_unit(),
            Self::Bool(truth) => serializer.serialize_bool(*truth),
            Self::Int(number) => serializer.serialize_i64(*number),
            Self::Float(number) => serialize_float(*number, serializer),
            Self::Text(text) => serializer.serialize_str(text),
            Self::List(items) => items.serialize(serializer),
            Self::Tuple(items) => tagged(serializer, "$tuple", items),
            Self::Map(map) => map.serialize(serializer),
            Self::Timer(seconds) => tagged(serializer, "$timer", &Self::Float(*seconds)),
            Self::Bytes(bytes) => tagged(serializer, "$bytes", &BASE64.encode(bytes)),
            Self::Python(text) => tagged(serializer, "$python", text),
        }
    }
}

fn serialize_float<S: Serializer>(number: f64, serializer: S) -> Result<S::Ok, S::Error> {
    if number.is_finite() {
        serializer.serialize_f64(number)
    } else {
        tagged(serializer, "$float", &float_repr(number))
    }
}

fn tagged<S: Serializer, T: Serialize + ?Sized>(
    serializer: S,
    tag: &str,
    content: &T,
) -> Result<S::Ok, S::Error> {
    let mut map = serializer.serialize_map(Some(1))?;
    map.serialize_entry(tag, content)?;
    map.end()
}

impl Serialize for Map {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.keys().any(|key| key.starts_with('$')) {
            return tagged(serializer, "$dict", &self.iter().collect::<Vec<_>>());
        }
        serializer.collect_map(self.iter())
    }
}

impl<'de> Deserialize<'de> for Value {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(ValueVisitor)
    }
}

impl<'de> Deserialize<'de> for Map {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match Value::deserialize(deserializer)? {
            Value::Map(map) => Ok(map),
            other => Err(D::Error::custom(format_args!(
                "expected an object with string keys, found {}",
                other.type_name()
            ))),
        }
    }
}

struct ValueVisitor;

impl<'de> Visitor<'de> for ValueVisitor {
    type Value = Value;

    fn expecting(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str("a value: null, true, a number, a string, a list or an object")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, truth: bool) -> Result<Value, E> {
        Ok(Value::Bool(truth))
    }

    fn visit_i64<E>(self, number: i64) -> Result<Value, E> {
        Ok(Value::Int(number))
    }

    fn visit_u64<E>(self, number: u64) -> Result<Value, E> {
        Ok(i64::try_from(number).map_or(Value::Float(number as f64), Value::Int))
    }

    fn visit_f64<E>(self, number: f64) -> Result<Value, E> {
        Ok(Value::Float(number))
    }

    fn visit_str<E>(self, text: &str) -> Result<Value, E> {
        Ok(Value::from(text))
    }

    fn visit_string<E>(self, text: String) -> Result<Value, E> {
        Ok(Value::Text(text))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut sequence: A) -> Result<Value, A::Error> {
        let mut items = Vec::new();
        while let Some(item) = sequence.next_element()? {
            items.push(item);
        }
        Ok(Value::List(items))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<Value, A::Error> {
        let Some(first) = access.next_key::<String>()? else {
            return Ok(Value::Map(Map::new()));
        };
        if first.starts_with('$') {
            let value = tagged_value(&first, &mut access)?;
            return match access.next_key::<String>()? {
                None => Ok(value),
                Some(second) => Err(A::Error::custom(format_args!(
                    "an object with the key `{first}` must have no other key, found `{second}`"
                ))),
            };
        }
        let mut entries = vec![(first, access.next_value()?)];
        while let Some(key) = access.next_key::<String>()? {
            if key.starts_with('$') {
                return Err(A::Error::custom(format_args!(
                    "the key `{key}` starts with `$`: write such a dictionary as {{\"$dict\": [[key, value], …]}}"
                )));
            }
            entries.push((key, access.next_value()?));
        }
        distinct(entries).map(Value::Map).map_err(A::Error::custom)
    }
}

fn tagged_value<'de, A: MapAccess<'de>>(tag: &str, access: &mut A) -> Result<Value, A::Error> {
    match tag {
        "$tuple" => access.next_value().map(Value::Tuple),
        "$python" => access.next_value().map(Value::Python),
        "$float" => {
            let name: String = access.next_value()?;
            non_finite_from_name(&name).map(Value::Float).map_err(A::Error::custom)
        }
        "$timer" => match access.next_value()? {
            Value::Int(seconds) => Ok(Value::Timer(seconds as f64)),
            Value::Float(seconds) => Ok(Value::Timer(seconds)),
            other => Err(A::Error::custom(format_args!(
                "`$timer` takes a number of seconds, found {}",
                other.type_name()
            ))),
        },
        "$bytes" => {
            let text: String = access.next_value()?;
            BASE64
                .decode(&text)
                .map(Value::Bytes)
                .map_err(|error| A::Error::custom(format_args!("`$bytes` takes base64: {error}")))
        }
        "$dict" => access.next_value().and_then(|pairs| dictionary(pairs).map_err(A::Error::custom)),
        unknown => Err(A::Error::custom(format_args!("unknown key `{unknown}`; known: {}", TAGS.join(", ")))),
    }
}

fn non_finite_from_name(name: &str) -> Result<f64, String> {
    match name {
        "nan" => Ok(f64::NAN),
        "inf" => Ok(f64::INFINITY),
        "-inf" => Ok(f64::NEG_INFINITY),
        other => Err(format!("`$float` must be one of nan, inf, -inf, found `{other}`")),
    }
}

/// Converts a dictionary written as pairs. If a key is not a string, the dictionary is kept as Python text.
fn dictionary(pairs: Vec<(Value, Value)>) -> Result<Value, String> {
    if pairs.iter().all(|(key, _)| matches!(key, Value::Text(_))) {
        let entries = pairs.into_iter().filter_map(|(key, value)| match key {
            Value::Text(key) => Some((key, value)),
            _ => None,
        });
        return distinct(entries.collect()).map(Value::Map);
    }
    let entries: Vec<String> =
        pairs.iter().map(|(key, value)| format!("{}: {}", repr(key), repr(value))).collect();
    Ok(Value::Python(format!("{{{}}}", entries.join(", "))))
}

fn distinct(entries: Vec<(String, Value)>) -> Result<Map, String> {
    let mut seen = BTreeSet::new();
    match entries.iter().find(|(key, _)| !seen.insert(key.as_str())) {
        Some((twice, _)) => Err(format!("the key `{twice}` occurs twice in one object")),
        None => Ok(Map::from_distinct(entries)),
    }
}
