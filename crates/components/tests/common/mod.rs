//! Small scenes for tests: documents as the Builder writes them, and readings by field name.
#![allow(dead_code, clippy::unwrap_used, clippy::expect_used, clippy::panic)]

pub mod cameras;
mod run;
pub mod sensors;
pub mod statistics;
mod streams;

use std::cell::OnceCell;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use morse_assets::{Library, SearchPath};
use morse_scene::description::BuilderDescription;
use morse_scene::diagnostic::Diagnostic;
use morse_scene::document::Document;
use morse_scene::value::{Map, Value};
use morse_sim::transport::stream::{Inbox, Middleware};
use morse_sim::{Models, Options, Simulation};
use rayon::{ThreadPool, ThreadPoolBuilder};
use serde_json::{Value as Json, json};

use streams::{MANAGER, Streams};

pub const ATRV: &str = "morse.robots.atrv.ATRV";

pub const MORSY: &str = "morse.robots.morsy.Morsy";

pub const FAKE: &str = "morse.robots.fakerobot.FakeRobot";

/// Default number of ticks per simulated second.
pub const HZ: u32 = 60;

/// Folder of the models of the original, on systems on which they are installed.
pub const INSTALLED: &str = "/usr/share/morse/data";

/// Folder of the models of the project.
pub fn own_models() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets")
}

/// Loads models as the command does, from this folder only.
pub fn models(document: &Document, folder: &Path) -> Models {
    let library = Library { search_path: SearchPath::new([folder.to_owned()]), embedded: &[] };
    Models::of_scene(document, |file| {
        library.load(file.name, file.category).map(|(mut loaded, _)| {
            let _undecodable_images = morse_assets::decode_images(&mut loaded.model);
            Arc::new(loaded.model)
        })
    })
}

/// Model that the builder class of a robot sets.
fn model_of(class: &str) -> Json {
    let catalog = morse_components::catalog();
    let builder = catalog.by_class(class).and_then(|description| description.builders.first());
    builder.and_then(|builder| builder.model.clone()).map_or(Json::Null, |file| json!({"file": file}))
}

/// A scene under construction.
#[derive(Clone, Default)]
pub struct Scene {
    environment: serde_json::Map<String, Json>,
    objects: Vec<Json>,
    streams: serde_json::Map<String, Json>,
    modifiers: serde_json::Map<String, Json>,
    seed: u64,
    threads: usize,
    clock_s: f64,
    folder: Option<PathBuf>,
    bare: bool,
}

impl Scene {
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the seed of the random numbers.
    pub fn seed(self, seed: u64) -> Self {
        Self { seed, ..self }
    }

    /// Sets the start time of the scene, in seconds after 1970-01-01 UTC.
    pub fn epoch(mut self, epoch_s: f64) -> Self {
        let time = self.environment.entry("time").or_insert_with(|| json!({}));
        time["start_s"] = json!(epoch_s);
        self
    }

    /// Sets the time of the wall clock at the start, in seconds after 1970-01-01 UTC.
    pub fn wall_clock(self, clock_s: f64) -> Self {
        Self { clock_s, ..self }
    }

    /// Uses the models of this folder instead of the project's.
    pub fn models(self, folder: &Path) -> Self {
        Self { folder: Some(folder.to_owned()), ..self }
    }

    /// Sets the number of threads for sensors and physics.
    pub fn threads(self, threads: usize) -> Self {
        Self { threads, ..self }
    }

    /// Sets properties of the environment.
    pub fn environment(mut self, properties: Json) -> Self {
        self.environment.insert("properties".to_owned(), properties);
        self
    }

    /// Sets the environment; the default is the empty one.
    pub fn in_environment(mut self, file: &str) -> Self {
        self.environment.insert("file".to_owned(), json!(file));
        self
    }

    /// Disables all models, including that of the empty environment with its ground and its lamp.
    pub fn without_models(self) -> Self {
        Self { bare: true, ..self }
    }

    /// Enables fast mode, without images.
    pub fn fast(mut self) -> Self {
        self.environment.insert("fastmode".to_owned(), json!(true));
        self
    }

    /// Sets the time settings of the scene.
    pub fn time(mut self, settings: Json) -> Self {
        self.environment.insert("time".to_owned(), settings);
        self
    }

    /// Makes the simulator behave like a version of MORSE.
    pub fn with_laws_of_morse(mut self, version: &str) -> Self {
        self.environment.insert("as_morse".to_owned(), json!(version));
        self
    }

    /// Sets gravity. [m/s²]
    pub fn gravity(mut self, gravity: f64) -> Self {
        self.environment.insert("gravity".to_owned(), json!(gravity));
        self
    }

    /// Adds a robot named `robot`: a ball of a mass [kg] and radius [m], high in the air.
    pub fn ball(self, mass: f64, radius: f64) -> Self {
        let body = json!({"physics": "RIGID_BODY", "mass": mass, "radius": radius, "friction": 0.0});
        self.object(
            json!({"name": "robot", "kind": "robot", "class": FAKE, "body": body, "location": [0, 0, 500]}),
        )
    }

    /// Adds a robot named `robot` of a ground class, or without a body.
    pub fn robot(self, class: &str) -> Self {
        self.object(json!({"name": "robot", "kind": "robot", "class": class,
            "properties": {"Robot_Tag": true, "GroundRobot": class != FAKE}, "model": model_of(class)}))
    }

    /// Adds a robot named `robot` as a builder class creates it.
    pub fn built(self, builder: &BuilderDescription, class: &str) -> Self {
        let map = |map: &Map| serde_json::to_value(map).unwrap();
        self.object(json!({"name": "robot", "kind": "robot", "class": class, "builder": builder.name,
            "model": builder.model.as_ref().map(|file| json!({"file": file})),
            "properties": map(&builder.properties), "body": map(&builder.body), "options": map(&builder.options)}))
    }

    /// Sets the pose of the last object. [m, rad]
    pub fn at(mut self, location: [f64; 3], yaw: f64) -> Self {
        self.set("location", json!(location));
        self.set("rotation", json!([0.0, 0.0, yaw]));
        self
    }

    /// Sets a key of the last object.
    pub fn with(mut self, key: &str, value: Json) -> Self {
        self.set(key, value);
        self
    }

    fn set(&mut self, key: &str, value: Json) {
        self.objects.last_mut().unwrap()[key] = value;
    }

    /// Adds any object.
    pub fn object(mut self, object: Json) -> Self {
        self.objects.push(object);
        self
    }

    /// Adds a sensor `robot.NAME` of class `morse.sensors.MODULE.CLASS`.
    pub fn sensor(self, name: &str, class: &str) -> Self {
        self.component("sensor", name, &format!("morse.sensors.{class}"))
    }

    /// Adds an actuator `robot.NAME` of class `morse.actuators.MODULE.CLASS`.
    pub fn actuator(self, name: &str, class: &str) -> Self {
        self.component("actuator", name, &format!("morse.actuators.{class}"))
    }

    /// Adds a component `PARENT.NAME` as a builder class creates it.
    pub fn appended(self, parent: &str, name: &str, builder: &str) -> Self {
        let catalog = morse_components::catalog();
        let (class, builder) = catalog.by_builder(builder).unwrap();
        let map = |map: &Map| serde_json::to_value(map).unwrap();
        self.object(json!({"name": format!("{parent}.{name}"), "parent": parent, "kind": class.kind.name(),
            "class": class.class, "builder": builder.name, "rate_hz": builder.rate_hz,
            "model": builder.model.as_ref().map(|file| json!({"file": file})),
            "properties": map(&builder.properties), "options": map(&builder.options)}))
    }

    /// Sets properties of the last object, in addition to those of its builder class.
    pub fn properties(mut self, properties: Json) -> Self {
        let last = self.objects.last_mut().unwrap();
        if last["properties"].is_null() {
            last["properties"] = json!({});
        }
        let own = last["properties"].as_object_mut().unwrap();
        own.extend(properties.as_object().unwrap().clone());
        self
    }

    fn component(self, kind: &str, name: &str, class: &str) -> Self {
        self.object(json!({"name": format!("robot.{name}"), "kind": kind, "class": class, "parent": "robot",
            "rate_hz": f64::from(HZ)}))
    }

    /// Adds a modifier of class `morse.modifiers.MODULE.CLASS` to the last object.
    pub fn alter(mut self, class: &str, arguments: Json) -> Self {
        let last = self.objects.last().unwrap();
        let direction = if last["kind"] == "sensor" { "OUT" } else { "IN" };
        let entry = json!([format!("morse.modifiers.{class}"), direction, arguments]);
        let name = last["name"].as_str().unwrap().to_owned();
        let entries = self.modifiers.entry(name).or_insert_with(|| json!([]));
        entries.as_array_mut().unwrap().push(entry);
        self
    }

    /// Adds a stream to the last object, an actuator; [`Run::inbox`] sends to it.
    pub fn stream(self) -> Self {
        self.stream_with(json!({}))
    }

    /// Adds a stream with options to the last object, as [`Scene::stream`] does.
    pub fn stream_with(mut self, options: Json) -> Self {
        let name = self.objects.last().unwrap()["name"].as_str().unwrap().to_owned();
        self.streams.insert(name, json!([[MANAGER, "test.Reader", "IN", options]]));
        self
    }

    /// Adds a stream to the sensor `robot.NAME`; [`Run::received`] reads from it.
    pub fn listen(self, name: &str) -> Self {
        self.listen_to(&format!("robot.{name}"))
    }

    /// Adds a stream as in [`Scene::listen`], by the full name of the sensor.
    pub fn listen_to(mut self, name: &str) -> Self {
        self.streams.insert(name.to_owned(), json!([[MANAGER, "test.Writer", "OUT", {}]]));
        self
    }

    pub fn document(&self) -> Document {
        let mut environment = self.environment.clone();
        environment.entry("file").or_insert_with(|| json!("empty"));
        let document = json!({"morse_scene": 1, "environment": environment, "objects": self.objects,
            "component_datastream": self.streams, "component_modifier": self.modifiers});
        Document::from_json(&document.to_string()).unwrap()
    }

    fn assemble(&self, middlewares: Vec<Box<dyn Middleware>>) -> Result<Simulation, String> {
        let options = Options {
            seed: self.seed,
            threads: self.threads.max(1),
            epoch_s: self.clock_s,
            ..Options::default()
        };
        let document = self.document();
        let folder = self.folder.clone().unwrap_or_else(own_models);
        let models = if self.bare { Models::default() } else { models(&document, &folder) };
        Simulation::assemble(&document, &morse_components::registry(), &models, middlewares, options)
            .map_err(|error| error.to_string())
    }

    /// Assembles the simulation of the scene.
    pub fn run(&self) -> Run {
        self.try_run().unwrap()
    }

    /// Assembles the simulation of the scene, or returns its problems.
    pub fn try_run(&self) -> Result<Run, String> {
        let (sender, receiver) = std::sync::mpsc::channel();
        let (listener, received) = std::sync::mpsc::channel();
        let mut simulation = self.assemble(vec![Box::new(Streams { sender, listener })])?;
        if self.threads <= 1 {
            simulation.use_threads(calling_thread());
        }
        Ok(Run { simulation, inbox: receiver.try_recv().ok(), received })
    }

    /// Returns the findings of `morse check`.
    pub fn obstacles(&self) -> Vec<Diagnostic> {
        let document = self.document();
        let folder = self.folder.clone().unwrap_or_else(own_models);
        let models = models(&document, &folder);
        Simulation::obstacles(&document, &morse_components::registry(), &models, Vec::new())
    }

    /// Returns the problems of a scene that cannot be assembled.
    pub fn refusal(&self) -> String {
        match self.assemble(Vec::new()) {
            Ok(_) => panic!("the scene was accepted"),
            Err(problems) => problems,
        }
    }
}

thread_local! {
    static CALLING_THREAD: OnceCell<Arc<ThreadPool>> = const { OnceCell::new() };
}

/// A pool that consists of the calling thread. Waking a second thread in each tick would take most of the time of a small
/// scene.
pub fn calling_thread() -> Arc<ThreadPool> {
    CALLING_THREAD.with(|pool| {
        let build = || ThreadPoolBuilder::new().num_threads(1).use_current_thread().build().unwrap();
        Arc::clone(pool.get_or_init(|| Arc::new(build())))
    })
}

/// A running scene.
pub struct Run {
    pub simulation: Simulation,
    inbox: Option<Inbox>,
    received: std::sync::mpsc::Receiver<Map>,
}

fn to_map(command: &[(&str, f64)]) -> Map {
    command.iter().map(|&(name, number)| (name.to_owned(), Value::Float(number))).collect()
}

#[track_caller]
pub fn assert_close<const N: usize>(actual: [f64; N], expected: [f64; N], tolerance: f64) {
    let near = actual.iter().zip(&expected).all(|(actual, expected)| (actual - expected).abs() <= tolerance);
    assert!(near, "{actual:?}, expected {expected:?} within {tolerance}");
}
