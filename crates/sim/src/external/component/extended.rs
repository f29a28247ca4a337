//! A reading of a built-in sensor with additional values from modifiers of the host.

use glam::{DMat3, DQuat, DVec3};
use morse_scene::data_kind::DataKind;
use morse_scene::value::{Map, Value};
use morse_world::Euler;

use crate::contract::data::image::Image;
use crate::contract::data::{Data, Field, FieldInfo, FieldMut, Layout, Mismatch};
use crate::engine::state::StateError;
use crate::external::component::NOT_RESTORED;

/// A field's value.
#[derive(Clone)]
enum Owned {
    Null,
    Bool(bool),
    Int(i64),
    Float(f64),
    Text(String),
    Vector(DVec3),
    Quaternion(DQuat),
    Euler(Euler),
    Matrix(Box<DMat3>),
    Floats(Vec<f64>),
    Points(Vec<[f32; 3]>),
    Image(Box<Image>),
    Bytes(Vec<u8>),
    Dict(Map),
    List(Vec<Value>),
}

impl Owned {
    fn of(field: Field<'_>) -> Self {
        match field {
            Field::Null => Self::Null,
            Field::Bool(truth) => Self::Bool(truth),
            Field::Int(number) => Self::Int(number),
            Field::Float(number) => Self::Float(number),
            Field::Text(text) => Self::Text(text.to_owned()),
            Field::Vector(vector) => Self::Vector(vector),
            Field::Quaternion(rotation) => Self::Quaternion(rotation),
            Field::Euler(angles) => Self::Euler(angles),
            Field::Matrix(matrix) => Self::Matrix(Box::new(*matrix)),
            Field::Floats(numbers) => Self::Floats(numbers.to_vec()),
            Field::Points(points) => Self::Points(points.to_vec()),
            Field::Image(image) => Self::Image(Box::new(image.clone())),
            Field::Bytes(bytes) => Self::Bytes(bytes.to_vec()),
            Field::Dict(map) => Self::Dict(map.clone()),
            Field::List(items) => Self::List(items.to_vec()),
        }
    }

    fn field(&self) -> Field<'_> {
        match self {
            Self::Null => Field::Null,
            Self::Bool(truth) => Field::Bool(*truth),
            Self::Int(number) => Field::Int(*number),
            Self::Float(number) => Field::Float(*number),
            Self::Text(text) => Field::Text(text),
            Self::Vector(vector) => Field::Vector(*vector),
            Self::Quaternion(rotation) => Field::Quaternion(*rotation),
            Self::Euler(angles) => Field::Euler(*angles),
            Self::Matrix(matrix) => Field::Matrix(matrix),
            Self::Floats(numbers) => Field::Floats(numbers),
            Self::Points(points) => Field::Points(points),
            Self::Image(image) => Field::Image(image),
            Self::Bytes(bytes) => Field::Bytes(bytes),
            Self::Dict(map) => Field::Dict(map),
            Self::List(items) => Field::List(items),
        }
    }
}

/// A copy of the data of a sensor with additional values.
#[derive(Clone)]
pub(crate) struct ExtendedData {
    kind: DataKind,
    fields: &'static [FieldInfo],
    values: Vec<Owned>,
    extra_fields: Map,
    layout: Option<Layout>,
}

impl ExtendedData {
    pub(crate) fn of(data: &dyn Data, extra_fields: &Map) -> Self {
        let values = (0..).map_while(|index| Some(Owned::of(data.get(index)?)));
        let open = data.open().into_iter().flatten().map(|(name, value)| (name.to_owned(), value.clone()));
        let extra = extra_fields.iter().map(|(name, value)| (name.to_owned(), value.clone()));
        Self {
            kind: data.kind(),
            fields: data.fields(),
            values: values.collect(),
            extra_fields: open.chain(extra).collect(),
            layout: data.layout(),
        }
    }
}

impl Data for ExtendedData {
    fn fields(&self) -> &'static [FieldInfo] {
        self.fields
    }
    fn kind(&self) -> DataKind {
        self.kind
    }
    fn get(&self, index: usize) -> Option<Field<'_>> {
        self.values.get(index).map(Owned::field)
    }
    fn get_mut(&mut self, _index: usize) -> FieldMut<'_> {
        FieldMut::Other
    }
    fn open(&self) -> Option<&Map> {
        Some(&self.extra_fields)
    }
    fn layout(&self) -> Option<Layout> {
        self.layout.clone()
    }
    fn assign(&mut self, _index: usize, value: &Value) -> Result<(), Mismatch> {
        Err(Mismatch::new("a copy", "left alone", value))
    }
    fn save(&self, _out: &mut Vec<u8>) -> Result<(), StateError> {
        Ok(())
    }
    fn restore(&mut self, _input: &mut &[u8]) -> Result<(), StateError> {
        Err(StateError(NOT_RESTORED.to_owned()))
    }
}
