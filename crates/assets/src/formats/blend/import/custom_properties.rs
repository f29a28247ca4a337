//! Custom properties of objects in files of Blender 2.80 and later.

use crate::formats::blend::bytes::text;
use crate::formats::blend::view::View;
use crate::model::Property;

/// Types of properties.
const STRING: i64 = 0;
const INT: i64 = 1;
const FLOAT: i64 = 2;
const DOUBLE: i64 = 8;
const BOOL: i64 = 10;

/// The properties of an object that are one text or number, in order, and the names of all other properties.
pub(super) fn properties(object: &View<'_>) -> (Vec<(String, Property)>, Vec<String>) {
    let group = object.nested("id").and_then(|id| id.follow_as("properties", "IDProperty"));
    let entries = group.and_then(|group| group.nested("data")).map(|data| data.list("group"));
    let (mut known, mut left_out) = (Vec::new(), Vec::new());
    for entry in entries.unwrap_or_default() {
        let name = entry.text("name");
        match value(&entry) {
            Some(value) => known.push((name, value)),
            None => left_out.push(name),
        }
    }
    (known, left_out)
}

fn value(entry: &View<'_>) -> Option<Property> {
    let data = entry.nested("data")?;
    let [low, high] = ["val", "val2"].map(|half| data.int(half) as u32);
    let finite = |number: f64| if number.is_finite() { number } else { 0.0 };
    Some(match entry.int("type") {
        STRING => Property::String(data.raw("pointer").map(text).unwrap_or_default()),
        INT => Property::Int(i64::from(low as i32)),
        FLOAT => Property::Float(finite(f64::from(f32::from_bits(low)))),
        DOUBLE => Property::Float(finite(f64::from_bits(u64::from(high) << 32 | u64::from(low)))),
        BOOL => Property::Bool(low & 0xff != 0),
        _ => return None,
    })
}
