//! Tests of cameras that report objects and classes: segmentation and bounding boxes.

use crate::common::cameras::{camera, image, with_box};
use crate::common::{Run, Scene, assert_close};
use morse_scene::value::{Map, Value};
use morse_sim::contract::data::Field;
use morse_sim::contract::data::image::Image;
use serde_json::{Value as Json, json};

const SEGMENTATION: &str = "segmentation_camera.SegmentationCamera";
const BOXES: &str = "bounding_box_camera.BoundingBoxCamera";
/// Width and height, and the focal length, of the images. [px]
const SIDE: f64 = 128.0;
const FOCAL: f64 = SIDE * 35.0 / 32.0;

fn properties() -> Json {
    json!({"cam_width": 128, "cam_height": 128, "cam_focal": 35.0})
}

/// A cat in front, half of which hides the right half of a dog behind it, and a stone without a class. All are cubes of 1 m.
fn pets(class: &str, properties: Json) -> Scene {
    let half = [0.5; 3];
    let scene = with_box(camera(class, properties), "cat", [5.0, 0.0, 1.0], half, 0.0);
    let scene = scene.with("properties", json!({"Label": "Tom", "Type": "cat"}));
    let scene = with_box(scene, "dog", [8.0, 0.5, 1.0], half, 0.0).with("properties", json!({"Type": "dog"}));
    with_box(scene, "stone", [6.0, -2.0, 1.0], half, 0.0)
}

fn step(scene: Scene) -> Run {
    let mut run = scene.listen("camera").run();
    run.step(1);
    run
}

fn list(run: &Run, field: &str) -> Vec<Map> {
    let data = run.simulation.data("robot.camera").unwrap().to_map();
    let entries = data.get(field).unwrap().as_list().unwrap();
    entries.iter().map(|entry| entry.as_map().unwrap().clone()).collect()
}

fn number(map: &Map, name: &str) -> f64 {
    map.get(name).unwrap().as_f64().unwrap()
}

fn text<'a>(map: &'a Map, name: &str) -> &'a str {
    map.get(name).unwrap().as_str().unwrap()
}

fn classes(run: &Run) -> &Image {
    let data = run.simulation.data("robot.camera").unwrap();
    let Some(Field::Image(image)) = data.get(data.index_of("classes").unwrap()) else { panic!("no image") };
    image
}

/// The label of the pixel that shows a point in the frame of the camera.
fn label_at(image: &Image, [x, y, z]: [f64; 3]) -> i32 {
    let place = |along: f64| (FOCAL * along / z + SIDE / 2.0).floor() as usize;
    image.labels().nth(place(y) * image.width as usize + place(x)).unwrap()
}

#[test]
fn each_pixel_has_the_object_and_the_class_of_its_surface() {
    let run = step(pets(SEGMENTATION, properties()));
    let table = list(&run, "labels");
    let of = |name: &str| table.iter().find(|entry| text(entry, "name") == name).unwrap();
    let id = |name: &str| of(name).get("id").unwrap().as_i64().unwrap() as i32;
    let class = |name: &str| of(name).get("class_id").unwrap().as_i64().unwrap() as i32;
    assert_eq!(
        (text(of("Tom"), "class"), text(of("dog"), "class"), text(of("stone"), "class")),
        ("cat", "dog", "")
    );
    assert_eq!((class("Tom"), class("dog"), class("stone")), (1, 2, 0));
    // The fronts are 0.5 m nearer than the middles. The dog is visible to the left of the cat.
    let places = [
        ("Tom", [0.0, 0.0, 4.5]),
        ("Tom", [-0.45, 0.45, 4.5]),
        ("dog", [-0.95, 0.0, 7.5]),
        ("stone", [2.0, 0.0, 5.5]),
    ];
    for (name, place) in places {
        assert_eq!(label_at(image(&run, "camera"), place), id(name), "{name}");
        assert_eq!(label_at(classes(&run), place), class(name), "{name}");
    }
    // Above the horizon, there is only the sky.
    assert_eq!(
        (label_at(image(&run, "camera"), [0.0, -1.0, 3.0]), label_at(classes(&run), [0.0, -1.0, 3.0])),
        (0, 0)
    );
    // The number of pixels is that of the front in closed form: (1 m · f / 4.5 m)².
    let cat = image(&run, "camera").labels().filter(|&label| label == id("Tom")).count() as f64;
    let side = FOCAL / 4.5;
    assert!((cat - side * side).abs() < 2.0 * side, "{cat} {}", side * side);
}

#[test]
fn classes_have_the_numbers_that_the_scene_fixes() {
    let mut fixed = properties();
    fixed["classes"] = json!("car, dog");
    let run = step(pets(SEGMENTATION, fixed));
    let ids: Vec<(String, i64)> = list(&run, "labels")
        .iter()
        .map(|entry| (text(entry, "class").to_owned(), entry.get("class_id").unwrap().as_i64().unwrap()))
        .filter(|(_, id)| *id != 0)
        .collect();
    assert_eq!(ids, [("cat".to_owned(), 3), ("dog".to_owned(), 2)]);
    let mut twice = properties();
    twice["classes"] = json!("car,car");
    let refusal = pets(SEGMENTATION, twice).refusal();
    assert!(refusal.contains("classes is \"car,car\"; allowed are different names"), "{refusal}");
}

#[test]
fn parts_of_a_robot_belong_to_the_robot() {
    let scene = camera(SEGMENTATION, properties());
    let other = json!({"name": "other", "kind": "robot", "class": crate::common::ATRV, "location": [5.0, 0.0, 0.1],
            "model": {"file": "robots/atrv"}});
    let run = step(scene.object(other));
    let table = list(&run, "labels");
    let seen: std::collections::BTreeSet<i32> =
        image(&run, "camera").labels().filter(|&label| label != 0).collect();
    let names: Vec<&str> = table
        .iter()
        .filter(|entry| seen.contains(&(number(entry, "id") as i32)))
        .map(|entry| text(entry, "name"))
        .collect();
    assert!(names.contains(&"other") && names.iter().all(|name| !name.contains('.')), "{names:?}");
}

fn flat(entry: &Map, name: &str) -> [f64; 4] {
    let one = entry.get(name).unwrap().as_map().unwrap();
    ["x", "y", "width", "height"].map(|part| number(one, part))
}

/// Asserts that a box has these edges, to less than a pixel each.
fn assert_edges([x, y, width, height]: [f64; 4], [left, right, top, bottom]: [f64; 4]) {
    for (found, expected) in [(x, left), (x + width, right), (y, top), (y + height, bottom)] {
        assert!(
            (found - expected).abs() <= 1.0,
            "{:?} {:?}",
            [x, y, width, height],
            [left, right, top, bottom]
        );
    }
}

#[test]
fn boxes_in_the_image_have_their_closed_form_with_and_without_occlusion() {
    let run = step(pets(BOXES, properties()));
    let boxes = list(&run, "boxes");
    let names: Vec<&str> = boxes.iter().map(|entry| text(entry, "name")).collect();
    assert_eq!(names, ["Tom", "dog"], "the stone has no label");
    let at = |along: f64, z: f64| FOCAL * along / z + SIDE / 2.0;
    let cat = [at(-0.5, 4.5), at(0.5, 4.5), at(-0.5, 4.5), at(0.5, 4.5)];
    assert_edges(flat(&boxes[0], "visible"), cat);
    assert_edges(flat(&boxes[0], "full"), cat);
    assert_eq!(number(&boxes[0], "occlusion"), 0.0);
    // The front of the dog is from x = -1 to 0 at 7.5 m; its right side, at 8.5 m, does not reach farther.
    let dog = [at(-1.0, 7.5), at(0.0, 8.5), at(-0.5, 7.5), at(0.5, 7.5)];
    assert_edges(flat(&boxes[1], "full"), dog);
    // The edge of the cat hides everything to the right of it.
    assert_edges(flat(&boxes[1], "visible"), [dog[0], cat[0], dog[2], dog[3]]);
    let expected = (dog[1] - cat[0]) / (dog[1] - dog[0]);
    assert!(
        (number(&boxes[1], "occlusion") - expected).abs() < 0.05,
        "{expected}: {}",
        number(&boxes[1], "occlusion")
    );
}

#[test]
fn boxes_in_space_are_along_the_axes_of_the_object_in_the_frame_of_the_camera() {
    let scene = with_box(camera(BOXES, properties()), "car", [6.0, 1.0, 1.5], [1.0, 0.5, 0.25], 0.4);
    let run = step(scene.with("properties", json!({"Type": "car"})));
    let boxes = list(&run, "boxes");
    let numbers = |name: &str| {
        let parts = boxes[0].get(name).unwrap().as_list().unwrap();
        <[f64; 3]>::try_from(parts.iter().map(|part| part.as_f64().unwrap()).collect::<Vec<_>>()).unwrap()
    };
    assert_close(numbers("position"), [-1.0, -0.5, 6.0], 1e-9);
    assert_close(numbers("size"), [2.0, 1.0, 0.5], 1e-6);
    // The longest axis of the car is at 0.4 rad to the left of the optical axis.
    let turned = boxes[0].get("orientation").unwrap().as_map().unwrap();
    let [x, y, z, w] = ["x", "y", "z", "w"].map(|part| number(turned, part));
    let axis = glam::DQuat::from_xyzw(x, y, z, w) * glam::DVec3::X;
    assert_close(axis.to_array(), [-0.4_f64.sin(), 0.0, 0.4_f64.cos()], 1e-9);
}

#[test]
fn occluded_objects_are_reported_only_on_request() {
    let scene = |least: i64| {
        let mut properties = properties();
        properties["min_pixels"] = json!(least);
        let scene = with_box(camera(BOXES, properties), "wall", [4.0, 0.0, 1.0], [0.1, 3.0, 3.0], 0.0);
        let scene = with_box(scene, "cat", [6.0, 0.0, 1.0], [0.5; 3], 0.0);
        let scene = scene.with("properties", json!({"Type": "cat"}));
        with_box(scene, "behind", [-6.0, 0.0, 1.0], [0.5; 3], 0.0).with("properties", json!({"Type": "cat"}))
    };
    assert_eq!(list(&step(scene(1)), "boxes").len(), 0);
    let boxes = list(&step(scene(0)), "boxes");
    assert_eq!((boxes.len(), number(&boxes[0], "occlusion")), (1, 1.0));
    assert_eq!(flat(&boxes[0], "visible"), [0.0; 4]);
    assert_eq!(boxes[0].get("name"), Some(&Value::from("cat")));
}
