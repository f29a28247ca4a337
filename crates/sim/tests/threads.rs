//! Components distribute work only over the simulation's own threads.
#![allow(clippy::unwrap_used, clippy::panic)]

mod common;

use common::{Client, Frame, MANAGER};
use morse_scene::document::Document;
use morse_sim::contract::registry;
use morse_sim::contract::service::Answer;
use morse_sim::prelude::*;
use morse_sim::{Models, Options, Simulation};

/// Number of threads that a component can use.
#[derive(Data, Clone, Default)]
pub struct Around {
    /// Number of threads of the pool during a reading; 0 outside of a pool.
    reading: i64,
    /// Number of threads of the pool during a follow-up; 0 outside of a pool.
    following: i64,
}

fn threads_around() -> i64 {
    // Outside of a pool, rayon would start its global pool.
    if rayon::current_thread_index().is_some() { rayon::current_num_threads() as i64 } else { 0 }
}

/// A sensor that records the pool in which it runs.
#[derive(Sensor, Clone, Serialize, Deserialize)]
#[component(class = "test.Witness", data = Around, services)]
pub struct Witness;

impl Sensor for Witness {
    fn sense(&mut self, _view: &mut SenseContext<'_>, data: &mut Around) {
        data.reading = threads_around();
    }

    fn access(&self) -> WorldAccess {
        WorldAccess::default().with_changes()
    }

    fn follow_up(&mut self, call: &mut Call<'_, Around>) {
        call.data.following = threads_around();
    }
}

#[services]
impl Witness {
    /// Returns the number of threads of the pool in which services run.
    #[service]
    fn serving(&mut self, _call: &mut Call<'_, Around>) -> Value {
        Value::Int(threads_around())
    }
}

/// An actuator that records the pool in which it acts.
#[derive(Actuator, Clone, Serialize, Deserialize)]
#[component(class = "test.Worker", data = Around)]
pub struct Worker;

impl Actuator for Worker {
    fn act(&mut self, _act: &mut ActContext<'_>, data: &mut Around) {
        data.reading = threads_around();
    }
}

#[test]
fn components_and_services_run_in_the_pool_of_their_simulation() {
    let scene = format!(
        r#"{{"morse_scene": 1, "environment": {{"file": "empty"}}, "objects": [
            {{"name": "robot", "kind": "robot", "class": "test.Frame"}},
            {{"name": "robot.eye", "kind": "sensor", "class": "test.Witness", "parent": "robot", "rate_hz": 60.0}},
            {{"name": "robot.arm", "kind": "actuator", "class": "test.Worker", "parent": "robot", "rate_hz": 60.0}}],
          "component_service": {{"robot.eye": ["{MANAGER}"]}}}}"#
    );
    let document = Document::from_json(&scene).unwrap();
    let registry =
        [registry::robot::<Frame>(), registry::sensor::<Witness>(), registry::actuator::<Worker>()]
            .into_iter()
            .collect();
    for threads in [1, 3] {
        let options = Options { threads, ..Options::default() };
        let mut simulation =
            Simulation::assemble(&document, &registry, &Models::default(), Vec::new(), options).unwrap();
        simulation.step();
        let number = |component: &str, field: &str| {
            simulation.data(component).unwrap().to_map().get(field).cloned().unwrap()
        };
        let expected = Value::Int(threads as i64);
        assert_eq!(number("robot.eye", "reading"), expected);
        assert_eq!(number("robot.eye", "following"), expected);
        assert_eq!(number("robot.arm", "reading"), expected);
        let called = simulation.call("robot.eye", "serving", &[]);
        assert_eq!(called, Some(Answer::Success(expected.clone())));
        let client = Client::new();
        let id = client.send_now(&mut simulation, "robot.eye", "serving", &[]);
        assert_eq!(client.answers(), [(id.0, Answer::Success(expected))]);
    }
}
