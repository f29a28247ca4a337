//! Readings of a sensor, recorded during a run.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use glam::DMat3;
use morse::{Frame, Observer, Simulation};
use morse_scene::value::{Map, Value};
use morse_sim::contract::data::Field;
use morse_sim::contract::data::image::Image;
use morse_sim::transport::stream::{Publisher, Sample};
use morse_world::Pose;
use serde::{Serialize, Serializer};

/// The content of a field.
#[derive(Debug, Clone, PartialEq)]
pub enum Content {
    /// A number, a text, or a short vector.
    Value(Value),
    /// Objects with their data: a dictionary, or a list of dictionaries.
    Things(Value),
    /// An array of numbers, such as ranges.
    Numbers(Vec<f64>),
    /// A point cloud. [m]
    Points(Vec<[f32; 3]>),
    /// A picture.
    Image(Image),
    /// A camera matrix.
    Matrix(DMat3),
}

/// Maximum length of an array that is printed in full; longer arrays are summarized.
const NUMBERS_SHOWN_MAX: usize = 8;

impl Content {
    /// A short summary of large data.
    pub fn summary(&self) -> Option<String> {
        match self {
            Self::Numbers(numbers) if numbers.len() > NUMBERS_SHOWN_MAX => {
                let low = numbers.iter().copied().fold(f64::INFINITY, f64::min);
                let high = numbers.iter().copied().fold(f64::NEG_INFINITY, f64::max);
                Some(format!("{} from {low:.3} to {high:.3}", numbers.len()))
            }
            Self::Points(points) => Some(format!("{} points", points.len())),
            Self::Image(image) => Some(format!("{} x {} {}", image.width, image.height, image.pixels.name())),
            _ => None,
        }
    }
}

/// One reading.
#[derive(Debug, Clone)]
pub struct Reading {
    /// Simulated time of the reading. [s]
    pub time_s: f64,
    /// Pose of the sensor (or of its point frame) at that time.
    pub world_from_sensor: Pose,
    /// Pose of the robot at that time.
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

    /// Replaces large data by its size.
    fn lighten(&mut self) {
        for (_, content) in &mut self.fields {
            if let Some(summary) = content.summary() {
                *content = Content::Value(Value::Text(summary));
            }
        }
    }

    /// Its image, if it has one.
    pub fn image(&self) -> Option<&Image> {
        self.fields.iter().find_map(|(_, content)| match content {
            Content::Image(image) => Some(image),
            _ => None,
        })
    }

    /// Its points, if it has any. [m]
    pub fn points(&self) -> Option<&[[f32; 3]]> {
        self.fields.iter().find_map(|(_, content)| match content {
            Content::Points(points) => Some(points.as_slice()),
            _ => None,
        })
    }

    /// The data of visible objects, if the sensor reports them.
    pub fn objects(&self) -> Option<&[Value]> {
        self.things("visible_objects")
    }

    /// The list of a field.
    pub fn things(&self, field: &str) -> Option<&[Value]> {
        self.fields.iter().find_map(|(name, content)| match content {
            Content::Things(Value::List(things)) if name == field => Some(things.as_slice()),
            _ => None,
        })
    }

    /// The integer of a field.
    pub fn integer(&self, field: &str) -> Option<i64> {
        self.fields.iter().find_map(|(name, content)| match content {
            Content::Value(Value::Int(number)) if name == field => Some(*number),
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

    /// The array of numbers of a field.
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

/// Copies a value; byte strings are replaced by their lengths.
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

/// Serializes like the services for clients, except for images.
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
                    ("pixels", Value::from(image.pixels.name())),
                ])),
            };
            map.insert(name.clone(), value);
        }
        Value::Map(map).serialize(serializer)
    }
}

/// Records the readings of a sensor.
pub struct Recorder {
    readings: Arc<Mutex<Vec<Reading>>>,
    keeps_all: bool,
}

/// The publisher of a recorder; the simulation owns it.
struct Tap {
    readings: Arc<Mutex<Vec<Reading>>>,
    keeps_all: bool,
}

impl Recorder {
    /// A recorder that keeps large data of all readings (`keeps_all`), or of the newest reading only.
    pub fn new(keeps_all: bool) -> Self {
        Self { readings: Arc::default(), keeps_all }
    }

    /// The publisher that receives the readings.
    pub fn publisher(&self) -> Box<dyn Publisher> {
        Box::new(Tap { readings: Arc::clone(&self.readings), keeps_all: self.keeps_all })
    }

    /// An observer that sets the sensor pose of each reading to the pose of `node` before the tick, because sensors read
    /// before anything moves. It must observe every tick from the next one on.
    pub fn pose_tracker(&self, simulation: &Simulation, node: &str) -> PoseTracker {
        let world = simulation.world();
        let world_from_node = world.find(node).map(|node| world.world_from(node));
        PoseTracker {
            readings: Arc::clone(&self.readings),
            node: node.to_owned(),
            world_from_node,
            placed: 0,
        }
    }

    /// The first reading, if any.
    pub fn first(&self) -> Option<Reading> {
        lock(&self.readings).first().cloned()
    }

    /// All readings, in order.
    pub fn into_readings(self) -> Vec<Reading> {
        std::mem::take(&mut *lock(&self.readings))
    }
}

/// Sets the sensor pose of readings.
pub struct PoseTracker {
    readings: Arc<Mutex<Vec<Reading>>>,
    node: String,
    /// Pose of the node before the next tick; `None` if there is no such node.
    world_from_node: Option<Pose>,
    /// Number of readings whose pose is set.
    placed: usize,
}

impl Observer for PoseTracker {
    fn tick(&mut self, frame: &Frame<'_>) {
        let mut readings = lock(&self.readings);
        if let (Some(newest), Some(pose)) = (readings.get_mut(self.placed..), self.world_from_node) {
            newest.iter_mut().for_each(|reading| reading.world_from_sensor = pose);
        }
        self.placed = readings.len();
        self.world_from_node = frame.world_from(&self.node);
    }

    fn needs_activity(&self) -> bool {
        false
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
