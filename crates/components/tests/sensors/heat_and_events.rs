//! Tests of thermal cameras and event cameras, against closed forms.

use crate::common::cameras::{camera, image, number, with_box};
use crate::common::{Run, Scene};
use morse_scene::value::Value;
use morse_sim::contract::data::Field;
use serde_json::{Value as Json, json};

const THERMAL: &str = "thermal_camera.ThermalCamera";
const EVENTS: &str = "event_camera.EventCamera";
/// Frequency of the steps of the tests. [Hz]
const RATE_HZ: f64 = 60.0;

fn thermal(mut properties: Json) -> Scene {
    properties["cam_width"] = json!(64);
    properties["cam_height"] = json!(64);
    camera(THERMAL, properties)
}

fn step(scene: Scene) -> Run {
    let mut run = scene.listen("camera").run();
    run.step(1);
    run
}

#[test]
fn temperatures_are_those_of_objects_and_their_parents() {
    let scene = thermal(json!({"netd": 0.0, "ambient": 15.0, "sky": -30.0}));
    let scene = with_box(scene, "oven", [5.0, 0.0, 1.0], [0.5; 3], 0.0);
    let scene = scene.with("properties", json!({"Temperature": 180.0}));
    let scene = with_box(scene, "steel", [5.0, 1.2, 1.0], [0.5; 3], 0.0);
    let scene = scene.with("properties", json!({"Temperature": 180.0, "Emissivity": 0.25}));
    let run = step(with_box(scene, "stone", [5.0, -1.2, 1.0], [0.5; 3], 0.0));
    let at = |column: u32, row: u32| number(image(&run, "camera"), column, row);
    assert_eq!(at(32, 32), 180.0);
    let kelvin = |degrees: f64| (degrees + 273.15).powi(4);
    let expected = (0.25 * kelvin(180.0) + 0.75 * kelvin(15.0)).powf(0.25) - 273.15;
    assert!((f64::from(at(18, 32)) - expected).abs() < 1e-4, "{} {expected}", at(18, 32));
    assert!((at(46, 32) - 15.0).abs() < 1e-4);
    assert_eq!(at(32, 2), -30.0);
}

#[test]
fn noise_of_temperatures_has_its_standard_deviation() {
    let wall = with_box(thermal(json!({"netd": 0.2})), "wall", [5.0, 0.0, 1.0], [0.5, 30.0, 30.0], 0.0);
    let run = step(wall.with("properties", json!({"Temperature": 40.0})));
    // The upper half shows only the wall.
    let all: Vec<f64> = image(&run, "camera").floats().take(32 * 64).map(f64::from).collect();
    let mean = all.iter().sum::<f64>() / all.len() as f64;
    let variance = all.iter().map(|it| (it - mean).powi(2)).sum::<f64>() / all.len() as f64;
    assert!((mean - 40.0).abs() < 0.02 && (variance.sqrt() / 0.2 - 1.0).abs() < 0.05, "{mean} {variance}");
}

/// Column, row, time and polarity of each event of the newest reading.
fn events(run: &Run) -> Vec<[f64; 4]> {
    let data = run.simulation.data("robot.camera").unwrap();
    let floats = |name: &str| {
        let Some(Field::Floats(numbers)) = data.get(data.index_of(name).unwrap()) else {
            panic!("no {name}")
        };
        numbers.to_vec()
    };
    let [columns, rows, times, polarities] = ["columns", "rows", "times", "polarities"].map(floats);
    (0..columns.len()).map(|nth| [columns[nth], rows[nth], times[nth], polarities[nth]]).collect()
}

/// A camera that is moved so that a box leaves its view, and the light of the middle pixel with and without it.
fn vanishing(properties: Json) -> (Run, f64, f64) {
    let color = |visible: bool| {
        let scene = camera("video_camera.VideoCamera", json!({"cam_width": 32, "cam_height": 32}));
        let scene = if visible { boxed(scene) } else { scene };
        let run = step(scene);
        let linear = |byte: u8| {
            let part = f64::from(byte) / 255.0;
            if part <= 0.040_45 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
        };
        let [red, green, blue, _] = crate::common::cameras::pixel(image(&run, "camera"), 16, 12);
        0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
    };
    let mut common = json!({"cam_width": 32, "cam_height": 32});
    for (name, value) in properties.as_object().unwrap() {
        common[name] = value.clone();
    }
    let mut run = boxed(camera(EVENTS, common)).actuator("port", "teleport.Teleport").listen("camera").run();
    run.step(3);
    assert!(events(&run).is_empty(), "a still scene has no events");
    run.call("port", "translate", &[0.0, 500.0, 0.0].map(Value::Float));
    for _ in 0..3 {
        run.step(1);
        if !events(&run).is_empty() {
            break;
        }
    }
    (run, color(true), color(false))
}

/// A plate in front of the camera.
fn boxed(scene: Scene) -> Scene {
    with_box(scene, "plate", [4.5, 0.0, 1.0], [0.5, 3.0, 3.0], 0.0)
}

#[test]
fn number_and_times_of_events_follow_from_the_change_of_light() {
    let (run, before, after) = vanishing(json!({"contrast_on": 0.25, "contrast_off": 0.25}));
    let change = (after + 3e-4).ln() - (before + 3e-4).ln();
    let expected = (change.abs() / 0.25) as usize;
    assert!(expected >= 2, "{before} {after}");
    let mine: Vec<[f64; 4]> = events(&run).into_iter().filter(|event| event[..2] == [16.0, 12.0]).collect();
    assert_eq!(mine.len(), expected, "{change}");
    for (nth, event) in (1..).zip(&mine) {
        let share = f64::from(nth) * 0.25 / change.abs();
        assert!((event[2] - (share - 1.0) / RATE_HZ).abs() < 1e-4, "{event:?} {share}");
        assert_eq!(event[3], change.signum());
    }
    let times: Vec<f64> = events(&run).iter().map(|event| event[2]).collect();
    assert!(times.is_sorted() && times.iter().all(|time| (-1.0 / RATE_HZ..=0.0).contains(time)));
}

#[test]
fn refractory_time_suppresses_further_events_of_a_pixel() {
    let (run, ..) = vanishing(json!({"contrast_on": 0.1, "contrast_off": 0.1, "refractory_time": 1.0}));
    let mut places: Vec<[u32; 2]> =
        events(&run).iter().map(|event| [event[0] as u32, event[1] as u32]).collect();
    let count = places.len();
    places.sort_unstable();
    places.dedup();
    assert!(count > 100 && places.len() == count, "{count} {}", places.len());
}
