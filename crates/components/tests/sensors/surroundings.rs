//! Tests of sensors of the environment: Proximity, RadarAltimeter, Collision.

use crate::common::{ATRV, FAKE, Run, Scene, assert_close};
use morse_scene::value::{Map, Value};
use morse_sim::contract::service::Answer;
use serde_json::{Value as Json, json};

fn thing(name: &str, location: [f64; 3], properties: Json) -> Json {
    json!({"name": name, "kind": "object", "location": location, "properties": properties,
        "shape": {"kind": "cube", "half_extents": [0.5, 0.5, 0.5]}, "body": {"physics": "STATIC"}})
}

fn value(run: &Run, component: &str, field: &str) -> Value {
    run.simulation.data(&format!("robot.{component}")).unwrap().to_map().get(field).unwrap().clone()
}

fn near(run: &Run) -> Vec<(String, f64)> {
    assert_eq!(value(run, "near", "near_objects"), value(run, "near", "near_robots"));
    let Value::Map(near) = value(run, "near", "near_objects") else {
        panic!("near_objects is not a dictionary")
    };
    near.into_iter().map(|(name, distance)| (name, distance.as_f64().unwrap())).collect()
}

fn proximity(properties: Json) -> Scene {
    Scene::new()
        .robot(FAKE)
        .sensor("near", "proximity.Proximity")
        .with("location", json!([0.0, 0.0, 5.0]))
        .with("properties", properties)
        .object(thing("rock", [3.0, 0.0, 4.0], json!({"Rock": false})))
        .object(json!({"name": "other", "kind": "robot", "class": ATRV, "model": {"file": "robots/atrv"}, "location": [0.0, 9.9, 0.0],
            "properties": {"Robot_Tag": true}}))
        .object(json!({"name": "far", "kind": "robot", "class": FAKE, "location": [0.0, -10.1, 0.0],
            "properties": {"Robot_Tag": true}}))
}

#[test]
fn proximity_measures_distances_from_the_robot_to_tracked_objects() {
    let mut run = proximity(json!({"Range": 10.0})).run();
    run.step(1);
    let [(name, distance)] = <[_; 1]>::try_from(near(&run)).unwrap();
    assert_eq!(name, "other");
    // The frame of the second robot is 0.1 m above its set position.
    assert_close([distance], [9.9_f64.hypot(0.1)], 1e-6);
}

#[test]
fn services_change_tag_and_range_of_proximity() {
    let mut run = proximity(json!({})).run();
    assert_eq!(run.step(1).call("near", "set_range", &[50.0.into()]), Value::Null);
    let names = |run: &Run| near(run).into_iter().map(|(name, _)| name).collect::<Vec<_>>();
    run.step(1);
    assert_eq!(names(&run), ["other", "far"]);
    // The value of the property has no effect.
    run.call("near", "set_tracked_tag", &["Rock".into()]);
    run.step(1);
    assert_eq!(near(&run), [("rock".to_owned(), 5.0)]);
    run.call("near", "set_range", &[5.0.into()]);
    run.step(1);
    assert_eq!(near(&run).len(), 1, "the range is inclusive");
    run.call("near", "set_tracked_tag", &["Nothing".into()]);
    run.step(1);
    assert_eq!(near(&run), []);
}

#[test]
fn invalid_range_is_refused() {
    let mut run = proximity(json!({})).run();
    for bad in [Value::Float(-1.0), Value::Float(f64::NAN), "far".into()] {
        let answer = run.simulation.call("robot.near", "set_range", std::slice::from_ref(&bad));
        assert!(matches!(answer, Some(Answer::Failed(_))), "{bad:?} {answer:?}");
    }
    run.step(1);
    assert_eq!(near(&run).len(), 2);
    let refusal = proximity(json!({"Range": -1.0})).refusal();
    assert!(
        refusal.contains("robot.near") && refusal.contains("Range must be from 0 to …, got -1"),
        "{refusal}"
    );
}

#[test]
fn near_objects_survive_a_snapshot() {
    let mut first = proximity(json!({})).run();
    first.step(3);
    let snapshot = first.simulation.save().unwrap();
    let mut second = proximity(json!({})).run();
    second.simulation.restore(&snapshot).unwrap();
    assert_eq!(near(&second), near(&first));
    assert_eq!(first.step(1).digest(), second.step(1).digest());
}

fn altitude(location: [f64; 3], rotation: [f64; 3], properties: Json) -> f64 {
    let mut run = Scene::new()
        .robot(FAKE)
        .at(location, 0.0)
        .with("rotation", json!(rotation))
        .sensor("height", "radar_altimeter.RadarAltimeter")
        .with("properties", properties)
        .object(thing("crate", [5.0, 0.0, 0.5], json!({})))
        .run();
    run.step(1).read("height", "z")
}

#[test]
fn altimeter_measures_vertically_at_any_attitude() {
    for rotation in [[0.0; 3], [1.0, 0.5, 2.0], [3.1, 0.0, 0.0]] {
        assert_close([altitude([0.0, 0.0, 20.0], rotation, json!({}))], [20.0], 1e-3);
        assert_close([altitude([5.0, 0.0, 20.0], rotation, json!({}))], [19.0], 1e-3);
    }
}

#[test]
fn altitude_out_of_range_is_infinite() {
    assert_eq!(altitude([0.0, 0.0, 31.0], [0.0; 3], json!({})), f64::INFINITY);
    assert_eq!(altitude([300.0, 0.0, 1.0], [0.0; 3], json!({})), f64::INFINITY);
    assert_close([altitude([0.0, 0.0, 31.0], [0.0; 3], json!({"MaxRange": 40.0}))], [31.0], 1e-3);
    let scene = |range: f64| {
        Scene::new()
            .robot(FAKE)
            .sensor("height", "radar_altimeter.RadarAltimeter")
            .with("properties", json!({"MaxRange": range}))
    };
    for bad in [0.0, -1.0] {
        assert!(scene(bad).refusal().contains("MaxRange"), "{bad}");
    }
}

/// An ATRV with a contact sensor in front, and a second ATRV farther ahead.
fn bumper(properties: Json, x: f64) -> Scene {
    Scene::new()
        .robot(ATRV)
        .sensor("bumper", "collision.Collision")
        .with("location", json!([0.7, 0.0, 0.2]))
        .with("scale", json!([0.02, 0.02, 0.02]))
        .with("properties", properties)
        .object(json!({"name": "other", "kind": "robot", "class": ATRV, "model": {"file": "robots/atrv"}, "location": [x, 0.0, 0.0],
            "properties": {"Robot_Tag": true}}))
}

fn touch(run: &Run) -> (Value, Value) {
    (value(run, "bumper", "collision"), value(run, "bumper", "objects"))
}

#[test]
fn contact_sensor_reports_touching_objects_except_its_own_robot() {
    // At this height the second robot begins 0.553 m in front of its center; the sensor ends 0.72 m ahead.
    let none = (Value::Bool(false), Value::from(""));
    let mut run = bumper(json!({}), 1.3).run();
    run.step(1);
    assert_eq!(touch(&run), none);
    let mut run = bumper(json!({}), 1.26).run();
    run.step(1);
    assert_eq!(touch(&run), (Value::Bool(true), Value::from("other")));
    let mut run = bumper(json!({"only_objects_with_property": "Robot_Tag"}), 1.26).run();
    run.step(1);
    assert_eq!(touch(&run).1, Value::from("other"));
    let mut run = bumper(json!({"only_objects_with_property": "Ball"}), 1.26).run();
    run.step(1);
    assert_eq!(touch(&run), none);
}

#[test]
fn several_touching_objects_are_listed_in_scene_order() {
    // Between the two robots, and inside of neither.
    let crate_ = json!({"name": "crate", "kind": "object", "location": [0.685, 0.03, 0.3],
        "shape": {"kind": "cube", "half_extents": [0.02, 0.02, 0.3]}, "body": {"physics": "STATIC"}});
    let mut run = bumper(json!({}), 1.26).object(crate_).run();
    run.step(1);
    assert_eq!(touch(&run), (Value::Bool(true), Value::from("other,crate")));
}

#[test]
fn contact_sensor_publishes_only_during_contact() {
    let mut run = bumper(json!({}), 2.0).listen("bumper").actuator("motion", "v_omega.MotionVW").run();
    run.command("motion", &[("v", 1.0), ("w", 0.0)]);
    run.step(30);
    assert_eq!(run.received(), Vec::<Map>::new());
    run.step(90);
    let received = run.received();
    assert!(!received.is_empty());
    for message in received {
        assert_eq!(message.get("collision"), Some(&Value::Bool(true)));
        assert_eq!(message.get("objects"), Some(&Value::from("other")));
    }
}
