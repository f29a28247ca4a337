//! On-demand sensors: read only for listening or requesting clients, and for recordings.

use crate::common::{Frame, MANAGER, Recorder};
use morse_scene::document::Document;
use morse_sim::contract::registry;
use morse_sim::contract::service::Answer;
use morse_sim::prelude::*;
use morse_sim::{Models, Options, Simulation};

/// Data of an expensive sensor.
#[derive(Data, Clone, Default)]
pub struct Exposure {
    /// Height of the robot. [m]
    z: f64,
}

/// An on-demand sensor that reads the height of its robot.
#[derive(Sensor, Clone, Serialize, Deserialize)]
#[component(class = "test.Costly", data = Exposure)]
pub struct Costly;

impl Sensor for Costly {
    fn on_demand(&self) -> bool {
        true
    }

    fn sense(&mut self, view: &mut SenseContext<'_>, data: &mut Exposure) {
        data.z = view.world_from_robot().translation.z + view.now.seconds();
    }
}

/// A robot with an on-demand sensor at 30 Hz with a stream.
fn costly(recorder: &Recorder) -> Simulation {
    let scene = format!(
        r#"{{"morse_scene": 1, "environment": {{"file": "empty"}}, "objects": [
            {{"name": "robot", "kind": "robot", "class": "test.Frame"}},
            {{"name": "robot.eye", "kind": "sensor", "class": "test.Costly", "parent": "robot", "rate_hz": 30.0}}],
          "component_service": {{"robot.eye": ["{MANAGER}"]}},
          "component_datastream": {{"robot.eye": [["test.Recorder", "test.Stream", "OUT", {{}}]]}}}}"#
    );
    let document = Document::from_json(&scene).unwrap();
    let registry = [registry::robot::<Frame>(), registry::sensor::<Costly>()].into_iter().collect();
    let middlewares = vec![Box::new(recorder.clone()) as _];
    Simulation::assemble(&document, &registry, &Models::default(), middlewares, Options::default()).unwrap()
}

fn z(simulation: &Simulation) -> f64 {
    simulation.data("robot.eye").unwrap().to_map().get("z").unwrap().as_f64().unwrap()
}

#[test]
fn stream_without_clients_is_skipped_and_a_new_client_gets_the_next_due_reading() {
    let recorder = Recorder::default().with_clients(0);
    let mut simulation = costly(&recorder);
    for _ in 0..4 {
        simulation.step();
    }
    assert_eq!((z(&simulation), recorder.taken().len()), (0.0, 0), "it has not read");
    // It is due in odd ticks: a client that connects after the fourth tick is served in the fifth.
    recorder.set_clients(1);
    simulation.step();
    assert!((z(&simulation) - 5.0 / 60.0).abs() < 1e-9);
    assert_eq!(recorder.taken(), ["message"]);
    recorder.set_clients(0);
    simulation.step();
    simulation.step();
    assert!((z(&simulation) - 5.0 / 60.0).abs() < 1e-9, "the client has disconnected");
}

#[test]
fn recording_is_kept_without_clients() {
    let recorder = Recorder::default();
    let mut simulation = costly(&recorder);
    for _ in 0..4 {
        simulation.step();
    }
    assert_eq!(recorder.taken(), ["message", "message"]);
}

#[test]
fn all_sensors_read_until_the_last_observer_ends() {
    let mut simulation = costly(&Recorder::default().with_clients(0));
    simulation.keep_all_reading(true);
    simulation.keep_all_reading(true);
    simulation.step();
    assert!((z(&simulation) - 1.0 / 60.0).abs() < 1e-9);
    simulation.keep_all_reading(false);
    simulation.step();
    simulation.step();
    assert!((z(&simulation) - 3.0 / 60.0).abs() < 1e-9, "one observer still needs the readings");
    simulation.keep_all_reading(false);
    simulation.step();
    simulation.step();
    assert!((z(&simulation) - 3.0 / 60.0).abs() < 1e-9, "no observer needs the readings");
}

#[test]
fn request_gets_a_reading_of_the_current_tick() {
    let mut simulation = costly(&Recorder::default().with_clients(0));
    for _ in 0..4 {
        simulation.step();
    }
    let Some(Answer::Success(Value::Map(data))) = simulation.call("robot.eye", "get_local_data", &[]) else {
        panic!("no data")
    };
    for field in ["timestamp", "z"] {
        assert!((data.get(field).unwrap().as_f64().unwrap() - 4.0 / 60.0).abs() < 1e-9, "{field}");
    }
}

#[test]
fn digests_do_not_depend_on_listeners_or_requests() {
    let digests = |clients: usize, asks: bool| {
        let mut simulation = costly(&Recorder::default().with_clients(clients));
        let digest = |_| {
            simulation.step();
            if asks {
                assert!(simulation.call("robot.eye", "get_local_data", &[]).is_some());
            }
            simulation.digest().unwrap()
        };
        (0..6).map(digest).collect::<Vec<u64>>()
    };
    let alone = digests(0, false);
    assert_eq!(digests(1, false), alone);
    assert_eq!(digests(0, true), alone);
    assert_ne!(alone[0], alone[1]);
}

#[test]
fn snapshot_contains_the_last_reading() {
    let mut first = costly(&Recorder::default().with_clients(1));
    first.step();
    let snapshot = first.save().unwrap();
    let mut second = costly(&Recorder::default().with_clients(0));
    second.restore(&snapshot).unwrap();
    assert_eq!(z(&second), z(&first));
    for _ in 0..4 {
        first.step();
        second.step();
        assert_eq!(first.digest().unwrap(), second.digest().unwrap());
    }
}
