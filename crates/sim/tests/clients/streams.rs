//! Description of a stream for middlewares, and metadata of its samples.

use std::f64::consts::FRAC_PI_2;
use std::sync::mpsc::{Receiver, Sender, channel};

use crate::common::Frame;
use morse_scene::document::Document;
use morse_sim::contract::registry;
use morse_sim::description::DataKind;
use morse_sim::prelude::*;
use morse_sim::transport::request::Gateway;
use morse_sim::transport::stream::{Inbox, Keep, Middleware, MiddlewareError, Publisher, Sample, StreamSpec};
use morse_sim::{Models, Options, Simulation};

/// Heading of a rotating head.
#[derive(Data, Clone, Default)]
#[data(kind = Attitude)]
pub struct Heading {
    /// Yaw. [rad]
    yaw: f64,
    /// Pitch. [rad]
    pitch: f64,
    /// Roll. [rad]
    roll: f64,
}

/// Turns about Z after each reading.
#[derive(Sensor, Clone, Serialize, Deserialize)]
#[component(
    class = "test.Head",
    data = Heading,
    level(name = "angles", doc = "All angles.", default),
    level(name = "yaw", doc = "One angle.", kind = Record)
)]
pub struct Head {
    /// Angle per reading. [rad]
    #[property(name = "Turn", default = 0.1)]
    turn: f64,
}

impl Sensor for Head {
    fn sense(&mut self, _view: &mut SenseContext<'_>, _data: &mut Heading) {}

    fn access(&self) -> WorldAccess {
        WorldAccess::default().with_changes()
    }

    fn follow_up(&mut self, call: &mut Call<'_, Heading>) {
        call.world.move_local(call.node, DVec3::ZERO, DVec3::Z * self.turn);
    }
}

/// Forward speed and yaw rate.
#[derive(Data, Clone, Default)]
#[data(kind = UnicycleVelocity)]
pub struct Speed {
    /// Forward speed. [m/s]
    v: f64,
    /// Yaw rate. [rad/s]
    w: f64,
}

/// An actuator that accepts commands and does nothing.
#[derive(Actuator, Clone, Serialize, Deserialize)]
#[component(class = "test.Drive", data = Speed)]
pub struct Drive;

impl Actuator for Drive {
    fn act(&mut self, _act: &mut ActContext<'_>, _data: &mut Speed) {}
}

#[derive(Debug)]
enum Note {
    Opened { component: String, parent: String, level: String, rate_hz: f64, kind: DataKind, properties: Map },
    Stamp { ns: i64, seconds: f64 },
    Turned { yaw: f64 },
    Inbox(Inbox),
}

struct Tap(Sender<Note>);

impl Tap {
    fn opened(&self, spec: &StreamSpec<'_>) {
        let note = Note::Opened {
            component: spec.component.to_owned(),
            parent: spec.parent.to_owned(),
            level: spec.level.to_owned(),
            rate_hz: spec.rate_hz,
            kind: spec.kind,
            properties: spec.properties.clone(),
        };
        self.0.send(note).unwrap();
    }
}

impl Publisher for Tap {
    fn publish(&mut self, sample: &Sample<'_>) {
        self.0.send(Note::Stamp { ns: sample.stamp_ns, seconds: sample.timestamp_s }).unwrap();
        self.0.send(Note::Turned { yaw: sample.robot_from_component().euler().yaw }).unwrap();
    }
}

impl Middleware for Tap {
    fn name(&self) -> &'static str {
        "tap"
    }
    fn stream_manager(&self) -> &'static str {
        "test.Tap"
    }
    fn request_manager(&self) -> Option<&'static str> {
        None
    }
    fn configure(&mut self, _options: &Map) -> Result<(), MiddlewareError> {
        Ok(())
    }
    fn open_publisher(&mut self, spec: &StreamSpec<'_>) -> Result<Box<dyn Publisher>, MiddlewareError> {
        self.opened(spec);
        Ok(Box::new(Self(self.0.clone())))
    }
    fn open_reader(&mut self, spec: &StreamSpec<'_>, inbox: Inbox) -> Result<(), MiddlewareError> {
        self.opened(spec);
        self.0.send(Note::Inbox(inbox.keeping(Keep::First).partial())).unwrap();
        Ok(())
    }
    fn start(&mut self, _gateway: Gateway) -> Result<(), MiddlewareError> {
        Ok(())
    }
    fn finish(&mut self) {}
}

/// A robot that is rotated by a quarter turn, with a drive, a head, and a second head on the first one.
fn assembled() -> (Simulation, Receiver<Note>) {
    let scene = format!(
        r#"{{"morse_scene": 1, "environment": {{"file": "empty"}}, "objects": [
            {{"name": "robot", "kind": "robot", "class": "test.Frame", "rotation": [0.0, 0.0, {FRAC_PI_2}]}},
            {{"name": "robot.drive", "kind": "actuator", "class": "test.Drive", "parent": "robot"}},
            {{"name": "robot.head", "kind": "sensor", "class": "test.Head", "parent": "robot", "rate_hz": 30.0,
              "properties": {{"Turn": 0.25}}}},
            {{"name": "robot.head.eye", "kind": "sensor", "class": "test.Head", "parent": "robot.head",
              "level": "yaw", "rate_hz": 10.0}}],
          "component_datastream": {{
            "robot.drive": [["test.Tap", "test.Stream", "IN", {{}}]],
            "robot.head": [["test.Tap", "test.Stream", "OUT", {{}}]],
            "robot.head.eye": [["test.Tap", "test.Stream", "OUT", {{}}]]}}}}"#
    );
    let document = Document::from_json(&scene).unwrap();
    let registry = [registry::robot::<Frame>(), registry::sensor::<Head>(), registry::actuator::<Drive>()];
    let (sender, receiver) = channel();
    let options = Options { epoch_s: 1_700_000_000.25, ..Options::default() };
    let middlewares: Vec<Box<dyn Middleware>> = vec![Box::new(Tap(sender))];
    let registry = registry.into_iter().collect();
    let simulation = Simulation::assemble(&document, &registry, &Models::default(), middlewares, options);
    (simulation.unwrap(), receiver)
}

#[test]
fn stream_spec_has_level_rate_kind_parent_and_properties() {
    let (_, notes) = assembled();
    let facts: Vec<String> = notes
        .try_iter()
        .filter_map(|note| match note {
            Note::Opened { component, parent, level, rate_hz, kind, properties } => {
                let turn = properties.get("Turn").and_then(Value::as_f64);
                Some(format!("{component} on {parent}: {level}, {rate_hz} Hz, {kind}, {turn:?}"))
            }
            _ => None,
        })
        .collect();
    assert_eq!(
        facts,
        [
            "robot.drive on robot: default, 60 Hz, unicycle_velocity, None",
            "robot.head on robot: angles, 30 Hz, attitude, Some(0.25)",
            "robot.head.eye on robot.head: yaw, 10 Hz, record, Some(0.1)",
        ]
    );
}

#[test]
fn samples_have_exact_nanoseconds_on_the_time_scale_of_clients() {
    let (mut simulation, notes) = assembled();
    simulation.step();
    simulation.step();
    simulation.step();
    let stamps: Vec<(i64, f64)> = notes
        .try_iter()
        .filter_map(|note| if let Note::Stamp { ns, seconds } = note { Some((ns, seconds)) } else { None })
        .collect();
    let first = 1_700_000_000_266_666_667;
    assert_eq!(stamps[0], (first, 1_700_000_000.25 + 0.016_666_667));
    assert_eq!(stamps[2].0, first + 33_333_333, "the second reading of the head");
}

#[test]
fn samples_have_the_pose_of_a_moving_sensor_at_its_reading() {
    let (mut simulation, notes) = assembled();
    for _ in 0..5 {
        simulation.step();
    }
    let yaws: Vec<f64> = notes
        .try_iter()
        .filter_map(|note| if let Note::Turned { yaw } = note { Some(yaw) } else { None })
        .collect();
    // The head reads in ticks 1, 3 and 5, the eye on it in tick 1 only.
    for (yaw, expected) in yaws.iter().zip([0.0, 0.0, 0.25, 0.5]) {
        assert!((yaw - expected).abs() < 1e-12, "{yaws:?}");
    }
    assert_eq!(yaws.len(), 4);
}

#[test]
fn partial_command_sets_only_its_own_fields() {
    let (mut simulation, notes) = assembled();
    let inbox =
        notes.try_iter().find_map(|note| if let Note::Inbox(inbox) = note { Some(inbox) } else { None });
    let inbox = inbox.unwrap();
    let speed = |simulation: &Simulation| simulation.data("robot.drive").unwrap().to_map();
    inbox.put(Map::from([("v", 1.0), ("w", 2.0)]));
    inbox.put(Map::from([("v", 9.0)]));
    simulation.step();
    assert_eq!(speed(&simulation), Map::from([("v", 1.0), ("w", 2.0)]), "the first command is kept");
    inbox.put(Map::from([("v", 3.0)]));
    simulation.step();
    assert_eq!(speed(&simulation), Map::from([("v", 3.0), ("w", 2.0)]));
}
