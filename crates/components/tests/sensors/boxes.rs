//! Tests of semantic cameras in the environment `boxes`, with the results that clients of the original expect.

use std::f64::consts::{FRAC_PI_4, PI};
use std::path::{Path, PathBuf};

use crate::common::cameras::mounted;
use crate::common::{ATRV, INSTALLED, Run, Scene, assert_close, own_models};
use morse_scene::value::{Map, Value};
use morse_sim::contract::data::Field;
use serde_json::{Value as Json, json};

/// Model folders: the folder of the project, and the folder of the original if it is installed.
fn folders() -> Vec<PathBuf> {
    let installed = Some(Path::new(INSTALLED)).filter(|folder| folder.exists()).map(Path::to_owned);
    [own_models()].into_iter().chain(installed).collect()
}

/// A robot with a semantic camera 0.3 m ahead of its middle and 0.76 m above the ground, after a second.
fn looking(folder: &Path, location: [f64; 3], yaw: f64, properties: Json) -> Run {
    let mut run = Scene::new()
        .models(folder)
        .in_environment("indoors-1/boxes")
        .robot(ATRV)
        .at(location, yaw)
        .sensor("camera", "semantic_camera.SemanticCamera")
        .with("rotation", mounted())
        .with("location", json!([0.3, 0.0, 0.66]))
        .with("properties", properties)
        .run();
    run.seconds(1.0);
    // The camera is idle until a client requests data.
    run.call("camera", "get_local_data", &[]);
    run
}

fn visible_objects(run: &Run) -> Vec<Map> {
    let data = run.simulation.data("robot.camera").unwrap();
    let Some(Field::List(objects)) = data.index_of("visible_objects").and_then(|index| data.get(index))
    else {
        panic!("no list of objects")
    };
    objects.iter().map(|object| object.as_map().unwrap().clone()).collect()
}

fn name(object: &Map) -> &str {
    object.get("name").and_then(Value::as_str).unwrap()
}

fn position(object: &Map) -> [f64; 3] {
    let Some(Value::List(position)) = object.get("position") else { panic!("no position") };
    std::array::from_fn(|axis| position[axis].as_f64().unwrap())
}

fn orientation(object: &Map) -> [f64; 4] {
    let parts = object.get("orientation").and_then(Value::as_map).unwrap();
    let [x, y, z, w] = ["x", "y", "z", "w"].map(|part| parts.get(part).and_then(Value::as_f64).unwrap());
    // A quaternion and its negative are the same rotation.
    if x < 0.0 { [-x, -y, -z, -w] } else { [x, y, z, w] }
}

#[test]
fn only_the_blue_box_is_in_view_from_the_center() {
    for folder in folders() {
        let run = looking(&folder, [0.0; 3], 5.0 * FRAC_PI_4, json!({}));
        let [object] = <[Map; 1]>::try_from(visible_objects(&run)).unwrap();
        assert_eq!(name(&object), "BlueBox");
        let [x, y, _] = position(&object);
        assert_close([x, y], [-3.5, -3.0], 0.1);
    }
}

#[test]
fn red_box_is_in_view_with_a_pose_in_the_world_or_relative_to_the_camera() {
    for folder in folders() {
        let look = |relative: bool| {
            let run = looking(&folder, [-5.0, 0.0, 0.0], PI, json!({"relative": relative}));
            let [object] = <[Map; 1]>::try_from(visible_objects(&run)).unwrap();
            assert_eq!(name(&object), "RedBox");
            object
        };
        let [x, y, _] = position(&look(false));
        assert_close([x, y], [-7.5, 0.0], 0.1);
        let relative = look(true);
        assert_close(position(&relative), [0.0, -0.2, 2.2], 0.1);
        assert_close(orientation(&relative), [0.5, 0.5, -0.5, 0.5], 0.1);
    }
}

#[test]
fn no_object_is_in_view_in_an_empty_direction() {
    for folder in folders() {
        let run = looking(&folder, [0.0; 3], 0.0, json!({}));
        assert_eq!(visible_objects(&run), []);
    }
}
