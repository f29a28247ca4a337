//! Thermometer: fires by property, distance and temperature.

use crate::common::{FAKE, Scene, assert_close};
use serde_json::{Value as Json, json};

/// A ball at a distance from the sensor, with these properties.
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
fn without_fire_it_is_as_warm_as_the_scene_says() {
    let wood = [ball("wood", 1.0, json!({"Wood": 300}))];
    assert_eq!(temperature(&wood, json!({})), 15.0);
    assert_eq!(temperature(&wood, json!({"DefaultTemperature": -3})), -3.0);
    assert_eq!(temperature(&wood, json!({"DefaultTemperature": " 21.5 "})), 21.5);
}

#[test]
fn a_fire_is_as_hot_as_its_property_says() {
    let beside = |value: Json| temperature(&[ball("fire", 0.0, json!({"Fire": value}))], json!({})) - 15.0;
    assert_close([beside(json!(350.5)), beside(json!(80)), beside(json!(-10.0))], [350.5, 80.0, -10.0], 1e-9);
    // A property that is not a number, such as a boolean, gives the default fire temperature.
    assert_close([beside(json!(true)), beside(json!("hot")), beside(json!(null))], [200.0; 3], 1e-9);
}

#[test]
fn fires_add_up_and_fade_with_the_distance() {
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
fn the_property_that_burns_can_be_another_one_even_later() {
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
fn a_temperature_that_is_none_is_refused() {
    for bad in [json!("warm"), json!("inf"), json!(null)] {
        let scene = Scene::new()
            .robot(FAKE)
            .sensor("it", "thermometer.Thermometer")
            .with("properties", json!({"DefaultTemperature": bad}));
        let refusal = scene.refusal();
        assert!(refusal.contains("robot.it") && refusal.contains("DefaultTemperature"), "{refusal}");
    }
}
