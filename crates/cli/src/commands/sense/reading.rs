//! What a sensor read, kept for the end of the run.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use glam::DMat3;
use morse_scene::value::{Map, Value};
use morse_sim::data::Field;
use morse_sim::image::{Image, PixelKind};
use morse_sim::stream::{Publisher, Sample};
use morse_world::Pose;
use serde::{Serialize, Serializer};

/// The content of a field.
#[derive(Debug, Clone, PartialEq)]
pub enum Content {
    /// A number, a text, or a few numbers that belong together.
    Value(Value),
    /// Things with what is known of each: a dictionary, or a list of dictionaries.
    Things(Value),
    /// Numbers in a row: ranges.
    Numbers(Vec<f64>),
    /// A cloud. [m]
    Points(Vec<[f32; 3]>),
    /// A picture.
    Image(Image),
    /// A camera matrix.
    Matrix(DMat3),
}

/// Numbers in a row that are told one by one; more are summed up.
const NUMBERS_TOLD: usize = 8;

impl Content {
    /// What is large, in a few words.
    pub fn summary(&self) -> Option<String> {
        match self {
            Self::Numbers(numbers) if numbers.len() > NUMBERS_TOLD => {
                let low = numbers.iter().copied().fold(f64::INFINITY, f64::min);
                let high = numbers.iter().copied().fold(f64::NEG_INFINITY, f64::max);
                Some(format!("{} from {low:.3} to {high:.3}", numbers.len()))
            }
            Self::Points(points) => Some(format!("{} points", points.len())),
            Self::Image(image) => Some(format!("{} x {} {}", image.width, image.height, pixels(image))),
            _ => None,
        }
    }
}

/// One reading.
#[derive(Debug, Clone)]
pub struct Reading {
    /// When it was read. [s]
    pub time_s: f64,
    /// Where the sensor was then.
    pub world_from_sensor: Pose,
    /// Where the robot was then.
    pub world_from_robot: Pose,
    /// Fields by name, in order.
    pub fields: Vec<(String, Content)>,
}

impl Reading {
    fn of(sample: &Sample<'_>) -> Self {
        let infos = sample.data.fields().iter();
        let fields = infos.zip((0..).map_while(|index| sample.data.get(index)));
        let open = sample.data.open().into_iter().flatten();
        let open = open.map(|(name, value)| (name.to_owned(), Content::Value(light(value))));
        let fields = fields.map(|(info, field)| (info.name.to_owned(), content(field))).chain(open).collect();
        let world_from_robot = sample.world_from_robot;
        Self { time_s: sample.timestamp_s, world_from_sensor: world_from_robot, world_from_robot, fields }
    }

    /// Keeps of what is large how much it was.
    fn lighten(&mut self) {
        for (_, content) in &mut self.fields {
            if let Some(summary) = content.summary() {
                *content = Content::Value(Value::Text(summary));
            }
        }
    }

    /// Its picture, if it has one.
    pub fn image(&self) -> Option<&Image> {
        self.fields.iter().find_map(|(_, content)| match content {
            Content::Image(image) => Some(image),
            _ => None,
        })
    }

    /// Its cloud, if it has one.
    pub fn points(&self) -> Option<&[[f32; 3]]> {
        self.fields.iter().find_map(|(_, content)| match content {
            Content::Points(points) => Some(points.as_slice()),
            _ => None,
        })
    }

    /// What is told of each object that is in view, if the sensor is one that does.
    pub fn objects(&self) -> Option<&[Value]> {
        self.fields.iter().find_map(|(name, content)| match content {
            Content::Things(Value::List(objects)) if name == "visible_objects" => Some(objects.as_slice()),
            _ => None,
        })
    }

    /// Its camera matrix, if it has one.
    pub fn matrix(&self) -> Option<&DMat3> {
        self.fields.iter().find_map(|(_, content)| match content {
            Content::Matrix(matrix) => Some(matrix),
            _ => None,
        })
    }

    /// The numbers in a row of that name.
    pub fn numbers(&self, field: &str) -> Option<&[f64]> {
        self.fields.iter().find_map(|(name, content)| match content {
            Content::Numbers(numbers) if name == field => Some(numbers.as_slice()),
            _ => None,
        })
    }
}

fn content(field: Field<'_>) -> Content {
    match field {
        Field::Floats(numbers) => Content::Numbers(numbers.to_vec()),
        Field::Points(points) => Content::Points(points.to_vec()),
        Field::Image(image) => Content::Image(image.clone()),
        Field::Matrix(matrix) => Content::Matrix(*matrix),
        Field::Dict(_) | Field::List(_) => Content::Things(light(&field.to_value())),
        _ => Content::Value(light(&field.to_value())),
    }
}

/// A value with the number of bytes in place of bytes.
fn light(value: &Value) -> Value {
    match value {
        Value::Bytes(bytes) => Value::Text(format!("{} bytes", bytes.len())),
        Value::List(values) | Value::Tuple(values) => Value::List(values.iter().map(light).collect()),
        Value::Map(map) => {
            Value::Map(map.iter().map(|(name, value)| (name.to_owned(), light(value))).collect())
        }
        other => other.clone(),
    }
}

/// The shape that clients of services see, but for pictures.
impl Serialize for Reading {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = Map::from([("timestamp", Value::Float(self.time_s))]);
        for (name, content) in &self.fields {
            let value = match content {
                Content::Value(value) | Content::Things(value) => value.clone(),
                Content::Numbers(numbers) => Field::Floats(numbers).to_value(),
                Content::Points(points) => Field::Points(points).to_value(),
                Content::Matrix(matrix) => Field::Matrix(matrix).to_value(),
                Content::Image(image) => Value::Map(Map::from([
                    ("width", Value::Int(image.width.into())),
                    ("height", Value::Int(image.height.into())),
                    ("pixels", Value::from(pixels(image))),
                ])),
            };
            map.insert(name.clone(), value);
        }
        Value::Map(map).serialize(serializer)
    }
}

/// What the pixels of a picture are, in a word.
fn pixels(image: &Image) -> &'static str {
    match image.pixels {
        PixelKind::Colour => "colour",
        PixelKind::Depth => "depth",
        PixelKind::ZBuffer => "z-buffer",
    }
}

/// Keeps the readings of a sensor.
pub struct Recorder {
    readings: Arc<Mutex<Vec<Reading>>>,
    keeps_all: bool,
}

/// The end of a recorder that the simulation holds.
struct Tap {
    readings: Arc<Mutex<Vec<Reading>>>,
    keeps_all: bool,
}

impl Recorder {
    /// One that keeps all of every reading, or what is large of the newest one only.
    pub fn new(keeps_all: bool) -> Self {
        Self { readings: Arc::default(), keeps_all }
    }

    /// What the simulation hands readings to.
    pub fn publisher(&self) -> Box<dyn Publisher> {
        Box::new(Tap { readings: Arc::clone(&self.readings), keeps_all: self.keeps_all })
    }

    /// How many readings there are.
    pub fn len(&self) -> usize {
        lock(&self.readings).len()
    }

    /// Says where the sensor was at the newest reading.
    pub fn place(&self, world_from_sensor: Pose) {
        if let Some(newest) = lock(&self.readings).last_mut() {
            newest.world_from_sensor = world_from_sensor;
        }
    }

    /// The first reading, if there is one.
    pub fn first(&self) -> Option<Reading> {
        lock(&self.readings).first().cloned()
    }

    /// All readings, in order.
    pub fn into_readings(self) -> Vec<Reading> {
        std::mem::take(&mut *lock(&self.readings))
    }
}

impl Publisher for Tap {
    fn publish(&mut self, sample: &Sample<'_>) {
        let mut readings = lock(&self.readings);
        if !self.keeps_all
            && let Some(older) = readings.last_mut()
        {
            older.lighten();
        }
        readings.push(Reading::of(sample));
    }
}

fn lock(readings: &Mutex<Vec<Reading>>) -> MutexGuard<'_, Vec<Reading>> {
    readings.lock().unwrap_or_else(PoisonError::into_inner)
}
