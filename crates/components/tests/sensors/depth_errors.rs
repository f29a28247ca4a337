//! Tests of depth cameras with the errors of their method of measurement, against closed forms.

use crate::common::cameras::{camera_at, image, number, points, with_box};
use crate::common::{Run, Scene};
use serde_json::{Value as Json, json};

const PICTURE: &str = "depth_camera.DepthVideoCamera";
/// Height of the cameras, from which the ground is not in view. [m]
const HIGH: f64 = 900.0;
/// Width and height of the images. [px]
const SIDE: u32 = 128;
/// Focal length of the images. [px]
const FOCAL: f64 = SIDE as f64 * 35.0 / 32.0;

fn scene(class: &str, level: &str, mut properties: Json) -> Scene {
    let common =
        json!({"cam_width": SIDE, "cam_height": SIDE, "cam_focal": 35.0, "cam_near": 0.1, "cam_far": 50.0});
    for (name, value) in common.as_object().unwrap() {
        properties[name] = value.clone();
    }
    camera_at(HIGH, class, properties).with("level", json!(level))
}

/// A scene with a wall at a depth, far above the ground.
fn wall(level: &str, properties: Json, depth: f64) -> Scene {
    with_box(scene(PICTURE, level, properties), "wall", [depth + 0.5, 0.0, HIGH], [0.5, 90.0, 90.0], 0.0)
}

fn step(scene: Scene) -> Run {
    let mut run = scene.listen("camera").run();
    run.step(1);
    run
}

fn depths(run: &Run) -> Vec<f64> {
    image(run, "camera").floats().map(f64::from).collect()
}

/// Mean and standard deviation of the depths between two limits, and their number.
fn statistics(all: &[f64], [low, high]: [f64; 2]) -> (f64, f64, usize) {
    let some: Vec<f64> = all.iter().copied().filter(|depth| (low..=high).contains(depth)).collect();
    let mean = some.iter().sum::<f64>() / some.len() as f64;
    let variance = some.iter().map(|depth| (depth - mean).powi(2)).sum::<f64>() / some.len() as f64;
    (mean, variance.sqrt(), some.len())
}

#[test]
fn stereo_error_grows_with_the_square_of_the_depth() {
    for depth in [1.0, 2.0, 4.0] {
        let run = step(wall("stereo", json!({"subpixel": 0.1, "baseline": 0.05}), depth));
        let (mean, deviation, count) = statistics(&depths(&run), [0.5 * depth, 2.0 * depth]);
        let expected = depth * depth * 0.1 / (FOCAL * 0.05);
        assert!((deviation / expected - 1.0).abs() < 0.05, "{depth}: {deviation} {expected}");
        // The mean of the inverse of a normal number is larger by its relative variance.
        assert!((mean - depth - expected * expected / depth).abs() < 4.0 * expected / (count as f64).sqrt());
    }
}

#[test]
fn stereo_has_no_depth_where_the_second_camera_sees_no_surface() {
    let properties = json!({"subpixel": 0.0, "baseline": 0.3});
    let scene = wall("stereo", properties, 4.0);
    let run = step(with_box(scene, "box", [2.25, 0.0, HIGH], [0.25, 0.25, 9.0], 0.0));
    let row = SIDE / 2;
    let is_hole = |column: u32| number(image(&run, "camera"), column, row) == 50.0;
    // The box covers the columns around the middle up to this distance.
    let edge = FOCAL * 0.25 / 2.0;
    let shadow = FOCAL * 0.3 * (1.0 / 2.0 - 1.0 / 4.0);
    let holes: Vec<u32> = (SIDE / 4..SIDE).filter(|&column| is_hole(column)).collect();
    assert!((holes.len() as f64 - shadow).abs() <= 1.0, "{} {shadow}", holes.len());
    assert!((f64::from(holes[holes.len() - 1]) + 1.0 - (f64::from(SIDE) / 2.0 - edge)).abs() <= 1.0);
    // The second camera does not see the left edge of the wall.
    let outside = (0..SIDE / 4).filter(|&column| is_hole(column)).count() as f64;
    assert!((outside - FOCAL * 0.3 / 4.0).abs() <= 1.0, "{outside}");
    // Nearer surfaces than the largest disparity allows have no depth.
    let near = step(wall("stereo", json!({"baseline": 0.3, "max_disparity": 20.0}), 2.0));
    assert!(depths(&near).iter().all(|&depth| depth == 50.0));
}

/// Standard deviation of a number that is rounded after noise with a standard deviation was added.
fn rounded_deviation(number: f64, noise: f64) -> f64 {
    let density = |x: f64| (-0.5 * (x / noise).powi(2)).exp();
    let values = (-4000..=4000).map(|nth| f64::from(nth) / 1000.0 * 5.0 * noise / 4.0);
    let (mut weight, mut mean, mut square) = (0.0, 0.0, 0.0);
    for x in values {
        let rounded = (number + x).round() - number;
        (weight, mean, square) =
            (weight + density(x), mean + density(x) * rounded, square + density(x) * rounded * rounded);
    }
    (square / weight - (mean / weight).powi(2)).sqrt()
}

#[test]
fn structured_light_measures_in_steps_with_the_error_of_a_kinect() {
    for depth in [1.5, 3.0, 5.0] {
        let run = step(wall("structured_light", json!({}), depth));
        let all = depths(&run);
        let (mean, deviation, _) = statistics(&all, [0.5 * depth, 2.0 * depth]);
        // The error depends a little on the place of the depth between two steps.
        let by_step = rounded_deviation(1.0 / depth / 2.85e-3, (0.25_f64 - 1.0 / 12.0).sqrt());
        assert!((by_step - 0.5).abs() < 0.04, "{by_step}");
        let expected = 2.85e-3 * depth * depth * by_step;
        assert!((deviation / expected - 1.0).abs() < 0.02, "{depth}: {deviation} {expected}");
        assert!((mean - depth).abs() < 0.1 * expected + expected * expected / depth);
        for depth in all.iter().filter(|depth| **depth < 40.0) {
            let steps = 1.0 / depth / 2.85e-3;
            assert!((steps - steps.round()).abs() < 1e-3, "{steps}");
        }
    }
}

#[test]
fn time_of_flight_error_depends_on_the_amplitude() {
    let narrow = |mut properties: Json| {
        properties["cam_fov"] = json!(4.0);
        let run = step(wall("time_of_flight", properties, 3.0));
        let (mean, deviation, count) = statistics(&depths(&run), [1.0, 6.0]);
        assert_eq!(count, (SIDE * SIDE) as usize);
        assert!((mean - 3.0).abs() < 4.0 * deviation / (count as f64).sqrt(), "{mean}");
        deviation
    };
    let near =
        |found: f64, expected: f64| assert!((found / expected - 1.0).abs() < 0.04, "{found} {expected}");
    near(narrow(json!({"repeatability": 0.002})), 0.002 * 3.0);
    near(narrow(json!({"repeatability": 0.002, "reflectivity": 0.25})), 0.002 * 3.0 / 0.5);
    near(narrow(json!({"repeatability": 0.002, "ambient": 1.0})), 0.002 * 9.0 * (1.0_f64 / 9.0 + 1.0).sqrt());
    // Too little light gives no depth.
    let dark = step(wall("time_of_flight", json!({"min_amplitude": 0.2}), 3.0));
    assert!(depths(&dark).iter().all(|&depth| depth == 50.0));
}

#[test]
fn range_of_time_of_flight_is_ambiguous() {
    let run = step(wall("time_of_flight", json!({"repeatability": 0.0, "cam_fov": 2.0}), 9.0));
    let middle = f64::from(number(image(&run, "camera"), SIDE / 2, SIDE / 2));
    assert!((middle - (9.0 - 299_792_458.0 / 2.0 / 2e7)).abs() < 1e-3, "{middle}");
}

#[test]
fn pixels_on_an_edge_mix_the_light_of_both_surfaces() {
    // The right edge of the box is in the middle of the pixels of a column.
    let column = 80;
    let edge = (f64::from(column) + 0.5 - f64::from(SIDE) / 2.0) / FOCAL * 2.0;
    let scene = wall("time_of_flight", json!({"repeatability": 0.0, "samples": 2}), 5.0);
    let run = step(with_box(scene, "box", [2.005, 5.0 - edge, HIGH], [0.005, 5.0, 9.0], 0.0));
    let row = SIDE / 2;
    let per_m = 4.0 * std::f64::consts::PI * 2e7 / 299_792_458.0;
    let (mut sum, mut middle) = (glam::DVec2::ZERO, 0.0);
    for (x, depth) in [(0.25, 2.0), (0.75, 5.0)] {
        for y in [0.25, 0.75] {
            let place = |first: u32, part: f64| (f64::from(first) + part - f64::from(SIDE) / 2.0) / FOCAL;
            let length = glam::DVec3::new(place(column, x), place(row, y), 1.0).length();
            let range = depth * length;
            sum += glam::DVec2::from_angle(per_m * range) / (length * range * range);
            middle = glam::DVec3::new(place(column, 0.5), place(row, 0.5), 1.0).length();
        }
    }
    let expected = sum.y.atan2(sum.x) / per_m / middle;
    assert!(expected > 2.1 && expected < 4.0, "{expected}");
    let found = f64::from(number(image(&run, "camera"), column, row));
    assert!((found - expected).abs() < 1e-3, "{found} {expected}");
    assert!((f64::from(number(image(&run, "camera"), column - 1, row)) - 2.0).abs() < 1e-3);
    assert!((f64::from(number(image(&run, "camera"), column + 1, row)) - 5.0).abs() < 1e-3);
}

#[test]
fn points_have_the_same_errors_as_pictures() {
    let scene = scene("depth_camera.DepthCamera", "structured_light", json!({}));
    let run = step(with_box(scene, "wall", [3.5, 0.0, HIGH], [0.5, 90.0, 90.0], 0.0));
    let depths: Vec<f64> = points(&run, "camera").iter().map(|point| point[2]).collect();
    let (mean, deviation, count) = statistics(&depths, [1.0, 6.0]);
    assert!(count > (SIDE * SIDE * 9 / 10) as usize && (mean - 3.0).abs() < 1e-3, "{count} {mean}");
    let by_step = rounded_deviation(1.0 / 3.0 / 2.85e-3, (0.25_f64 - 1.0 / 12.0).sqrt());
    assert!((deviation / (2.85e-3 * 9.0 * by_step) - 1.0).abs() < 0.02, "{deviation}");
    for [x, _, z] in points(&run, "camera") {
        let column = x / z * FOCAL;
        assert!((column - column.round()).abs() < 1e-3, "points are on the rays of their pixels");
    }
}

#[test]
fn invalid_properties_of_errors_are_refused() {
    for (level, properties, message) in [
        ("stereo", json!({"baseline": 0.0}), "baseline is 0; allowed are other distances"),
        ("stereo", json!({"subpixel": -1.0}), "subpixel"),
        ("structured_light", json!({"disparity_step": 0.0}), "disparity_step"),
        ("time_of_flight", json!({"samples": 5}), "samples"),
    ] {
        let refusal = wall(level, properties, 3.0).refusal();
        assert!(refusal.contains(message), "{level}: {refusal}");
    }
}
