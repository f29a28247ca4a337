//! User-defined structures in scenes, for other versions of LAAS's packages.
//!
//! `struct={'size': 64, 'v': ['double', 8], 'w': ['double', 24]}`: names with types and offsets [bytes]. Elements of arrays
//! are named individually, such as `points[0].x`.

use std::collections::BTreeMap;

use morse_scene::value::Value;

use super::layout::{Layout, Scalar};

/// Maximum size of a structure. [bytes]
const SIZE_MAX: i64 = 64 << 20;

/// C names of the types.
const TYPES: [(&str, Scalar); 5] = [
    ("int", Scalar::Int),
    ("long", Scalar::Long),
    ("unsigned long", Scalar::UnsignedLong),
    ("float", Scalar::Float),
    ("double", Scalar::Double),
];

/// Parses the value of the option `struct`.
pub(crate) fn from_option(name: &str, option: &Value) -> Result<Layout, String> {
    let map = option.as_map().ok_or("`struct` must be a dict of fields")?;
    let size = map.get("size").and_then(Value::as_i64).filter(|size| (1..=SIZE_MAX).contains(size));
    let size = size.ok_or_else(|| format!("`struct` needs a 'size' from 1 to {SIZE_MAX} bytes"))? as usize;
    let mut fields = BTreeMap::new();
    for (field, value) in map.iter().filter(|(field, _)| *field != "size") {
        let wrong = || {
            let types = TYPES.map(|(name, _)| name).join(", ");
            format!(
                "`struct`: '{field}' must be [type, offset] inside of {size} bytes; types are {types}, char[N]"
            )
        };
        let (Value::List(items) | Value::Tuple(items)) = value else { return Err(wrong()) };
        let [kind, offset] = items.as_slice() else { return Err(wrong()) };
        let scalar = kind.as_str().and_then(scalar).ok_or_else(wrong)?;
        let offset = offset.as_i64().and_then(|offset| usize::try_from(offset).ok()).ok_or_else(wrong)?;
        if offset.checked_add(scalar.size()).is_none_or(|end| end > size) {
            return Err(wrong());
        }
        fields.insert(field.to_owned(), (scalar, offset));
    }
    Ok(Layout::from_fields(name, size, fields))
}

fn scalar(name: &str) -> Option<Scalar> {
    if let Some(length) = name.strip_prefix("char[").and_then(|rest| rest.strip_suffix(']')) {
        return length.parse().ok().filter(|length| *length > 0).map(Scalar::Text);
    }
    TYPES.iter().find(|(known, _)| *known == name).map(|(_, scalar)| *scalar)
}

#[cfg(test)]
mod tests {
    use morse_scene::value::Map;

    use super::*;

    fn field(kind: &str, offset: i64) -> Value {
        Value::List(vec![kind.into(), offset.into()])
    }

    #[test]
    fn option_sets_the_offsets_of_fields() {
        let option =
            Map::from([("size", Value::from(24)), ("v", field("float", 4)), ("n", field("char[8]", 16))]);
        let layout = from_option("S", &option.into()).unwrap();
        assert_eq!((layout.size(), layout.is_confirmed()), (24, true));
        assert_eq!(layout.field("v"), Some((Scalar::Float, 4)));
        assert_eq!(layout.field("n"), Some((Scalar::Text(8), 16)));
    }

    #[test]
    fn invalid_structures_are_rejected() {
        let with =
            |value: Value| from_option("S", &Map::from([("size", Value::from(24)), ("v", value)]).into());
        for value in [
            field("double", 17),
            field("double", -1),
            field("double", i64::MAX),
            field("int16", 0),
            field("char[0]", 0),
            field("char[99999999999999999999]", 0),
            field("char[18446744073709551615]", 8),
            Value::Null,
            Value::List(vec![]),
        ] {
            assert!(with(value.clone()).is_err(), "{value:?}");
        }
        for option in [
            Value::Null,
            Map::new().into(),
            Map::from([("size", 0)]).into(),
            Map::from([("size", i64::MAX)]).into(),
        ] {
            assert!(from_option("S", &option).is_err(), "{option:?}");
        }
    }
}
