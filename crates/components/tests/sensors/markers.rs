//! Tests of the marker detector: poses, errors, and the conditions of a detection.

use std::f64::consts::{FRAC_PI_2, SQRT_2};

use crate::common::cameras::{camera, with_box};
use crate::common::{Run, Scene, assert_close};
use morse_scene::value::{Map, Value};
use serde_json::{Value as Json, json};

const DETECTOR: &str = "marker_detector.MarkerDetector";
/// Focal length of an image of 640 x 480 pixels. [px]
const FOCAL: f64 = 640.0 * 25.0 / 32.0;

fn detector(properties: Json) -> Scene {
    let mut all = json!({"cam_width": 640, "cam_height": 480, "cam_focal": 25.0});
    all.as_object_mut().unwrap().extend(properties.as_object().unwrap().clone());
    camera(DETECTOR, all)
}

/// Adds a marker that faces the camera, turned about the vertical. [m, rad]
fn with_marker(scene: Scene, name: &str, file: &str, location: [f64; 3], yaw: f64) -> Scene {
    scene.object(json!({"name": name, "kind": "object", "location": location,
        "rotation": [FRAC_PI_2, 0.0, yaw - FRAC_PI_2], "model": {"file": format!("fiducials/{file}")}}))
}

fn markers(run: &Run) -> Vec<Map> {
    let data = run.simulation.data("robot.camera").unwrap().to_map();
    let entries = data.get("markers").unwrap().as_list().unwrap();
    entries.iter().map(|entry| entry.as_map().unwrap().clone()).collect()
}

fn step(scene: Scene) -> Run {
    let mut run = scene.listen("camera").run();
    run.step(1);
    run
}

fn floats<const N: usize>(value: &Value) -> [f64; N] {
    let all: Vec<f64> = value.as_list().unwrap().iter().map(|number| number.as_f64().unwrap()).collect();
    all.try_into().unwrap()
}

fn corners(marker: &Map) -> Vec<[f64; 2]> {
    marker.get("corners").unwrap().as_list().unwrap().iter().map(floats).collect()
}

fn position(marker: &Map) -> [f64; 3] {
    floats(marker.get("position").unwrap())
}

/// Families and numbers of the detected markers.
fn found(scene: Scene) -> Vec<(String, i64)> {
    let name = |marker: &Map| {
        let family = marker.get("family").unwrap().as_str().unwrap().to_owned();
        (family, marker.get("id").unwrap().as_i64().unwrap())
    };
    markers(&step(scene)).iter().map(name).collect()
}

#[test]
fn markers_of_all_families_are_found_where_they_are() {
    for (nth, family) in morse_assets::fiducials::families().into_iter().enumerate() {
        let id = (7 * nth % 30) as i64;
        let file = format!("{family}/{id}/0.5");
        let scene = detector(json!({"corner_noise": 0.0}));
        let run = step(with_marker(scene, "marker", &file, [3.0, 0.4, 1.2], 0.5));
        let found = markers(&run);
        assert_eq!(found.len(), 1, "{family}");
        assert_eq!(found[0].get("family").unwrap().as_str(), Some(family.as_str()));
        assert_eq!(found[0].get("id").unwrap().as_i64(), Some(id));
        assert_eq!(found[0].get("hamming").unwrap().as_i64(), Some(0));
        assert_close(position(&found[0]), [-0.4, -0.2, 3.0], 1e-6);
        // The left edge of a marker turned by 0.5 rad is nearer.
        let (sin, cos) = 0.5_f64.sin_cos();
        let place = |side: f64, up: f64| {
            let depth = 3.0 + side * 0.25 * sin;
            let (right, down) = (-0.4 + side * 0.25 * cos, -0.2 - up * 0.25);
            [320.0 + FOCAL * right / depth, 240.0 + FOCAL * down / depth]
        };
        let expected = [place(-1.0, 1.0), place(1.0, 1.0), place(1.0, -1.0), place(-1.0, -1.0)];
        for (corner, expected) in corners(&found[0]).iter().zip(expected) {
            assert_close(*corner, expected, 1e-6);
        }
    }
}

#[test]
fn marker_is_found_only_if_the_camera_can_read_it() {
    let facing = |properties: Json, location: [f64; 3], yaw: f64| {
        with_marker(detector(properties), "marker", "tag36h11/7/0.5", location, yaw)
    };
    let tag = vec![("tag36h11".to_owned(), 7)];
    assert_eq!(found(facing(json!({}), [3.0, 0.0, 1.0], 0.0)), tag);
    // 500 px/m · 0.5 m / 8 cells: 2 px a cell at 15.6 m.
    assert_eq!(found(facing(json!({}), [15.0, 0.0, 1.0], 0.0)), tag);
    assert_eq!(found(facing(json!({}), [16.0, 0.0, 1.0], 0.0)), []);
    // Behind the camera, from the back, almost edge-on, and across the edge of the image.
    assert_eq!(found(facing(json!({}), [-3.0, 0.0, 1.0], 0.0)), []);
    assert_eq!(found(facing(json!({}), [3.0, 0.0, 1.0], 3.1)), []);
    assert_eq!(found(facing(json!({}), [3.0, 0.0, 1.0], 1.5)), []);
    assert_eq!(found(facing(json!({}), [3.0, 1.8, 1.0], 0.0)), []);
    assert_eq!(found(facing(json!({"families": "DICT_4X4_50, tag16h5"}), [3.0, 0.0, 1.0], 0.0)), []);
    assert_eq!(found(facing(json!({"families": "DICT_4X4_50, tag36h11"}), [3.0, 0.0, 1.0], 0.0)), tag);
    assert_eq!(found(facing(json!({"min_contrast": 127.0}), [3.0, 0.0, 1.0], 0.0)), []);
    // A thin pole in front of a corner, and one in front of a cell of the code.
    let pole = |y: f64| {
        with_box(facing(json!({}), [3.0, 0.0, 1.0], 0.0), "pole", [2.0, y, 1.0], [0.01, 0.02, 0.5], 0.0)
    };
    assert_eq!(found(pole(0.155)), []);
    assert_eq!(found(pole(1.0)), tag);
}

#[test]
fn error_of_the_distance_grows_with_its_square() {
    let (noise, focal) = (0.1, FOCAL / 4.0);
    let spread = |distance: f64| {
        let scene = detector(json!({"corner_noise": noise, "cam_width": 160, "cam_height": 120})).seed(3);
        let mut run =
            with_marker(scene, "marker", "tag36h11/7/1", [distance, 0.0, 1.0], 0.0).listen("camera").run();
        let errors: Vec<f64> = (0..400)
            .map(|_| {
                run.step(1);
                position(&markers(&run)[0])[2] - distance
            })
            .collect();
        (errors.iter().map(|error| error * error).sum::<f64>() / errors.len() as f64).sqrt()
    };
    for distance in [1.5, 3.0] {
        let expected = distance * distance * noise / (SQRT_2 * focal);
        // Four standard errors of the deviation of 400 numbers.
        assert_close([spread(distance) / expected], [1.0], 4.0 / 800.0_f64.sqrt());
    }
}

#[test]
fn numbers_of_a_detector_that_are_out_of_range_are_refused() {
    for (name, bad) in
        [("corner_noise", -1.0), ("min_cell", 0.0), ("min_contrast", 200.0), ("max_hamming", 9.0)]
    {
        let refusal = detector(json!({name: bad})).refusal();
        assert!(refusal.contains(name), "{refusal}");
    }
    let unknown = with_marker(detector(json!({})), "marker", "tag99/7/0.5", [3.0, 0.0, 1.0], 0.0);
    let refusal = unknown.refusal();
    assert!(refusal.contains("the families are tag16h5"), "{refusal}");
}
