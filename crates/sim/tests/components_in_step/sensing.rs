//! Sensors: withheld readings, changes of the world after a reading, refused properties.

use std::sync::mpsc::{Receiver, Sender, channel};

use crate::common::{Client, Frame, MANAGER};
use morse_scene::document::Document;
use morse_sim::contract::registry;
use morse_sim::contract::service::Answer;
use morse_sim::prelude::*;
use morse_sim::transport::request::Gateway;
use morse_sim::transport::stream::{Inbox, Middleware, MiddlewareError, Publisher, Sample, StreamSpec};
use morse_sim::{Models, Options, Simulation};

/// Heading of a rotating head.
#[derive(Data, Clone, Default)]
pub struct Heading {
    /// Yaw of the head in the world. [rad]
    yaw: f64,
}

/// A sensor that turns its own head after each reading, and publishes only every second reading.
#[derive(Sensor, Clone, Serialize, Deserialize)]
#[component(class = "test.Head", data = Heading)]
pub struct Head {
    /// Angle per reading. [rad]
    #[property(name = "Turn", default = 0.1)]
    turn: f64,
    /// Largest angle. [rad]
    #[property(name = "Limit", default = 1.0)]
    limit: f64,
    readings: u32,
}

impl Sensor for Head {
    fn check(&self) -> Result<(), SetupError> {
        if self.turn <= self.limit {
            return Ok(());
        }
        Err(SetupError::Invalid(format!("Turn is {}, more than the Limit of {}", self.turn, self.limit)))
    }

    fn sense(&mut self, view: &mut SenseContext<'_>, data: &mut Heading) {
        data.yaw = view.world_from_sensor().euler().yaw;
        self.readings += 1;
        if self.readings.is_multiple_of(2) {
            view.withhold();
        }
    }

    fn access(&self) -> WorldAccess {
        WorldAccess::default().with_changes()
    }

    fn follow_up(&mut self, call: &mut Call<'_, Heading>) {
        call.world.move_local(call.node, DVec3::ZERO, DVec3::Z * self.turn);
    }
}

/// Sends the first number of every sample to the test.
struct Tap {
    sender: Sender<f64>,
}

impl Publisher for Tap {
    fn publish(&mut self, sample: &Sample<'_>) {
        let Some(morse_sim::contract::data::Field::Float(number)) = sample.data.get(0) else { return };
        // The send fails if the test has dropped the receiver.
        let _ = self.sender.send(number);
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
    fn open_publisher(&mut self, _spec: &StreamSpec<'_>) -> Result<Box<dyn Publisher>, MiddlewareError> {
        Ok(Box::new(Self { sender: self.sender.clone() }))
    }
    fn open_reader(&mut self, _spec: &StreamSpec<'_>, _inbox: Inbox) -> Result<(), MiddlewareError> {
        Err(MiddlewareError { middleware: "tap", message: "it only listens".to_owned() })
    }
    fn start(&mut self, _gateway: Gateway) -> Result<(), MiddlewareError> {
        Ok(())
    }
    fn finish(&mut self) {}
}

fn assembled(properties: &str) -> Result<(Simulation, Receiver<f64>), String> {
    let scene = format!(
        r#"{{"morse_scene": 1, "environment": {{"file": "empty"}}, "objects": [
            {{"name": "robot", "kind": "robot", "class": "test.Frame"}},
            {{"name": "robot.head", "kind": "sensor", "class": "test.Head", "parent": "robot", "rate_hz": 30.0,
              "properties": {properties}}}],
          "component_service": {{"robot.head": ["{MANAGER}"]}},
          "component_datastream": {{"robot.head": [["test.Tap", "test.Stream", "OUT", {{}}]]}}}}"#
    );
    let document = Document::from_json(&scene).unwrap();
    let registry = [registry::robot::<Frame>(), registry::sensor::<Head>()].into_iter().collect();
    let (sender, receiver) = channel();
    Simulation::assemble(
        &document,
        &registry,
        &Models::default(),
        vec![Box::new(Tap { sender })],
        Options::default(),
    )
    .map(|simulation| (simulation, receiver))
    .map_err(|error| error.to_string())
}

#[test]
fn follow_up_runs_once_after_each_reading() {
    let (mut simulation, _) = assembled("{}").unwrap();
    for _ in 0..8 {
        simulation.step();
    }
    // Four readings at 30 Hz: the last one saw three turns, and a fourth followed.
    let head = simulation.world().find("robot.head").unwrap();
    let yaw = simulation.data("robot.head").unwrap().to_map().get("yaw").unwrap().as_f64().unwrap();
    assert!((yaw - 0.3).abs() < 1e-12, "{yaw}");
    assert!((simulation.world().world_from(head).euler().yaw - 0.4).abs() < 1e-12);
}

#[test]
fn withheld_reading_is_not_published() {
    let (mut simulation, published) = assembled("{}").unwrap();
    for _ in 0..8 {
        simulation.step();
    }
    let published: Vec<f64> = published.try_iter().map(|yaw| (yaw * 10.0).round()).collect();
    assert_eq!(published, [0.0, 2.0]);
}

#[test]
fn inconsistent_properties_are_refused_and_reverted() {
    let (mut simulation, _) = assembled("{}").unwrap();
    let client = Client::new();
    client.send(&simulation, "robot.head", "set_property", &["Turn".into(), 1.5.into()]);
    client.send(&simulation, "robot.head", "set_property", &["Turn".into(), 0.5.into()]);
    simulation.step();
    simulation.step();
    let [(_, refused), (_, taken)] = <[_; 2]>::try_from(client.answers()).unwrap();
    let Answer::Failed(error) = refused else { panic!("it was accepted") };
    assert_eq!(error.to_string(), "Turn is 1.5, more than the Limit of 1");
    assert_eq!(taken, Answer::Success(Value::Null));
    let head = simulation.world().find("robot.head").unwrap();
    assert!((simulation.world().world_from(head).euler().yaw - 0.5).abs() < 1e-12);
}

#[test]
fn scene_with_inconsistent_properties_does_not_start() {
    let refusal = assembled(r#"{"Turn": 2.0}"#).err().unwrap();
    assert!(refusal.contains("robot.head") && refusal.contains("more than the Limit"), "{refusal}");
}
