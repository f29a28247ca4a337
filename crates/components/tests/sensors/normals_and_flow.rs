//! Tests of cameras of surface normals and of the optical flow, against closed forms.

use std::f64::consts::FRAC_PI_4;

use crate::common::cameras::{camera, image, with_box};
use crate::common::{Run, assert_close};
use morse_scene::value::Map;
use morse_sim::contract::data::Field;
use serde_json::{Value as Json, json};

const FLOW: &str = "optical_flow_camera.OpticalFlowCamera";
/// Width of the images and their focal length. [px]
const SIDE: usize = 64;
const FOCAL: f64 = SIDE as f64 * 35.0 / 32.0;
/// Frequency of the steps of the tests. [Hz]
const RATE_HZ: f64 = 60.0;

fn properties() -> Json {
    json!({"cam_width": 64, "cam_height": 64, "cam_focal": 35.0})
}

/// The numbers at a pixel with `N` numbers.
fn at<const N: usize>(run: &Run, column: usize, row: usize) -> [f64; N] {
    let numbers: Vec<f32> = image(run, "camera").floats().collect();
    std::array::from_fn(|part| f64::from(numbers[N * (row * SIDE + column) + part]))
}

#[test]
fn normals_are_those_of_the_visible_side_in_the_frame_of_the_camera() {
    // The edge of the box at the left points to the camera.
    let scene = camera("normal_camera.NormalCamera", properties());
    let scene = with_box(scene, "front", [5.0, -1.0, 1.0], [0.5; 3], 0.0);
    let scene = with_box(scene, "edge", [5.0, 1.0, 1.0], [0.5; 3], FRAC_PI_4);
    let mut run = scene.listen("camera").run();
    run.step(1);
    let column = |x: f64, z: f64| (FOCAL * x / z + SIDE as f64 / 2.0) as usize;
    assert_close(at::<3>(&run, column(1.0, 4.5), 32), [0.0, 0.0, -1.0], 1e-6);
    let side = 0.5_f64.sqrt();
    assert_close(at::<3>(&run, column(-1.2, 4.6), 32), [-side, 0.0, -side], 1e-6);
    assert_close(at::<3>(&run, column(-0.8, 4.6), 32), [side, 0.0, -side], 1e-6);
    // The sky has no surface.
    assert_eq!(at::<3>(&run, 32, 1), [0.0; 3]);
}

fn interval(run: &Run) -> f64 {
    let data = run.simulation.data("robot.camera").unwrap();
    let Some(Field::Float(interval)) = data.get(data.index_of("interval").unwrap()) else {
        panic!("no interval")
    };
    interval
}

/// A run of a camera that moves, without a body, at a speed ahead [m/s] and a yaw rate [rad/s], in front of a wall at 5 m.
fn moving(v: f64, w: f64) -> Run {
    let scene = camera(FLOW, properties())
        .actuator("motion", "v_omega.MotionVW")
        .with("properties", json!({"ControlType": "Position"}));
    let scene = with_box(scene, "wall", [5.5, 0.0, 1.0], [0.5, 9.0, 9.0], 0.0).listen("camera");
    let mut run = scene.run();
    assert!(run.command("motion", &[("v", v), ("w", w)]));
    run.step(4);
    run
}

#[test]
fn flow_of_a_still_scene_is_zero_and_the_first_image_has_no_reading() {
    let mut run = camera(FLOW, properties()).listen("camera").run();
    run.step(1);
    assert!(run.received().is_empty());
    run.step(1);
    assert_eq!(run.received().len(), 1);
    let numbers: Vec<f32> = image(&run, "camera").floats().collect();
    assert!(numbers.iter().all(|part| part.abs() < 1e-4));
    assert!((interval(&run) - 1.0 / RATE_HZ).abs() < 1e-8);
}

#[test]
fn flow_of_a_wall_ahead_expands_from_the_middle() {
    let run = moving(1.2, 0.0);
    let robot = run.simulation.world();
    let x = robot.world_from(robot.find("robot").unwrap()).translation.x;
    // The robot moved once more since the image.
    let (now, before) = (5.0 - x + 1.2 / RATE_HZ, 5.0 - x + 2.4 / RATE_HZ);
    for (column, row) in [(32, 32), (5, 40), (60, 10)] {
        let out = [column, row].map(|place| place as f64 + 0.5 - SIDE as f64 / 2.0);
        // A point at `u` pixels from the middle was at u · now / before.
        assert_close(at::<2>(&run, column, row), out.map(|out| out * (1.0 - now / before)), 1e-4);
    }
}

#[test]
fn flow_of_a_turning_camera_is_that_of_a_rotation() {
    let run = moving(0.0, 0.6);
    let turn = 0.6 / RATE_HZ;
    let far = camera(FLOW, properties())
        .actuator("motion", "v_omega.MotionVW")
        .with("properties", json!({"ControlType": "Position"}))
        .listen("camera");
    let mut sky = far.run();
    sky.command("motion", &[("v", 0.0), ("w", 0.6)]);
    sky.step(4);
    for (column, row) in [(32, 32), (5, 30), (60, 10)] {
        let [right, down] = [column, row].map(|place| (place as f64 + 0.5 - SIDE as f64 / 2.0) / FOCAL);
        // A turn to the left moves points to the right; the camera before was turned to the right.
        let ray = glam::DQuat::from_rotation_y(-turn) * glam::DVec3::new(right, down, 1.0);
        let expected = [FOCAL * (right - ray.x / ray.z), FOCAL * (down - ray.y / ray.z)];
        assert!(expected[0] > 0.0);
        assert_close(at::<2>(&run, column, row), expected, 1e-3);
        // Without a surface, the flow is that of a point at infinity.
        if row < 30 {
            assert_close(at::<2>(&sky, column, row), expected, 1e-3);
        }
    }
}

#[test]
fn flow_of_a_moving_object_is_that_of_its_motion() {
    // A car that drives to the left at 0.6 m/s, 6 m ahead.
    let car = json!({"name": "car", "kind": "robot", "class": crate::common::ATRV, "location": [6.0, 0.0, 0.1],
        "rotation": [0.0, 0.0, std::f64::consts::FRAC_PI_2], "model": {"file": "robots/atrv"}});
    let drive = json!({"name": "car.motion", "kind": "actuator", "rate_hz": 60.0, "parent": "car",
        "class": "morse.actuators.v_omega.MotionVW"});
    let mut run = camera(FLOW, properties()).object(car).object(drive).listen("camera").run();
    let command = Map::from([("v", 0.6), ("w", 0.0)]);
    assert!(run.simulation.command("car.motion", &command).is_ok());
    run.step(30);
    let numbers: Vec<f32> = image(&run, "camera").floats().collect();
    let mut moved: Vec<f32> =
        numbers.as_chunks::<2>().0.iter().map(|flow| flow[0]).filter(|right| right.abs() > 0.02).collect();
    moved.sort_by(f32::total_cmp);
    assert!(moved.len() > 50, "{}", moved.len());
    let nearness = f64::from(-moved[moved.len() / 2]) / (FOCAL * 0.6 / RATE_HZ);
    assert!((1.0 / 6.6..1.0 / 5.4).contains(&nearness), "{}", 1.0 / nearness);
}
