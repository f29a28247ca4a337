//! Serde helpers of the document: numbers that may be infinite or NaN, tables with unique keys, and omitted defaults.

use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;

use serde::de::{Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};

use crate::value::Value;

/// Whether a field has its default value, so that it can be omitted from the JSON.
pub(crate) fn is_default<T: Default + PartialEq>(field: &T) -> bool {
    *field == T::default()
}

/// Whether a Boolean field with the default true can be omitted.
pub(crate) const fn is_true(field: &bool) -> bool {
    *field
}

/// Default of a Boolean field that is true if absent.
pub(crate) const fn always() -> bool {
    true
}

/// Reads a table and refuses duplicate keys. Keeping only the last entry would lose data silently.
pub(crate) fn unique_keys<'de, D, V>(deserializer: D) -> Result<BTreeMap<String, V>, D::Error>
where
    D: Deserializer<'de>,
    V: Deserialize<'de>,
{
    struct TableVisitor<V>(PhantomData<V>);

    impl<'de, V: Deserialize<'de>> Visitor<'de> for TableVisitor<V> {
        type Value = BTreeMap<String, V>;

        fn expecting(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
            formatter.write_str("an object")
        }

        fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<Self::Value, A::Error> {
            let mut table = BTreeMap::new();
            while let Some((key, value)) = access.next_entry::<String, V>()? {
                if table.contains_key(&key) {
                    return Err(A::Error::custom(format_args!("the key `{key}` occurs twice")));
                }
                table.insert(key, value);
            }
            Ok(table)
        }
    }

    deserializer.deserialize_map(TableVisitor(PhantomData))
}

fn number_from_value(value: &Value) -> Result<f64, String> {
    match value {
        Value::Int(_) | Value::Float(_) => Ok(value.as_f64().unwrap_or(f64::NAN)),
        other => Err(format!("expected a number, found {}", other.type_name())),
    }
}

/// A number. NaN and infinity have the form `{"$float": "nan"}`, so that validation can report their line.
pub(crate) mod number {
    use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

    use super::{Value, number_from_value};

    pub(crate) fn serialize<S: Serializer>(number: &f64, serializer: S) -> Result<S::Ok, S::Error> {
        Value::Float(*number).serialize(serializer)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
        number_from_value(&Value::deserialize(deserializer)?).map_err(D::Error::custom)
    }
}

/// An optional number.
pub(crate) mod optional_number {
    use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

    use super::{Value, number_from_value};

    pub(crate) fn serialize<S: Serializer>(number: &Option<f64>, serializer: S) -> Result<S::Ok, S::Error> {
        Value::from(*number).serialize(serializer)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<f64>, D::Error> {
        match Value::deserialize(deserializer)? {
            Value::Null => Ok(None),
            value => number_from_value(&value).map(Some).map_err(D::Error::custom),
        }
    }
}

/// A fixed number of numbers.
pub(crate) mod numbers {
    use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

    use super::{Value, number_from_value};

    pub(crate) fn serialize<S: Serializer, const N: usize>(
        numbers: &[f64; N],
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        Value::from(*numbers).serialize(serializer)
    }

    pub(crate) fn deserialize<'de, D, const N: usize>(deserializer: D) -> Result<[f64; N], D::Error>
    where
        D: Deserializer<'de>,
    {
        from_value(&Value::deserialize(deserializer)?).map_err(D::Error::custom)
    }

    pub(super) fn from_value<const N: usize>(value: &Value) -> Result<[f64; N], String> {
        let mismatch = |found: String| format!("expected a list of {N} numbers, found {found}");
        let items = value.as_list().ok_or_else(|| mismatch(value.type_name().to_owned()))?;
        let numbers = items.iter().map(number_from_value).collect::<Result<Vec<_>, _>>()?;
        numbers.try_into().map_err(|numbers: Vec<f64>| mismatch(numbers.len().to_string()))
    }
}

/// An optional array with a fixed number of numbers.
pub(crate) mod optional_numbers {
    use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

    use super::{Value, numbers};

    pub(crate) fn serialize<S: Serializer, const N: usize>(
        numbers: &Option<[f64; N]>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        Value::from(*numbers).serialize(serializer)
    }

    pub(crate) fn deserialize<'de, D, const N: usize>(deserializer: D) -> Result<Option<[f64; N]>, D::Error>
    where
        D: Deserializer<'de>,
    {
        match Value::deserialize(deserializer)? {
            Value::Null => Ok(None),
            value => numbers::from_value(&value).map(Some).map_err(D::Error::custom),
        }
    }
}
