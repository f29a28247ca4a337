//! Tests of the thermometer: fires by property, distance and temperature.

use crate::common::{FAKE, Scene, assert_close};
use serde_json::{Value as Json, json};

/// A ball with properties at a distance from the sensor.
fn ball(name: &str, distance: f64, properties: Json) -> Json {
    json!({"name": name, "kind": "object", "location": [0.0, distance, 0.0], "properties": properties,
        "shape": {"kind": "sphere", "radius": 0.1}})
}

fn temperature(objects: &[Json], properties: Json) -> f64 {
    let mut scene = Scene::new();
    for object in objects {
        scene = scene.object(object.clone());
    }
    let mut run =
        scene.robot(FAKE).sensor("it", "thermometer.Thermometer").with("properties", properties).run();
    run.step(1).read("it", "temperature")
}

#[test]
fn temperature_without_fire_is_the_default_temperature() {
    let wood = [ball("wood", 1.0, json!({"Wood": 300}))];
    assert_eq!(temperature(&wood, json!({})), 15.0);
    assert_eq!(temperature(&wood, json!({"DefaultTemperature": -3})), -3.0);
    assert_eq!(temperature(&wood, json!({"DefaultTemperature": " 21.5 "})), 21.5);
}

#[test]
fn temperature_of_a_fire_is_the_value_of_its_property() {
    let beside = |value: Json| temperature(&[ball("fire", 0.0, json!({"Fire": value}))], json!({})) - 15.0;
    assert_close([beside(json!(350.5)), beside(json!(80)), beside(json!(-10.0))], [350.5, 80.0, -10.0], 1e-9);
    // A property that is not a number, such as a boolean, gives the default fire temperature.
    assert_close([beside(json!(true)), beside(json!("hot")), beside(json!(null))], [200.0; 3], 1e-9);
}

#[test]
fn heat_of_fires_adds_up_and_decreases_with_distance() {
    let fires = [ball("near", 2.0, json!({"Fire": true})), ball("far", 10.0, json!({"Fire": 400.0}))];
    let near = 200.0 * (-0.4_f64).exp();
    let far = 400.0 * (-2.0_f64).exp();
    assert_close([temperature(&fires, json!({}))], [15.0 + near + far], 1e-9);
    assert_close([temperature(&fires, json!({"Range": 10.0}))], [15.0 + near], 1e-9);
    assert_close([temperature(&fires, json!({"Range": 2.0}))], [15.0], 1e-9);
    let burning = json!({"Alpha": 0.1, "FireTemperature": 300.0, "Range": 5});
    assert_close([temperature(&fires, burning)], [15.0 + 300.0 * (-0.2_f64).exp()], 1e-9);
}

#[test]
fn fire_tag_can_be_changed_at_the_start_and_later() {
    let fires = [ball("fire", 0.0, json!({"Fire": 100})), ball("stove", 0.0, json!({"Stove": 60}))];
    assert_close([temperature(&fires, json!({"FireTag": "Stove"}))], [75.0], 1e-9);
    let [fire, stove] = fires;
    let mut run =
        Scene::new().object(fire).object(stove).robot(FAKE).sensor("it", "thermometer.Thermometer").run();
    assert_close([run.step(1).read("it", "temperature")], [115.0], 1e-9);
    run.call("it", "set_property", &["FireTag".into(), "Stove".into()]);
    assert_close([run.step(1).read("it", "temperature")], [75.0], 1e-9);
}

#[test]
fn invalid_temperature_is_refused() {
    for bad in [json!("warm"), json!("inf"), json!(null)] {
        let scene = Scene::new()
            .robot(FAKE)
            .sensor("it", "thermometer.Thermometer")
            .with("properties", json!({"DefaultTemperature": bad}));
        let refusal = scene.refusal();
        assert!(refusal.contains("robot.it") && refusal.contains("DefaultTemperature"), "{refusal}");
    }
}
