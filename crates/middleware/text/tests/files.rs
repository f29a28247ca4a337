//! Text streams of a running simulation.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::fs;
use std::path::Path;

use morse_scene::diagnostic::Diagnostic;
use morse_scene::document::Document;
use morse_sim::contract::registry;
use morse_sim::contract::registry::Registry;
use morse_sim::prelude::*;
use morse_sim::transport::stream::Middleware;
use morse_sim::{Model, ModelFile, Models, Options, Simulation, SpawnSource};
use morse_text::TextMiddleware;

/// A robot without parts.
#[derive(Robot, Clone, Serialize, Deserialize)]
#[component(class = "test.Frame")]
pub struct Frame;

impl Robot for Frame {
    fn model() -> RobotModel {
        RobotModel::default()
    }
}

/// Data of the test components.
#[derive(Data, Clone, Default)]
pub struct Count {
    /// Number of readings.
    count: i64,
}

/// A sensor that counts its readings.
#[derive(Sensor, Clone, Serialize, Deserialize)]
#[component(class = "test.Counter", data = Count)]
pub struct Counter;

impl Sensor for Counter {
    fn sense(&mut self, _view: &mut SenseContext<'_>, data: &mut Count) {
        data.count += 1;
    }
}

/// An actuator without effect.
#[derive(Actuator, Clone, Serialize, Deserialize)]
#[component(class = "test.Idle", data = Count)]
pub struct Idle;

impl Actuator for Idle {
    fn act(&mut self, _act: &mut ActContext<'_>, _data: &mut Count) {}
}

fn registry() -> Registry {
    [registry::robot::<Frame>(), registry::sensor::<Counter>(), registry::actuator::<Idle>()]
        .into_iter()
        .collect()
}

const MANAGER: &str = "morse.middleware.text_datastream.TextDatastreamManager";
const PARAGRAPH: &str = "morse.middleware.text_datastream.Publisher";
const CSV: &str = "morse.middleware.text_datastream.CSVPublisher";

/// Assembles a robot with two sensors and an actuator. `streams` is the table of streams.
fn assemble(directory: &Path, streams: &str) -> Result<Simulation, String> {
    let scene = r#"{
        "morse_scene": 1,
        "environment": {"file": "empty", "time": {"relative": true}},
        "objects": [
            {"name": "robot.001", "kind": "robot", "class": "test.Frame"},
            {"name": "robot.001.s", "kind": "sensor", "class": "test.Counter", "parent": "robot.001", "rate_hz": 60.0, "location": [0, 0, 0.5]},
            {"name": "robot.001.t", "kind": "sensor", "class": "test.Counter", "parent": "robot.001", "rate_hz": 60.0},
            {"name": "robot.001.a", "kind": "actuator", "class": "test.Idle", "parent": "robot.001", "rate_hz": 60.0}
        ],
        "component_datastream": {STREAMS}
    }"#
    .replace("STREAMS", streams);
    let document = Document::from_json(&scene).map_err(|error| error.to_string())?;
    let middlewares: Vec<Box<dyn Middleware>> = vec![Box::new(TextMiddleware::new(directory))];
    let mut simulation =
        Simulation::assemble(&document, &registry(), &Models::default(), middlewares, Options::default())
            .map_err(|error| error.to_string())?;
    simulation.start().map_err(|error| error.to_string())?;
    Ok(simulation)
}

fn stream(component: &str, class: &str, direction: &str, options: &str) -> String {
    format!(r#""{component}": [["{MANAGER}", "{class}", "{direction}", {options}]]"#)
}

#[test]
fn files_hold_every_reading() {
    let directory = tempfile::tempdir().unwrap();
    let streams = [
        stream("robot.001.s", PARAGRAPH, "OUT", "{}"),
        stream("robot.001.t", CSV, "OUT", r#"{"file": "table.csv"}"#),
    ];
    let mut simulation = assemble(directory.path(), &streams.join(",")).unwrap();
    (0..10_000).for_each(|_| simulation.step());
    simulation.finish();

    let paragraphs = fs::read_to_string(directory.path().join("robot001.s.txt")).unwrap();
    let expected = "ROBOT robot.001 || SENSOR robot.001.s\n(distance, globalVector(3), localVector(3))\n\
        (0.5, Vector((0.0, 0.0, 1.0)), Vector((0.0, 0.0, 1.0)))\n\n\
        ==> Data at X,Y,Z: [0.000000 0.000000 0.000000]yaw,pitch,roll: [0.000000 0.000000 0.000000] | index 0 | time 0.02\n\
        \ttimestamp = 0.016667\n\tcount = 1\n";
    // A zero rotation may be printed as minus zero.
    let paragraphs = paragraphs.replace("-0.000000", "0.000000");
    assert!(paragraphs.starts_with(expected), "{}", &paragraphs[..600]);
    assert!(paragraphs.ends_with("| index 9999 | time 166.67\n\ttimestamp = 166.666667\n\tcount = 10000\n"));

    let table = fs::read_to_string(directory.path().join("table.csv")).unwrap();
    let rows: Vec<&str> = table.lines().skip(4).collect();
    assert_eq!(rows.len(), 10_000);
    assert_eq!(rows[1], "0.033333;2;");
}

#[test]
fn a_file_can_be_read_while_the_simulation_runs() {
    let directory = tempfile::tempdir().unwrap();
    let mut simulation = assemble(directory.path(), &stream("robot.001.s", PARAGRAPH, "OUT", "{}")).unwrap();
    simulation.step();
    let path = directory.path().join("robot001.s.txt");
    while !fs::read_to_string(&path).unwrap().ends_with("count = 1\n") {
        std::thread::yield_now();
    }
}

#[test]
fn an_old_file_is_overwritten() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("robot001.s.txt");
    fs::write(&path, "old\n".repeat(1000)).unwrap();
    assemble(directory.path(), &stream("robot.001.s", PARAGRAPH, "OUT", "{}")).unwrap().finish();
    assert_eq!(fs::read_to_string(&path).unwrap().lines().count(), 4);
}

fn problem(directory: &Path, streams: &str) -> String {
    assemble(directory, streams).err().unwrap()
}

#[test]
fn invalid_streams_are_rejected() {
    let directory = tempfile::tempdir().unwrap();
    let nowhere = directory.path().join("nowhere");
    let text = problem(&nowhere, &stream("robot.001.s", PARAGRAPH, "OUT", "{}"));
    assert!(text.contains("cannot write") && text.contains("nowhere/robot001.s.txt"), "{text}");

    let text = problem(directory.path(), &stream("robot.001.a", PARAGRAPH, "IN", "{}"));
    assert!(
        text.contains("robot.001.a is an actuator, and text files only hold readings of sensors"),
        "{text}"
    );

    let text = problem(directory.path(), &stream("robot.001.s", "text.Other", "OUT", "{}"));
    assert!(text.contains("text.Other is not a text stream"), "{text}");

    let same = r#"{"file": "same.txt"}"#;
    let both = [stream("robot.001.s", CSV, "OUT", same), stream("robot.001.t", CSV, "OUT", same)].join(",");
    let text = problem(directory.path(), &both);
    assert!(text.contains("already holds the stream of robot.001.s"), "{text}");
}

/// `/dev/full` fails every write.
#[cfg(target_os = "linux")]
#[test]
fn full_disk_does_not_stop_the_simulation() {
    let directory = tempfile::tempdir().unwrap();
    let full = stream("robot.001.s", CSV, "OUT", r#"{"file": "/dev/full"}"#);
    let streams = [full, stream("robot.001.t", CSV, "OUT", "{}")].join(",");
    let mut simulation = assemble(directory.path(), &streams).unwrap();
    (0..5000).for_each(|_| simulation.step());
    simulation.finish();
    assert_eq!(fs::read_to_string(directory.path().join("robot001.t.txt")).unwrap().lines().count(), 5004);
}

/// Source of spawned objects: only the classes of these tests.
struct Source;

impl SpawnSource for Source {
    fn registry(&self) -> &Registry {
        static REGISTRY: std::sync::OnceLock<Registry> = std::sync::OnceLock::new();
        REGISTRY.get_or_init(registry)
    }

    fn check(&self, _document: &Document) -> Vec<Diagnostic> {
        Vec::new()
    }

    fn load(&mut self, file: ModelFile<'_>) -> Result<std::sync::Arc<Model>, String> {
        Err(format!("there is no {}", file.name))
    }

    fn robot(&self, _name: &str, class: &str) -> Result<Document, String> {
        Err(format!("there is no {class}"))
    }
}

#[test]
fn respawned_sensor_appends_to_its_file() {
    let folder = tempfile::tempdir().unwrap();
    let mut simulation = assemble(folder.path(), "").unwrap();
    simulation.allow_spawning(Box::new(Source));
    let document = format!(
        r#"{{"morse_scene": 1, "objects": [
            {{"name": "other", "kind": "robot", "class": "test.Frame"}},
            {{"name": "other.s", "kind": "sensor", "class": "test.Counter", "parent": "other"}}],
            "component_datastream": {{"other.s": [["{MANAGER}", "{CSV}", "OUT", {{}}]]}}}}"#
    );
    let document = Document::from_json(&document).unwrap();
    for _ in 0..2 {
        simulation.spawn(&document).unwrap();
        simulation.step();
        simulation.despawn("other").unwrap();
        simulation.step();
    }
    simulation.finish();
    let text = fs::read_to_string(folder.path().join("other.s.txt")).unwrap();
    assert_eq!(text.matches("SENSOR other.s").count(), 2, "{text}");
    assert_eq!(text.matches(";1;").count(), 2, "each sensor has one reading: {text}");
}
