//! Typed access to the fields of a reading, by name.
//!
//! Opening a stream checks that the fields exist. A missing value, or a value of an unexpected type, is read as zero.

use glam::{DMat3, DVec3};
use morse_scene::value::{Map, Value};
use morse_sim::contract::data::image::Image;
use morse_sim::contract::data::{Data, Field};
use morse_sim::transport::stream::Sample;
use morse_world::Euler;

/// The value of a field; `None` if there is no such field.
pub(super) fn field<'a>(sample: &Sample<'a>, name: &str) -> Option<Field<'a>> {
    let data = sample.data;
    let index = data.fields().iter().position(|field| field.name == name)?;
    data.get(index)
}

/// The value of a numeric field.
pub(super) fn number(sample: &Sample<'_>, name: &str) -> f64 {
    field(sample, name).and_then(as_number).unwrap_or_default()
}

/// The values of numeric fields.
pub(super) fn numbers<const N: usize>(sample: &Sample<'_>, names: [&str; N]) -> [f64; N] {
    names.map(|name| number(sample, name))
}

/// The value of a vector field.
pub(super) fn vector(sample: &Sample<'_>, name: &str) -> DVec3 {
    match field(sample, name) {
        Some(Field::Vector(vector)) => vector,
        _ => DVec3::ZERO,
    }
}

/// The value of a field of Euler angles.
pub(super) fn euler(sample: &Sample<'_>, name: &str) -> Euler {
    match field(sample, name) {
        Some(Field::Euler(euler)) => euler,
        _ => Euler::default(),
    }
}

/// The value of a 3 × 3 matrix field.
pub(super) fn matrix(sample: &Sample<'_>, name: &str) -> DMat3 {
    match field(sample, name) {
        Some(Field::Matrix(matrix)) => *matrix,
        _ => DMat3::ZERO,
    }
}

/// The value of a field that is an array of numbers.
pub(super) fn floats<'a>(sample: &Sample<'a>, name: &str) -> &'a [f64] {
    match field(sample, name) {
        Some(Field::Floats(numbers)) => numbers,
        _ => &[],
    }
}

/// The numbers in a field, or in a value with a scene-dependent name, that is a list of numbers.
pub(super) fn number_list(sample: &Sample<'_>, name: &str) -> Option<Vec<f64>> {
    let of_field = floats(sample, name);
    if !of_field.is_empty() {
        return Some(of_field.to_vec());
    }
    sample.data.open()?.get(name)?.as_list()?.iter().map(Value::as_f64).collect()
}

/// The value of a field that is an array of points.
pub(super) fn points<'a>(sample: &Sample<'a>, name: &str) -> &'a [[f32; 3]] {
    match field(sample, name) {
        Some(Field::Points(points)) => points,
        _ => &[],
    }
}

/// The value of the field `image`; `None` before the first capture.
pub(super) fn image<'a>(sample: &Sample<'a>) -> Option<&'a Image> {
    image_of(sample, "image")
}

/// The value of a field that is an image; `None` before the first capture.
pub(super) fn image_of<'a>(sample: &Sample<'a>, name: &str) -> Option<&'a Image> {
    match field(sample, name) {
        Some(Field::Image(image)) if !image.bytes.is_empty() => Some(image),
        _ => None,
    }
}

/// The value of a field that is a dictionary.
pub(super) fn dict(sample: &Sample<'_>, name: &str) -> Map {
    match field(sample, name).map(Field::to_value) {
        Some(Value::Map(map)) => map,
        _ => Map::default(),
    }
}

/// The truth value of the first field.
pub(super) fn first_flag(sample: &Sample<'_>) -> bool {
    matches!(sample.data.get(0), Some(Field::Bool(true)))
}

fn as_number(field: Field<'_>) -> Option<f64> {
    match field {
        Field::Float(number) => Some(number),
        Field::Int(number) => Some(number as f64),
        _ => None,
    }
}

/// All numbers of a reading, by name: from fields, from values with scene-dependent names, and from nested readings.
pub(super) fn joints<'a>(sample: &Sample<'a>) -> Vec<(&'a str, f64)> {
    let data: &'a dyn Data = sample.data;
    let fields = data.fields().iter().enumerate();
    let mut found: Vec<(&str, f64)> =
        fields.filter_map(|(index, info)| Some((info.name, data.get(index).and_then(as_number)?))).collect();
    for (name, value) in data.open().into_iter().flatten() {
        match value {
            Value::Map(reading) => found.extend(
                reading
                    .iter()
                    .filter(|(name, _)| *name != "timestamp")
                    .filter_map(|(name, value)| Some((name, value.as_f64()?))),
            ),
            value => found.extend(value.as_f64().map(|number| (name, number))),
        }
    }
    found
}

/// All values of a reading by name, after `timestamp`, as in MORSE's other middlewares.
pub(super) fn record(sample: &Sample<'_>) -> Map {
    let data = sample.data;
    let mut record = Map::from([("timestamp", sample.timestamp_s)]);
    for (index, info) in data.fields().iter().enumerate() {
        if let Some(field) = data.get(index) {
            record.insert(info.name, field.to_value());
        }
    }
    for (name, value) in data.open().into_iter().flatten() {
        record.insert(name, value.clone());
    }
    record
}
