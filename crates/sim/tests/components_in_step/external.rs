//! External components: their order in the step, their services, and failures of components and host.

mod scripted_host;

use std::sync::{Arc, Mutex};

use crate::common::{Client, registry, simulation};
use morse_scene::diagnostic::Diagnostic;
use morse_scene::document::Document;
use morse_scene::value::Map;
use morse_sim::contract::registry::Registry;
use morse_sim::contract::service::{Answer, ServiceError};
use morse_sim::external::ExternalClass;
use morse_sim::{AssembleError, Model, ModelFile, Simulation, SpawnError, SpawnSource, Value};
use scripted_host::{ACTUATOR, EYE, LEG, SENSOR, ScriptedHost, Shared, assembled, with};

fn field(simulation: &Simulation, component: &str, name: &str) -> Value {
    simulation.data(component).unwrap().to_map().get(name).cloned().unwrap()
}

#[test]
fn sensors_read_before_actuators_act_each_at_its_own_rate() {
    let (mut simulation, host) = with(ScriptedHost::default());
    assert_eq!(field(&simulation, "robot.eye", "x"), Value::Float(-1.0));
    for _ in 0..4 {
        simulation.step();
    }
    assert_eq!(host.lock().unwrap().acted, [EYE, LEG, LEG, EYE, LEG, LEG]);
    // Before its second reading, the robot has moved twice by half a meter.
    assert_eq!(field(&simulation, "robot.eye", "x"), Value::Float(1.0));
    assert_eq!(field(&simulation, "robot.eye", "seen"), Value::from("wall"));
    assert_eq!(field(&simulation, "robot.counter", "x"), Value::Float(1.5));
}

#[test]
fn commands_reach_the_host_completely_or_not_at_all() {
    let (mut simulation, _host) = with(ScriptedHost::default());
    let command = |v: Value| Map::from([("v", v), ("more", Value::from(1.0))]);
    assert!(simulation.command("robot.leg", &command("fast".into())).is_err());
    assert!(simulation.command("robot.leg", &Map::new()).is_err());
    simulation.step();
    assert_eq!(field(&simulation, "robot.leg", "v"), Value::Float(0.5));
}

#[test]
fn world_changes_by_a_sensor_apply_after_all_sensors_have_read() {
    let (mut simulation, _host) = with(ScriptedHost { lifts: true, ..ScriptedHost::default() });
    simulation.step();
    assert_eq!(field(&simulation, "robot.eye", "z"), Value::Float(0.0));
    let robot = simulation.world().find("robot").unwrap();
    assert_eq!(simulation.world().world_from(robot).translation.z, 1.0);
}

#[test]
fn host_services_are_answered_started_completed_and_preempted() {
    let (mut simulation, _host) = with(ScriptedHost::default());
    assert_eq!(simulation.call("robot.leg", "count", &[]), Some(Answer::Success(Value::Int(0))));
    let refused = Answer::Failed(ServiceError::Refused("no way".to_owned()));
    assert_eq!(simulation.call("robot.leg", "walk", &[Value::Int(0)]), Some(refused));

    let client = Client::new();
    let first = client.send(&simulation, "robot.leg", "walk", &[Value::Int(100)]);
    let second = client.send(&simulation, "robot.leg", "walk", &[Value::Int(2)]);
    simulation.step();
    simulation.step();
    simulation.send_answers();
    assert_eq!(client.answers(), [(first.0, Answer::Preempted(Value::from("gave way")))]);
    simulation.step();
    simulation.send_answers();
    assert_eq!(client.answers(), [(second.0, Answer::Success(Value::from("there")))]);
}

#[test]
fn failed_component_does_not_stop_others_in_its_host() {
    let (mut simulation, host) = with(ScriptedHost { fails_at: Some(1), ..ScriptedHost::default() });
    for _ in 0..4 {
        simulation.step();
    }
    assert_eq!(host.lock().unwrap().acted, [EYE, LEG, LEG, LEG, LEG]);
    let activate = simulation.call("simulation", "activate", &[Value::from("robot.eye")]);
    assert_eq!(activate, Some(Answer::Success(Value::Null)));
    simulation.step();
    assert_eq!(host.lock().unwrap().acted.iter().filter(|&&external_id| external_id == EYE).count(), 2);
}

#[test]
fn simulation_continues_without_its_host() {
    let (mut simulation, host) = with(ScriptedHost::default());
    let client = Client::new();
    let running = client.send(&simulation, "robot.leg", "walk", &[Value::Int(100)]);
    simulation.step();
    host.lock().unwrap().dies = true;
    for _ in 0..5 {
        simulation.step();
    }
    assert_eq!(field(&simulation, "robot.counter", "count"), Value::Int(6));
    let answers = client.answers();
    assert!(matches!(&answers[..], [(id, Answer::Failed(_))] if *id == running.0), "{answers:?}");
    assert!(matches!(simulation.call("robot.leg", "count", &[]), Some(Answer::Failed(_))));
    let activate = simulation.call("simulation", "activate", &[Value::from("robot.leg")]);
    assert!(matches!(activate, Some(Answer::Failed(_))));
    simulation.finish();
}

#[test]
fn component_that_cannot_start_prevents_the_start_of_the_scene() {
    let (simulation, _host) = assembled(ScriptedHost { refuses: true, ..ScriptedHost::default() });
    let AssembleError(problems) = simulation.err().unwrap();
    assert_eq!(problems.len(), 1);
    assert_eq!(problems[0].object.as_deref(), Some("robot.eye"));
    assert!(problems[0].message.contains("no such wall"), "{}", problems[0].message);
}

#[test]
fn host_data_are_part_of_the_digest_and_cannot_be_saved() {
    let (mut one, _host) = with(ScriptedHost::default());
    let (mut other, host) = with(ScriptedHost::default());
    one.step();
    other.step();
    assert_eq!(one.digest().unwrap(), other.digest().unwrap());
    host.lock().unwrap().v = 0.5 + f64::EPSILON;
    one.step();
    other.step();
    assert_ne!(one.digest().unwrap(), other.digest().unwrap());
    assert!(one.save().unwrap_err().to_string().contains("neither saved nor restored"));
    let snapshot = simulation(&crate::common::TestScene::one_robot()).save().unwrap();
    assert!(one.restore(&snapshot).is_err());
}

#[test]
fn only_exposed_services_can_be_called_from_outside() {
    let (simulation, _host) = with(ScriptedHost::default());
    let services = simulation.services();
    let of = |name: &str| services.iter().find(|(component, _)| component == name).unwrap().1.clone();
    assert_eq!(of("robot.leg"), ["count", "get_configurations", "get_properties", "set_property", "walk"]);
    assert_eq!(of("robot.eye"), ["get_configurations", "get_local_data", "get_properties", "set_property"]);
}

/// Source of classes for spawns in the scene of these tests.
struct Source(Registry);

impl SpawnSource for Source {
    fn registry(&self) -> &Registry {
        &self.0
    }

    fn check(&self, _document: &Document) -> Vec<Diagnostic> {
        Vec::new()
    }

    fn load(&mut self, file: ModelFile<'_>) -> Result<Arc<Model>, String> {
        Err(format!("there is no {}", file.name))
    }

    fn robot(&self, _name: &str, class: &str) -> Result<Document, String> {
        Err(format!("there is no {class}"))
    }
}

#[test]
fn external_components_cannot_be_added_and_their_robot_cannot_be_removed() {
    let (mut simulation, puppets) = with(ScriptedHost::default());
    let host: Shared = Arc::new(Mutex::new(ScriptedHost::default()));
    let classes =
        [SENSOR, ACTUATOR].map(|json| ExternalClass::keep(serde_json::from_str(json).unwrap(), None));
    assert!(matches!(simulation.spawn(&Document::default()), Err(SpawnError::NoSource)));
    simulation.allow_spawning(Box::new(Source(registry().with_external(classes, host))));
    let spawned = |class: &str| {
        let objects = format!(
            r#"{{"morse_scene": 1, "objects": [
                {{"name": "other", "kind": "robot", "class": "test.Frame"}},
                {{"name": "other.part", "kind": "sensor", "class": "{class}", "parent": "other"}}]}}"#
        );
        Document::from_json(&objects).unwrap()
    };
    let error = simulation.spawn(&spawned("user.Eye")).unwrap_err().to_string();
    assert!(error.contains("'other.part' is of class user.Eye, which runs in Python"), "{error}");
    let error = simulation.despawn("robot").unwrap_err().to_string();
    assert!(error.contains("runs in Python"), "{error}");
    simulation.spawn(&spawned("test.Counter")).unwrap();
    simulation.step();
    simulation.despawn("other").unwrap();
    let acted = puppets.lock().unwrap().acted.len();
    simulation.step();
    assert!(puppets.lock().unwrap().acted.len() > acted, "external components continue");
}
