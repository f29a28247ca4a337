//! Readings of a tick, copied into few arrays that keep their memory from tick to tick.

use std::ops::Range;

use glam::{DMat3, DQuat, DVec3};
use morse::{Map, Pose, Sample, Value};
use morse_scene::data_kind::DataKind;
use morse_sim::contract::data::image::Image;
use morse_sim::contract::data::{Data, Field, FieldInfo, FieldMut, Layout, Mismatch};
use morse_sim::contract::uncertainty::{Covariance, Errors};
use morse_sim::engine::state::StateError;

/// A field of a reading. Indices and ranges are those of the arrays of [`Readings`].
#[derive(Debug, Clone)]
enum Stored {
    Null,
    Bool(bool),
    Int(i64),
    Float(f64),
    Text(Range<usize>),
    Vector(DVec3),
    Quaternion(DQuat),
    Euler(morse_world::Euler),
    Matrix(usize),
    Floats(Range<usize>),
    Points(Range<usize>),
    Image(usize),
    Bytes(Range<usize>),
    Dict(usize),
    List(usize),
}

/// The facts about a reading beside its fields.
#[derive(Debug, Clone)]
struct Reading {
    sensor: usize,
    timestamp_s: f64,
    world_from_robot: Pose,
    world_from_component: Pose,
    kind: DataKind,
    infos: &'static [FieldInfo],
    /// Its fields. Those that were not copied are null.
    fields: Range<usize>,
    /// Index of the dictionary with the values besides the fields.
    open: Option<usize>,
    layout: Option<Layout>,
    /// The covariance of the errors of its numbers.
    covariance: Option<Covariance>,
}

/// Readings of a tick. As data, it is the reading that [`Readings::select`] selected.
#[derive(Debug, Default)]
pub(super) struct Readings {
    readings: Vec<Reading>,
    selected: usize,
    fields: Vec<Stored>,
    floats: Vec<f64>,
    points: Vec<[f32; 3]>,
    bytes: Vec<u8>,
    texts: String,
    matrices: Vec<DMat3>,
    images: Vec<Image>,
    dicts: Vec<Map>,
    lists: Vec<Vec<Value>>,
}

/// Appends a slice, and returns where it is.
fn append<T: Copy>(array: &mut Vec<T>, slice: &[T]) -> Range<usize> {
    let start = array.len();
    array.extend_from_slice(slice);
    start..array.len()
}

/// Appends a value, and returns its index.
fn push<T>(array: &mut Vec<T>, value: T) -> usize {
    array.push(value);
    array.len() - 1
}

impl Readings {
    /// Adds a reading of the sensor of this number. Fields for which `copied` is false are left out.
    pub(super) fn add(&mut self, sensor: usize, sample: &Sample<'_>, copied: &[bool]) {
        let start = self.fields.len();
        for (index, is_copied) in copied.iter().enumerate() {
            let field = if *is_copied { sample.data.get(index) } else { None };
            let stored = field.map_or(Stored::Null, |field| self.store(field));
            self.fields.push(stored);
        }
        let open = sample.data.open().map(|open| push(&mut self.dicts, open.clone()));
        self.readings.push(Reading {
            sensor,
            timestamp_s: sample.timestamp_s,
            world_from_robot: sample.world_from_robot,
            world_from_component: sample.world_from_component,
            kind: sample.data.kind(),
            infos: sample.data.fields(),
            fields: start..self.fields.len(),
            open,
            layout: sample.data.layout(),
            covariance: sample.covariance(),
        });
    }

    fn store(&mut self, field: Field<'_>) -> Stored {
        match field {
            Field::Null => Stored::Null,
            Field::Bool(truth) => Stored::Bool(truth),
            Field::Int(number) => Stored::Int(number),
            Field::Float(number) => Stored::Float(number),
            Field::Text(text) => {
                let start = self.texts.len();
                self.texts.push_str(text);
                Stored::Text(start..self.texts.len())
            }
            Field::Vector(vector) => Stored::Vector(vector),
            Field::Quaternion(rotation) => Stored::Quaternion(rotation),
            Field::Euler(angles) => Stored::Euler(angles),
            Field::Matrix(matrix) => Stored::Matrix(push(&mut self.matrices, *matrix)),
            Field::Floats(numbers) => Stored::Floats(append(&mut self.floats, numbers)),
            Field::Points(points) => Stored::Points(append(&mut self.points, points)),
            Field::Image(image) => Stored::Image(push(&mut self.images, image.clone())),
            Field::Bytes(bytes) => Stored::Bytes(append(&mut self.bytes, bytes)),
            Field::Dict(map) => Stored::Dict(push(&mut self.dicts, map.clone())),
            Field::List(values) => Stored::List(push(&mut self.lists, values.to_vec())),
        }
    }

    /// Number of readings.
    pub(super) fn len(&self) -> usize {
        self.readings.len()
    }

    /// Makes a reading the selected one: the number of its sensor, and the reading with this stamp.
    pub(super) fn select(&mut self, index: usize, stamp_ns: i64) -> Option<(usize, Sample<'_>)> {
        self.selected = index;
        let reading = self.readings.get(index)?;
        let Reading { sensor, timestamp_s, world_from_robot, world_from_component, .. } = *reading;
        let errors = reading.covariance.as_ref().map(|covariance| covariance as &dyn Errors);
        let sample =
            Sample { timestamp_s, stamp_ns, data: self, world_from_robot, world_from_component, errors };
        Some((sensor, sample))
    }

    /// Removes all readings; their memory stays.
    pub(super) fn clear(&mut self) {
        self.readings.clear();
        self.fields.clear();
        self.floats.clear();
        self.points.clear();
        self.bytes.clear();
        self.texts.clear();
        self.matrices.clear();
        self.images.clear();
        self.dicts.clear();
        self.lists.clear();
    }

    /// Bytes that the readings take, without the contents of dictionaries and lists.
    pub(super) fn size(&self) -> usize {
        let images: usize = self.images.iter().map(|image| image.bytes.len()).sum();
        size_of_val(self.readings.as_slice())
            + size_of_val(self.fields.as_slice())
            + size_of_val(self.floats.as_slice())
            + size_of_val(self.points.as_slice())
            + self.bytes.len()
            + self.texts.len()
            + images
    }
}

/// Of the selected reading.
impl Data for Readings {
    fn fields(&self) -> &'static [FieldInfo] {
        self.readings.get(self.selected).map_or(&[], |reading| reading.infos)
    }

    fn kind(&self) -> DataKind {
        self.readings.get(self.selected).map_or(DataKind::Empty, |reading| reading.kind)
    }

    fn get(&self, index: usize) -> Option<Field<'_>> {
        let fields = self.fields.get(self.readings.get(self.selected)?.fields.clone())?;
        Some(match fields.get(index)?.clone() {
            Stored::Null => Field::Null,
            Stored::Bool(truth) => Field::Bool(truth),
            Stored::Int(number) => Field::Int(number),
            Stored::Float(number) => Field::Float(number),
            Stored::Text(range) => Field::Text(self.texts.get(range)?),
            Stored::Vector(vector) => Field::Vector(vector),
            Stored::Quaternion(rotation) => Field::Quaternion(rotation),
            Stored::Euler(angles) => Field::Euler(angles),
            Stored::Matrix(index) => Field::Matrix(self.matrices.get(index)?),
            Stored::Floats(range) => Field::Floats(self.floats.get(range)?),
            Stored::Points(range) => Field::Points(self.points.get(range)?),
            Stored::Image(index) => Field::Image(self.images.get(index)?),
            Stored::Bytes(range) => Field::Bytes(self.bytes.get(range)?),
            Stored::Dict(index) => Field::Dict(self.dicts.get(index)?),
            Stored::List(index) => Field::List(self.lists.get(index)?),
        })
    }

    fn get_mut(&mut self, _: usize) -> FieldMut<'_> {
        FieldMut::Other
    }

    fn open(&self) -> Option<&Map> {
        self.dicts.get(self.readings.get(self.selected)?.open?)
    }

    fn layout(&self) -> Option<Layout> {
        self.readings.get(self.selected)?.layout.clone()
    }

    fn assign(&mut self, _: usize, value: &Value) -> Result<(), Mismatch> {
        Err(Mismatch::new("a recorded reading", "left as it is", value))
    }

    fn save(&self, _: &mut Vec<u8>) -> Result<(), StateError> {
        Err(StateError("a copy of a reading is not a state".to_owned()))
    }

    fn restore(&mut self, _: &mut &[u8]) -> Result<(), StateError> {
        Err(StateError("a copy of a reading is not a state".to_owned()))
    }
}
