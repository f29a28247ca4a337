//! Component data with arbitrary fields, for the tests of several middlewares.
#![allow(dead_code)]

use glam::{DMat3, DVec3};
use morse_scene::data_kind::DataKind;
use morse_scene::value::{Map, Value};
use morse_sim::contract::command::CommandSchema;
use morse_sim::contract::data::image::Image;
use morse_sim::contract::data::{Data, Field, FieldInfo, FieldMut, Layout, Mismatch};
use morse_sim::engine::state::StateError;
use morse_world::Euler;

/// The value of a field.
#[derive(Clone)]
pub enum Item {
    Bool(bool),
    Float(f64),
    Int(i64),
    Text(&'static str),
    Vector([f64; 3]),
    Euler(Euler),
    Floats(Vec<f64>),
    Points(Vec<[f32; 3]>),
    Image(Image),
    Matrix(DMat3),
    List(Vec<Value>),
    Dict(Map),
}

/// Data with fixed fields, and values with scene-dependent names (`open`).
pub struct Record {
    pub infos: &'static [FieldInfo],
    items: Vec<Item>,
    vectors: Vec<DVec3>,
    open: Map,
    pub kind: DataKind,
    layout: Option<Layout>,
}

/// Creates data of a kind with these fields.
pub fn record(kind: DataKind, fields: &[(&'static str, Item)]) -> Record {
    let info = |(name, item): &(&'static str, Item)| {
        let fits: fn(&Value) -> bool = match item {
            Item::Bool(_) => |value| value.as_bool().is_some(),
            Item::Vector(_) | Item::Floats(_) => |value| {
                value
                    .as_list()
                    .is_some_and(|list| list.iter().all(|v| v.as_f64().is_some_and(f64::is_finite)))
            },
            Item::Text(_) => |value| value.as_str().is_some(),
            _ => |value| value.as_f64().is_some_and(f64::is_finite),
        };
        FieldInfo { name, type_name: "test", unit: None, doc: "", fits }
    };
    let infos: Vec<FieldInfo> = fields.iter().map(info).collect();
    let vector = |(_, item): &(&str, Item)| match item {
        Item::Vector(vector) => DVec3::from_array(*vector),
        _ => DVec3::ZERO,
    };
    Record {
        infos: infos.leak(),
        items: fields.iter().map(|(_, item)| item.clone()).collect(),
        vectors: fields.iter().map(vector).collect(),
        open: Map::new(),
        kind,
        layout: None,
    }
}

/// Creates data of a kind whose fields are all numbers.
pub fn numbers(kind: DataKind, fields: &[(&'static str, f64)]) -> Record {
    let fields: Vec<_> = fields.iter().map(|&(name, number)| (name, Item::Float(number))).collect();
    record(kind, &fields)
}

impl Record {
    /// Sets the values with scene-dependent names.
    pub fn and(mut self, open: Map) -> Self {
        self.open = open;
        self
    }

    /// Sets the layout of the arrays.
    pub fn with_layout(mut self, layout: Layout) -> Self {
        self.layout = Some(layout);
        self
    }

    /// The command schema of a component with this data.
    pub fn schema(&self) -> CommandSchema {
        CommandSchema::of(self)
    }
}

impl Data for Record {
    fn fields(&self) -> &'static [FieldInfo] {
        self.infos
    }

    fn kind(&self) -> DataKind {
        self.kind
    }

    fn get(&self, index: usize) -> Option<Field<'_>> {
        Some(match self.items.get(index)? {
            Item::Bool(truth) => Field::Bool(*truth),
            Item::Float(number) => Field::Float(*number),
            Item::Int(number) => Field::Int(*number),
            Item::Text(text) => Field::Text(text),
            Item::Vector(_) => Field::Vector(self.vectors[index]),
            Item::Euler(euler) => Field::Euler(*euler),
            Item::Floats(numbers) => Field::Floats(numbers),
            Item::Points(points) => Field::Points(points),
            Item::Image(image) => Field::Image(image),
            Item::Matrix(matrix) => Field::Matrix(matrix),
            Item::List(values) => Field::List(values),
            Item::Dict(map) => Field::Dict(map),
        })
    }

    fn get_mut(&mut self, _index: usize) -> FieldMut<'_> {
        FieldMut::Other
    }

    fn open(&self) -> Option<&Map> {
        Some(&self.open)
    }

    fn layout(&self) -> Option<Layout> {
        self.layout.clone()
    }

    fn assign(&mut self, _index: usize, value: &Value) -> Result<(), Mismatch> {
        Err(Mismatch::new("test", "left alone", value))
    }

    fn save(&self, _out: &mut Vec<u8>) -> Result<(), StateError> {
        Ok(())
    }

    fn restore(&mut self, _input: &mut &[u8]) -> Result<(), StateError> {
        Ok(())
    }
}
