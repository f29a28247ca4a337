//! One field of local data: its description, its value, and mutable access for modifiers.

use glam::{DMat3, DQuat, DVec3};
use morse_scene::value::{Map, Value};
use morse_world::Euler;

use crate::contract::data::image::Image;

/// Description of a field.
#[derive(Debug, Clone, Copy)]
pub struct FieldInfo {
    /// Name that clients see.
    pub name: &'static str,
    /// Name of the type: `float`, `vec3`, …
    pub type_name: &'static str,
    /// Unit, if any.
    pub unit: Option<&'static str>,
    /// Description in one sentence.
    pub doc: &'static str,
    /// Checks whether a value from outside fits the field.
    pub fits: fn(&Value) -> bool,
}

/// A field's value, borrowed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Field<'a> {
    /// No value: Python's `None`, in a component written in Python.
    Null,
    /// A boolean.
    Bool(bool),
    /// An integer.
    Int(i64),
    /// A floating-point number.
    Float(f64),
    /// A string.
    Text(&'a str),
    /// A vector x, y, z.
    Vector(DVec3),
    /// A rotation as x, y, z, w.
    Quaternion(DQuat),
    /// A rotation as yaw, pitch, roll.
    Euler(Euler),
    /// A 3 × 3 matrix.
    Matrix(&'a DMat3),
    /// An array of numbers, such as ranges or joint positions.
    Floats(&'a [f64]),
    /// A packed point cloud in the sensor frame. [m]
    Points(&'a [[f32; 3]]),
    /// An image.
    Image(&'a Image),
    /// Raw bytes.
    Bytes(&'a [u8]),
    /// Values by name.
    Dict(&'a Map),
    /// A list of values, such as objects in view.
    List(&'a [Value]),
}

impl Field<'_> {
    /// An owned value, in the form that services and scripts see.
    #[must_use]
    pub fn to_value(self) -> Value {
        let floats = |numbers: &[f64]| Value::List(numbers.iter().map(|&n| Value::Float(n)).collect());
        match self {
            Self::Null => Value::Null,
            Self::Bool(b) => Value::Bool(b),
            Self::Int(i) => Value::Int(i),
            Self::Float(f) => Value::Float(f),
            Self::Text(t) => Value::Text(t.to_owned()),
            Self::Vector(v) => floats(&v.to_array()),
            Self::Quaternion(q) => named(&[("x", q.x), ("y", q.y), ("z", q.z), ("w", q.w)]),
            Self::Euler(e) => named(&[("yaw", e.yaw), ("pitch", e.pitch), ("roll", e.roll)]),
            Self::Matrix(m) => Value::List((0..3).map(|row| floats(&m.row(row).to_array())).collect()),
            Self::Floats(numbers) => floats(numbers),
            Self::Points(points) => Value::List(points.iter().map(|p| floats(&p.map(f64::from))).collect()),
            Self::Image(image) => Value::Bytes(image.bytes.to_vec()),
            Self::Bytes(bytes) => Value::Bytes(bytes.to_vec()),
            Self::Dict(map) => Value::Map(map.clone()),
            Self::List(values) => Value::List(values.to_vec()),
        }
    }
}

fn named(numbers: &[(&str, f64)]) -> Value {
    Value::Map(numbers.iter().map(|&(name, n)| (name.to_owned(), Value::Float(n))).collect())
}

/// Mutable access to a field for modifiers. Modifiers change numbers; all other fields are [`FieldMut::Other`].
#[derive(Debug)]
pub enum FieldMut<'a> {
    /// A floating-point number.
    Float(&'a mut f64),
    /// A vector x, y, z.
    Vector(&'a mut DVec3),
    /// A rotation as a quaternion.
    Quaternion(&'a mut DQuat),
    /// A rotation as Euler angles.
    Euler(&'a mut Euler),
    /// An image.
    Image(&'a mut Image),
    /// A field that modifiers do not change.
    Other,
}
