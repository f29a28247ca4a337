//! Local data: the ordered, typed fields of a component, accessed by index or by name.
//!
//! A component works on its own struct. Modifiers, streams and services access the fields through [`Data`], in
//! declaration order. `#[derive(Data)]` implements it.

mod clock_text;
mod derived;
mod dict;
mod false_colors;
mod field;
mod field_type;
pub mod image;
mod layout;
mod lazy;
mod objects;
pub mod pixel_bytes;
mod stamped_dict;

use std::any::Any;

use morse_scene::data_kind::DataKind;
use morse_scene::value::{Map, Value};

use crate::engine::state::StateError;

pub use crate::contract::data::clock_text::ClockText;
pub use crate::contract::data::derived::{assign_field, check_kind, restore_field, save_field};
pub use crate::contract::data::dict::Dict;
pub use crate::contract::data::false_colors::false_colors;
pub use crate::contract::data::field::{Field, FieldInfo, FieldMut};
pub use crate::contract::data::field_type::FieldType;
pub use crate::contract::data::layout::{
    CloudLayout, DistortionLayout, DistortionModel, ImageLayout, Layout, ScanLayout,
};
pub use crate::contract::data::lazy::{LazyData, Measurement};
pub use crate::contract::data::objects::Objects;
pub use crate::contract::data::stamped_dict::StampedDict;

/// A value of the wrong type for a field, a property or an argument.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[error("{name} must be {expected}, got {got}")]
pub struct Mismatch {
    /// Name of the field, property or argument.
    pub name: String,
    /// Expected type.
    pub expected: String,
    /// Description of the value that was given.
    pub got: String,
}

impl Mismatch {
    /// The error for a value `got` that does not fit `name`, which must be `expected`.
    #[must_use]
    pub fn new(name: &str, expected: &str, got: &Value) -> Self {
        let got = match got {
            Value::Float(f) if !f.is_finite() => morse_scene::python_repr::float_repr(*f),
            Value::Text(text) if text.len() <= 40 => format!("the text {text:?}"),
            other => other.type_name().to_owned(),
        };
        Self { name: name.to_owned(), expected: expected.to_owned(), got }
    }

    /// The error for a value `got` that does not fit the field `name` of type `type_name`.
    #[must_use]
    pub fn of_field(name: &str, type_name: &str, got: &Value) -> Self {
        Self::new(name, if type_name == "float" { "a finite number" } else { type_name }, got)
    }
}

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
/// Data that lack a field that their kind requires do not compile:
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
/// Nor do data of a kind that does not exist:
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
    /// Kind of the data, by which middlewares choose a message type.
    fn kind(&self) -> DataKind;
    /// The value of a field; `None` when the index is out of range.
    fn get(&self, index: usize) -> Option<Field<'_>>;
    /// Mutable access to a field.
    fn get_mut(&mut self, index: usize) -> FieldMut<'_>;
    /// Values besides the fields, under names that depend on the scene. `None` for most data.
    fn open(&self) -> Option<&Map> {
        None
    }
    /// Mutable access to the values of [`Data::open`]. A command for an actuator sets all of these numbers.
    fn open_mut(&mut self) -> Option<&mut Map> {
        None
    }
    /// Layout of the arrays of the reading, if its fields do not show it. Not part of the state: each reading sets it.
    fn layout(&self) -> Option<Layout> {
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
    /// See [`write`](crate::engine::state::write).
    fn save(&self, out: &mut Vec<u8>) -> Result<(), StateError>;
    /// Appends the data's contribution to the state digest: all fields as in a snapshot, or hashes of them.
    ///
    /// # Errors
    /// See [`write`](crate::engine::state::write).
    fn append_digest(&self, out: &mut Vec<u8>) -> Result<(), StateError> {
        self.save(out)
    }
    /// Reads all fields from a snapshot.
    ///
    /// # Errors
    /// See [`read`](crate::engine::state::read).
    fn restore(&mut self, input: &mut &[u8]) -> Result<(), StateError>;
}

/// [`Data`] whose fields are known without an instance.
pub trait Fields: Data + Default + Clone {
    /// Kind of the data, by which middlewares choose a message type.
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
