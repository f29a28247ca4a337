//! The default bottle of a stream: the time stamp and all fields, without names.

use glam::DVec3;
use morse_scene::value::{Map, Value};
use morse_sim::contract::data::Field;
use morse_sim::transport::stream::Sample;

use crate::bottle::{Bottle, Item};

/// A value that bottles cannot represent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct NotRepresentable;

/// Converts a sample to a bottle. Returns it with the names of fields that bottles cannot represent.
pub(super) fn bottle<'a>(sample: &Sample<'a>) -> (Bottle, Vec<&'a str>) {
    let data = sample.data;
    let fields = data.fields();
    let mut bottle = Vec::with_capacity(1 + fields.len());
    bottle.push(Item::Float64(sample.timestamp_s));
    let mut omitted = Vec::new();
    for (index, info) in fields.iter().enumerate() {
        if let Some(field) = data.get(index)
            && push_field(&mut bottle, field).is_err()
        {
            omitted.push(info.name);
        }
    }
    for (name, value) in data.open().into_iter().flatten() {
        if push_value(&mut bottle, value).is_err() {
            omitted.push(name);
        }
    }
    (bottle, omitted)
}

/// Appends a field. A dictionary appends one list `(key value)` for each entry.
pub(super) fn push_field(out: &mut Bottle, field: Field<'_>) -> Result<(), NotRepresentable> {
    out.push(match field {
        Field::Bool(truth) => Item::Int32(truth.into()),
        Field::Int(number) => int(number),
        Field::Float(number) => Item::Float64(number),
        Field::Text(text) => Item::from(text),
        Field::Vector(vector) => vector_list(vector),
        Field::Quaternion(q) => floats(&[q.x, q.y, q.z, q.w]),
        Field::Euler(e) => floats(&[e.yaw, e.pitch, e.roll]),
        Field::Matrix(matrix) => Item::List((0..3).map(|row| vector_list(matrix.row(row))).collect()),
        Field::Floats(numbers) => floats(numbers),
        Field::Points(points) => {
            Item::List(points.iter().map(|point| floats(&point.map(f64::from))).collect())
        }
        Field::List(values) => Item::List(list(values)),
        Field::Dict(map) => {
            push_entries(out, map);
            return Ok(());
        }
        Field::Null | Field::Image(_) | Field::Bytes(_) => return Err(NotRepresentable),
    });
    Ok(())
}

fn push_value(out: &mut Bottle, value: &Value) -> Result<(), NotRepresentable> {
    out.push(match value {
        Value::Bool(truth) => Item::Int32((*truth).into()),
        Value::Int(number) => int(*number),
        Value::Float(number) | Value::Timer(number) => Item::Float64(*number),
        Value::Text(text) => Item::from(text.as_str()),
        Value::List(values) | Value::Tuple(values) => Item::List(list(values)),
        // Rotations inside of values are lists, as in fields.
        Value::Map(map) if is_rotation(map) => {
            Item::List(map.values().filter_map(Value::as_f64).map(Item::Float64).collect())
        }
        Value::Map(map) => {
            push_entries(out, map);
            return Ok(());
        }
        Value::Null | Value::Bytes(_) | Value::Python(_) => return Err(NotRepresentable),
    });
    Ok(())
}

/// Converts a list. Values that bottles cannot represent are omitted.
fn list(values: &[Value]) -> Bottle {
    let mut items = Vec::with_capacity(values.len());
    for value in values {
        let _ = push_value(&mut items, value);
    }
    items
}

fn push_entries(out: &mut Bottle, map: &Map) {
    for (key, value) in map.iter() {
        let mut entry = vec![Item::from(key)];
        let _ = push_value(&mut entry, value);
        out.push(Item::List(entry));
    }
}

/// Whether a map has the keys of a quaternion or of Euler angles.
fn is_rotation(map: &Map) -> bool {
    map.keys().eq(["x", "y", "z", "w"]) || map.keys().eq(["yaw", "pitch", "roll"])
}

/// Converts an integer to the smallest type that represents it, 32 or 64 bits.
fn int(number: i64) -> Item {
    i32::try_from(number).map_or(Item::Int64(number), Item::Int32)
}

fn vector_list(vector: DVec3) -> Item {
    floats(&vector.to_array())
}

fn floats(numbers: &[f64]) -> Item {
    Item::List(numbers.iter().map(|&number| Item::Float64(number)).collect())
}

#[cfg(test)]
mod tests {
    use morse_sim::contract::data::{Dict, Fields};
    use morse_sim::prelude::*;

    use super::*;
    use crate::bottle::print;

    #[derive(Data, Clone, Default)]
    struct Everything {
        /// A number.
        x: f64,
        /// A count.
        count: i64,
        /// A flag.
        on: bool,
        /// A text.
        status: String,
        /// A vector.
        speed: DVec3,
        /// A rotation.
        attitude: DQuat,
        /// Euler angles.
        angles: Euler,
        /// A matrix.
        inertia: DMat3,
        /// A list of numbers.
        ranges: Vec<f64>,
        /// A list of points.
        points: Vec<[f32; 3]>,
        /// A dictionary.
        near: Dict,
        /// Raw bytes, which bottles cannot represent.
        raw: Vec<u8>,
    }

    #[test]
    fn every_type_has_the_format_of_the_original() {
        let near =
            Map::from([("cat", Value::Float(0.5)), ("dogs", Value::List(vec![1.into(), Value::Null]))]);
        let data = Everything {
            x: 0.5,
            count: -3,
            on: true,
            status: "in Transit".to_owned(),
            speed: DVec3::new(1.0, 2.0, 3.0),
            attitude: DQuat::from_xyzw(0.0, 0.0, 0.0, 1.0),
            angles: Euler { yaw: 0.25, pitch: 0.5, roll: 0.75 },
            inertia: DMat3::IDENTITY,
            ranges: vec![1.5, f64::INFINITY],
            points: vec![[0.5, 0.0, -1.0]],
            near: Dict(near),
            raw: vec![1],
        };
        assert_eq!(data.fields().len(), Everything::FIELDS.len());
        let sample = Sample {
            timestamp_s: 12.25,
            stamp_ns: 12_250_000_000,
            data: &data,
            world_from_robot: Pose::IDENTITY,
            world_from_component: Pose::IDENTITY,
            errors: None,
        };
        let (bottle, omitted) = bottle(&sample);
        assert_eq!(
            print(&bottle),
            "12.25 0.5 -3 1 \"in Transit\" (1.0 2.0 3.0) (0.0 0.0 0.0 1.0) (0.25 0.5 0.75) \
             ((1.0 0.0 0.0) (0.0 1.0 0.0) (0.0 0.0 1.0)) (1.5 inf) ((0.5 0.0 -1.0)) (cat 0.5) (dogs (1))"
        );
        assert_eq!(omitted, ["raw"]);
    }

    #[test]
    fn large_integers_have_64_bits() {
        assert_eq!(int(i64::from(i32::MAX)), Item::Int32(i32::MAX));
        assert_eq!(int(1 << 40), Item::Int64(1 << 40));
    }
}
