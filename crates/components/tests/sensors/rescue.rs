//! Tests of search and rescue: victims in view, healing, and refusals.

use crate::common::{FAKE, Run, Scene};
use morse_scene::value::{Map, Value};
use morse_sim::contract::service::Answer;
use morse_world::PropertyValue;
use serde_json::{Value as Json, json};

const VICTIM: &str = "morse.robots.victim.Victim";

fn victim(name: &str, location: [f64; 3], properties: Json) -> Json {
    let mut all = json!({"Robot_Tag": true, "Victim_Tag": true, "Requirements": "1,2,3", "Injured": true,
        "Severity": 10});
    all.as_object_mut().unwrap().extend(properties.as_object().unwrap().clone());
    json!({"name": name, "kind": "robot", "class": VICTIM, "location": location, "properties": all})
}

fn rescuer(properties: Json) -> Scene {
    let mut all = json!({"Heal_range": 2.0, "Abilities": "1,2", "Freq": 0});
    all.as_object_mut().unwrap().extend(properties.as_object().unwrap().clone());
    Scene::new()
        .robot(FAKE)
        .at([0.0, 0.0, 1.0], 0.0)
        .sensor("eye", "search_and_rescue.SearchAndRescue")
        .with("properties", all)
}

fn victims(run: &Run) -> Map {
    let data = run.simulation.data("robot.eye").unwrap().to_map();
    data.get("victim_dict").unwrap().as_map().unwrap().clone()
}

fn names(run: &Run) -> Vec<String> {
    victims(run).keys().map(str::to_owned).collect()
}

/// The answer of `heal` within a number of ticks.
fn heal(run: &mut Run, ticks: u32) -> Option<Answer> {
    let (_, answers) = run.start("eye", "heal", &[]);
    run.step(ticks);
    answers.try_recv().ok()
}

fn refusal(run: &mut Run, service: &str) -> String {
    match run.simulation.call("robot.eye", service, &[]) {
        Some(Answer::Failed(error)) => error.to_string(),
        other => panic!("{service} answered {other:?}"),
    }
}

#[test]
fn victims_in_the_cone_are_reported_with_position_requirements_and_severity() {
    let mut run = rescuer(json!({}))
        .object(victim("ahead", [5.0, 1.0, 0.0], json!({"Requirements": "4, 7", "Severity": 3})))
        .object(victim("behind", [-5.0, 0.0, 0.0], json!({})))
        .object(victim("aside", [2.0, 5.0, 0.0], json!({})))
        .object(victim("away", [12.0, 0.0, 0.0], json!({})))
        .object(json!({"name": "healthy", "kind": "robot", "class": VICTIM, "location": [6.0, 0.0, 0.0]}))
        .run();
    run.step(1);
    let expected = Map::from([(
        "ahead",
        Value::Map(Map::from([
            ("coordinate", Value::Map(Map::from([("x", 5.0), ("y", 1.0), ("z", 0.0)]))),
            ("requirements", Value::List(vec![Value::Int(4), Value::Int(7)])),
            ("severity", Value::Int(3)),
        ])),
    )]);
    assert_eq!(victims(&run), expected);
    assert_eq!(
        run.call("eye", "get_victim_requirements", &[]),
        Value::List(vec![Value::Int(4), Value::Int(7)])
    );
    assert_eq!(run.call("eye", "get_victim_severity", &[]), Value::Int(3));
    assert_eq!(run.call("eye", "get_robot_abilities", &[]), Value::List(vec![Value::Int(1), Value::Int(2)]));
}

#[test]
fn cone_has_the_angle_and_distance_of_the_properties() {
    let scene = |properties| {
        let mut run = rescuer(properties)
            .object(victim("aside", [2.0, 5.0, 0.0], json!({})))
            .object(victim("away", [12.0, 0.0, 0.0], json!({})))
            .run();
        run.step(1);
        names(&run)
    };
    assert_eq!(scene(json!({})), [""; 0]);
    assert_eq!(scene(json!({"Angle": 140.0})), ["aside"]);
    assert_eq!(scene(json!({"Angle": 180.0})), ["aside"]);
    assert_eq!(scene(json!({"Distance": 15.0})), ["away"]);
}

#[test]
fn every_reading_has_the_victims_of_its_tick() {
    let mut run = rescuer(json!({"Freq": 9}))
        .with("options", json!({"radars": [{"property": "Injured", "tick_skip": 9}]}));
    run = run.object(victim("ahead", [5.0, 0.0, 0.0], json!({})));
    let mut run = run.actuator("teleport", "teleport.Teleport").run();
    run.step(1);
    assert_eq!(names(&run), ["ahead"]);
    run.command(
        "teleport",
        &[("x", 0.0), ("y", 0.0), ("z", 1.0), ("yaw", 3.0), ("pitch", 0.0), ("roll", 0.0)],
    );
    run.step(2);
    assert_eq!(names(&run), [""; 0]);
}

#[test]
fn nearest_victim_is_healed_as_far_as_the_abilities_allow() {
    let mut run = rescuer(json!({}))
        .object(victim("far", [1.9, -0.5, 0.0], json!({})))
        .object(victim("near", [1.5, 0.5, 0.0], json!({})))
        .run();
    run.step(1);
    assert_eq!(heal(&mut run, 9), None, "healing takes ten readings");
    run.step(2);
    let near = run.simulation.world().find("near").unwrap();
    assert_eq!(
        run.simulation.world().property(near, "Requirements"),
        Some(&PropertyValue::Text("3".to_owned()))
    );
    assert_eq!(run.simulation.world().property(near, "Severity"), Some(&PropertyValue::Int(10)));
    assert_eq!(run.simulation.world().color(near), Some([0.5, 0.5, 1.0]));
    // The remaining requirements need a different robot.
    let Some(Answer::Failed(error)) = heal(&mut run, 2) else { panic!("it was healed") };
    assert_eq!(error.to_string(), "Not equipped of helping victim");
}

#[test]
fn heal_answers_with_the_name_and_the_result() {
    let healed = |abilities: &str| {
        let mut run =
            rescuer(json!({"Abilities": abilities})).object(victim("eve", [1.5, 0.0, 0.0], json!({}))).run();
        run.step(1);
        (heal(&mut run, 12), run)
    };
    let (answer, _) = healed("2");
    assert_eq!(answer, Some(Answer::Success("Victim 'eve' partially healed".into())));
    let (answer, mut run) = healed("3,2,1");
    assert_eq!(answer, Some(Answer::Success("Victim 'eve' healed".into())));
    run.step(1);
    assert_eq!(run.call("eye", "get_victim_severity", &[]), Value::Int(0));
    assert_eq!(run.call("eye", "get_victim_requirements", &[]), Value::List(Vec::new()));
}

#[test]
fn healing_fails_if_the_robot_moves_away() {
    let scene = rescuer(json!({})).object(victim("eve", [1.5, 0.0, 0.0], json!({})));
    let mut run = scene.actuator("teleport", "teleport.Teleport").run();
    run.step(1);
    let (_, answers) = run.start("eye", "heal", &[]);
    run.step(5);
    run.command(
        "teleport",
        &[("x", -3.0), ("y", 0.0), ("z", 1.0), ("yaw", 0.0), ("pitch", 0.0), ("roll", 0.0)],
    );
    run.step(3);
    let Ok(Answer::Failed(error)) = answers.try_recv() else { panic!("it did not fail") };
    assert!(error.to_string().starts_with("No victim within range (2.00m)"), "{error}");
}

#[test]
fn services_without_a_victim_in_view_fail() {
    let mut run = rescuer(json!({})).run();
    run.step(1);
    assert_eq!(victims(&run), Map::new());
    for service in ["get_victim_requirements", "get_victim_severity"] {
        assert_eq!(refusal(&mut run, service), "No victim in view");
    }
    let Some(Answer::Failed(error)) = heal(&mut run, 2) else { panic!("healing did not fail") };
    assert_eq!(error.to_string(), "No victim in view");
}

#[test]
fn invalid_property_of_the_sensor_is_refused_by_name() {
    for (properties, message) in [
        (json!({"Angle": 180.5}), "Angle must be from 0.1 to 180, got 180.5"),
        (json!({"Angle": 0.0}), "Angle must be from 0.1 to 180, got 0"),
        (json!({"Distance": 0.0}), "Distance must be from 0.001 to …, got 0"),
        (json!({"Heal_range": -1.0}), "Heal_range must be from 0 to …, got -1"),
        (json!({"Freq": -1}), "Freq must be from 0 to …, got -1"),
        (json!({"Abilities": "1,all"}), "Abilities has \"all\""),
    ] {
        let refusal = rescuer(properties).refusal();
        assert!(refusal.contains("robot.eye") && refusal.contains(message), "{refusal}");
    }
    let refusal = rescuer(json!({})).with("options", json!({"radars": [1]})).refusal();
    assert!(refusal.contains("radars"), "{refusal}");
}

#[test]
fn service_heal_of_a_victim_reduces_its_severity_by_one() {
    let mut run = rescuer(json!({})).object(victim("eve", [1.5, 0.0, 0.0], json!({"Severity": 2}))).run();
    let eve = run.simulation.world().find("eve").unwrap();
    for (severity, injured) in [(1, true), (0, false), (0, false)] {
        assert!(matches!(run.simulation.call("eve", "heal", &[]), Some(Answer::Success(_))));
        let world = run.simulation.world();
        assert_eq!(world.property(eve, "Severity"), Some(&PropertyValue::Int(severity)));
        assert_eq!(world.property(eve, "Injured"), Some(&PropertyValue::Bool(injured)));
    }
}

#[test]
fn restored_healing_continues_to_the_same_digests() {
    let scene = || rescuer(json!({})).object(victim("eve", [1.5, 0.0, 0.0], json!({})));
    let mut first = scene().run();
    first.step(1);
    let _answers = first.start("eye", "heal", &[]);
    first.step(5);
    let snapshot = first.simulation.save().unwrap();
    let mut second = scene().run();
    second.simulation.restore(&snapshot).unwrap();
    for _ in 0..10 {
        assert_eq!(first.step(1).digest(), second.step(1).digest());
    }
    assert_eq!(victims(&first), victims(&second));
}
