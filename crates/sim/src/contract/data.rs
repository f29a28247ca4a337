//! Local data: the ordered, typed fields of a component, accessed by index or by name.
//!
//! A component works on its own struct. Modifiers, streams and services access it through [`Data`], in declaration
//! order. `#[derive(Data)]` writes the implementation.

mod dict;
pub mod image;
mod objects;

use std::any::Any;

use glam::{DMat3, DQuat, DVec3};
use morse_scene::data_kind::DataKind;
use morse_scene::value::{Map, Value};
use morse_world::Euler;
use serde::{Serialize, de::DeserializeOwned};

use crate::contract::data::image::Image;
use crate::engine::state;
use crate::engine::state::StateError;

pub use crate::contract::data::dict::Dict;
pub use crate::contract::data::objects::Objects;

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
    /// Checks whether the field can hold a value from outside.
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
            Self::Image(image) => Value::Bytes(image.bytes.clone()),
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

/// A value of the wrong type for a field, a property or an argument.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[error("{name} must be {expected}, got {got}")]
pub struct Mismatch {
    /// Name of the field, property or argument.
    pub name: String,
    /// Expected type.
    pub expected: String,
    /// The value that was given.
    pub got: String,
}

impl Mismatch {
    /// The error that `name` takes `expected` and was given `got`.
    #[must_use]
    pub fn new(name: &str, expected: &str, got: &Value) -> Self {
        let got = match got {
            Value::Float(f) if !f.is_finite() => morse_scene::python_repr::float_repr(*f),
            Value::Text(text) if text.len() <= 40 => format!("the text {text:?}"),
            other => other.type_name().to_owned(),
        };
        Self { name: name.to_owned(), expected: expected.to_owned(), got }
    }

    /// The error that the field `name` of type `type_name` was given `got`.
    #[must_use]
    pub fn of_field(name: &str, type_name: &str, got: &Value) -> Self {
        Self::new(name, if type_name == "float" { "a finite number" } else { type_name }, got)
    }
}

/// A Rust type that can be a field of local data.
pub trait FieldType: Serialize + DeserializeOwned + Send + Sync + 'static {
    /// Name of the type in the catalogue.
    const TYPE_NAME: &'static str;
    /// The value.
    fn field(&self) -> Field<'_>;
    /// Mutable access to the value.
    fn field_mut(&mut self) -> FieldMut<'_> {
        FieldMut::Other
    }
    /// Converts a value from outside; `None` when it has the wrong type or is not finite.
    fn from_value(value: &Value) -> Option<Self>;
}

/// A finite number. Values that are not finite must never reach a body.
fn finite(value: &Value) -> Option<f64> {
    value.as_f64().filter(|f| f.is_finite())
}

fn finite_list(value: &Value) -> Option<Vec<f64>> {
    value.as_list()?.iter().map(finite).collect()
}

macro_rules! field_type {
    ($type:ty, $name:literal, $self:ident => $field:expr, $value:ident => $read:expr $(, $variant:ident)?) => {
        impl FieldType for $type {
            const TYPE_NAME: &'static str = $name;
            fn field(&self) -> Field<'_> {
                let $self = self;
                $field
            }
            $(fn field_mut(&mut self) -> FieldMut<'_> {
                FieldMut::$variant(self)
            })?
            fn from_value($value: &Value) -> Option<Self> {
                $read
            }
        }
    };
}

field_type!(bool, "bool", b => Field::Bool(*b), v => v.as_bool());
field_type!(i64, "int", i => Field::Int(*i), v => if let Value::Int(i) = v { Some(*i) } else { None });
field_type!(f64, "float", f => Field::Float(*f), v => finite(v), Float);
field_type!(String, "string", s => Field::Text(s), v => v.as_str().map(str::to_owned));
field_type!(DVec3, "vec3", v => Field::Vector(*v), v => {
    <[f64; 3]>::try_from(finite_list(v)?).ok().map(DVec3::from_array)
}, Vector);
field_type!(DQuat, "quaternion", q => Field::Quaternion(*q), v => {
    let Value::Map(map) = v else { return None };
    let part = |name| map.get(name).and_then(finite);
    Some(DQuat::from_xyzw(part("x")?, part("y")?, part("z")?, part("w")?))
}, Quaternion);
field_type!(Euler, "euler", e => Field::Euler(*e), v => {
    let Value::Map(map) = v else { return None };
    let part = |name| map.get(name).and_then(finite);
    Some(Euler { roll: part("roll")?, pitch: part("pitch")?, yaw: part("yaw")? })
}, Euler);
field_type!(DMat3, "matrix3", m => Field::Matrix(m), v => {
    let rows: Vec<DVec3> = v.as_list()?.iter().map(DVec3::from_value).collect::<Option<_>>()?;
    let [x, y, z] = <[DVec3; 3]>::try_from(rows).ok()?;
    Some(DMat3::from_cols(x, y, z).transpose())
});
field_type!([f64; 4], "vec4", f => Field::Floats(f), v => finite_list(v)?.try_into().ok());
field_type!(Vec<f64>, "list", f => Field::Floats(f), v => finite_list(v));
field_type!(Vec<[f32; 3]>, "points", p => Field::Points(p), v => {
    let point = |point: &Value| {
        let parts: Option<Vec<f32>> = point.as_list()?.iter().map(|part| Some(part.as_f64()? as f32)).collect();
        <[f32; 3]>::try_from(parts?).ok()
    };
    v.as_list()?.iter().map(point).collect()
});
field_type!(Vec<u8>, "bytes", b => Field::Bytes(b), v => {
    if let Value::Bytes(bytes) = v { Some(bytes.clone()) } else { None }
});

/// Type-erased access to the local data of a component.
///
/// ```
/// use morse_sim::Data;
///
/// #[derive(Data, Clone, Default)]
/// #[data(kind = Temperature)]
/// struct Reading {
///     /// Temperature of the air. [°C]
///     temperature: f64,
/// }
/// ```
///
/// Data of a kind that lack a field of it do not compile:
///
/// ```compile_fail
/// use morse_sim::Data;
///
/// #[derive(Data, Clone, Default)]
/// #[data(kind = Temperature)]
/// struct Reading {
///     /// Temperature of the air. [°C]
///     celsius: f64,
/// }
/// ```
///
/// Nor does a kind that does not exist:
///
/// ```compile_fail
/// use morse_sim::Data;
///
/// #[derive(Data, Clone, Default)]
/// #[data(kind = Warmth)]
/// struct Reading {
///     /// Temperature of the air. [°C]
///     temperature: f64,
/// }
/// ```
pub trait Data: Any + Send + Sync {
    /// Descriptions of the fields, in order.
    fn fields(&self) -> &'static [FieldInfo];
    /// What the data represent.
    fn kind(&self) -> DataKind;
    /// The value of a field; `None` when the index is out of range.
    fn get(&self, index: usize) -> Option<Field<'_>>;
    /// Mutable access to a field.
    fn get_mut(&mut self, index: usize) -> FieldMut<'_>;
    /// Values besides the fields, under names that depend on the scene. Most data have none.
    fn open(&self) -> Option<&Map> {
        None
    }
    /// Mutable access to the values of [`Data::open`]. A command for an actuator sets all its numbers.
    fn open_mut(&mut self) -> Option<&mut Map> {
        None
    }
    /// Sets a field to a value from outside.
    ///
    /// # Errors
    /// When the value has the wrong type or is not finite. The field then keeps its value.
    fn assign(&mut self, index: usize, value: &Value) -> Result<(), Mismatch>;
    /// Appends all fields to a snapshot.
    ///
    /// # Errors
    /// See [`state::write`].
    fn save(&self, out: &mut Vec<u8>) -> Result<(), StateError>;
    /// Reads all fields from a snapshot.
    ///
    /// # Errors
    /// See [`state::read`].
    fn restore(&mut self, input: &mut &[u8]) -> Result<(), StateError>;
}

/// [`Data`] whose fields are known without an instance.
pub trait Fields: Data + Default + Clone {
    /// What the data represent.
    const KIND: DataKind;
    /// Descriptions of the fields, in order.
    const FIELDS: &'static [FieldInfo];
}

impl dyn Data {
    /// Index of the field called `name`.
    #[must_use]
    pub fn index_of(&self, name: &str) -> Option<usize> {
        self.fields().iter().position(|field| field.name == name)
    }

    /// The fields by name, in order, followed by the values of [`Data::open`].
    #[must_use]
    pub fn to_map(&self) -> Map {
        let values = (0..).map_while(|index| self.get(index));
        let fields = self.fields().iter().zip(values);
        let open = self.open().into_iter().flatten().map(|(name, value)| (name.to_owned(), value.clone()));
        fields.map(|(info, field)| (info.name.to_owned(), field.to_value())).chain(open).collect()
    }
}

/// Sets one field of a derived struct. Called by the derive macro.
///
/// # Errors
/// When the value does not fit.
pub fn assign_field<T: FieldType>(name: &str, field: &mut T, value: &Value) -> Result<(), Mismatch> {
    *field = T::from_value(value).ok_or_else(|| Mismatch::of_field(name, T::TYPE_NAME, value))?;
    Ok(())
}

/// Stops the compiler when `fields` lack a field that data of this kind must have, or have it with another type.
/// Called by the derive macro.
#[allow(clippy::panic, reason = "runs in the compiler only")]
pub const fn check_kind(kind: DataKind, fields: &[FieldInfo]) {
    let required = kind.required_fields();
    let mut place = 0;
    while place < required.len() {
        let (name, type_name) = required[place];
        let mut index = 0;
        while index < fields.len()
            && !(same_text(fields[index].name, name) && same_text(fields[index].type_name, type_name))
        {
            index += 1;
        }
        assert!(index < fields.len(), "the data lack a field that their kind requires");
        place += 1;
    }
}

const fn same_text(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let mut index = 0;
    while index < a.len() && index < b.len() && a[index] == b[index] {
        index += 1;
    }
    index == a.len() && index == b.len()
}

/// Components without local data.
impl Data for () {
    fn fields(&self) -> &'static [FieldInfo] {
        Self::FIELDS
    }
    fn kind(&self) -> DataKind {
        Self::KIND
    }
    fn get(&self, _index: usize) -> Option<Field<'_>> {
        None
    }
    fn get_mut(&mut self, _index: usize) -> FieldMut<'_> {
        FieldMut::Other
    }
    fn assign(&mut self, _index: usize, value: &Value) -> Result<(), Mismatch> {
        Err(Mismatch::new("this component", "left without data", value))
    }
    fn save(&self, _out: &mut Vec<u8>) -> Result<(), StateError> {
        Ok(())
    }
    fn restore(&mut self, _input: &mut &[u8]) -> Result<(), StateError> {
        Ok(())
    }
}

impl Fields for () {
    const KIND: DataKind = DataKind::Empty;
    const FIELDS: &'static [FieldInfo] = &[];
}

/// Writes one field of a derived struct to a snapshot. Called by the derive macro.
///
/// # Errors
/// See [`state::write`].
pub fn save_field<T: FieldType>(field: &T, out: &mut Vec<u8>) -> Result<(), StateError> {
    state::write(field, out)
}

/// Reads one field of a derived struct from a snapshot. Called by the derive macro.
///
/// # Errors
/// See [`state::read`].
pub fn restore_field<T: FieldType>(field: &mut T, input: &mut &[u8]) -> Result<(), StateError> {
    *field = state::read(input)?;
    Ok(())
}
