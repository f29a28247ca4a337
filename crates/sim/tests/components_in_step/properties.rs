//! Properties of built-in components that are set by a host: the ranges and checks of the component apply.

use std::sync::{Arc, Mutex};

use crate::common::Frame;
use morse_scene::description::Description;
use morse_scene::document::Document;
use morse_sim::contract::registry;
use morse_sim::external::{
    ExternalClass, Host, HostCommand, HostLost, Reply, Report, SceneAccess, WorldCommand,
};
use morse_sim::prelude::*;
use morse_sim::{Models, Options, Simulation};

/// A sensor that rejects one of the levels in its range.
#[derive(Sensor, Clone, Serialize, Deserialize)]
#[component(class = "test.Dial")]
struct Dial {
    /// Level of the dial.
    #[property(name = "Level", default = 1.0, min = 0, max = 10)]
    level: f64,
}

impl Sensor for Dial {
    fn check(&self) -> Result<(), SetupError> {
        if self.level == 7.0 { Err(SetupError::Invalid("there is no level 7".to_owned())) } else { Ok(()) }
    }

    fn sense(&mut self, _view: &mut SenseContext<'_>, _data: &mut ()) {}
}

const KNOB: &str = r#"{"class": "user.Knob", "kind": "actuator", "implemented": true, "fields": []}"#;

/// A host that sets the level of the dial whenever an actuator acts.
struct Knob {
    levels: Vec<f64>,
    results: Arc<Mutex<Vec<Result<(), String>>>>,
}

impl Host for Knob {
    fn exchange(
        &mut self,
        command: &HostCommand<'_>,
        scene: &mut dyn SceneAccess,
    ) -> Result<Reply, HostLost> {
        let mut reply = Reply::default();
        let HostCommand::Act(input) = command else { return Ok(reply) };
        for step in input.steps.iter().filter(|step| step.acts) {
            for &level in &self.levels {
                let (component, name) = ("robot.dial".to_owned(), "Level".to_owned());
                let set = WorldCommand::ComponentProperty { component, name, value: Value::Float(level) };
                self.results.lock().unwrap().push(scene.execute(set));
            }
            reply.reports.push(Report { external_id: step.external_id, ..Report::default() });
        }
        Ok(reply)
    }
}

#[test]
fn host_cannot_set_invalid_properties() {
    let scene = r#"{"morse_scene": 1, "environment": {"file": "empty"}, "objects": [
        {"name": "robot", "kind": "robot", "class": "test.Frame"},
        {"name": "robot.dial", "kind": "sensor", "class": "test.Dial", "parent": "robot", "rate_hz": 60.0},
        {"name": "robot.knob", "kind": "actuator", "class": "user.Knob", "parent": "robot", "rate_hz": 60.0}]}"#;
    let results = Arc::default();
    let host = Knob { levels: vec![3.0, -1.0, 11.0, 7.0], results: Arc::clone(&results) };
    let knob = ExternalClass::keep(serde_json::from_str::<Description>(KNOB).unwrap(), None);
    let registry: registry::Registry =
        [registry::robot::<Frame>(), registry::sensor::<Dial>()].into_iter().collect();
    let registry = registry.with_external([knob], Arc::new(Mutex::new(host)));
    let document = Document::from_json(scene).unwrap();
    let mut simulation =
        Simulation::assemble(&document, &registry, &Models::default(), Vec::new(), Options::default())
            .unwrap();
    simulation.step();

    let results = results.lock().unwrap().clone();
    let [Ok(()), Err(low), Err(high), Err(unsuited)] = results.as_slice() else { panic!("{results:?}") };
    assert_eq!(low, "robot.dial: Level must be from 0 to 10, got -1");
    assert_eq!(high, "robot.dial: Level must be from 0 to 10, got 11");
    assert!(unsuited.contains("there is no level 7"), "{unsuited}");
    let answer = format!("{:?}", simulation.call("robot.dial", "get_properties", &[]));
    assert!(answer.contains("Float(3.0)"), "{answer}");
}
