//! Tests of motion blur and rolling shutters against closed forms.

use std::f64::consts::FRAC_PI_2;

use crate::common::Run;
use crate::common::cameras::{camera_at, image, pixel, with_box};
use crate::common::{FAKE, Scene};
use morse_scene::value::Map;
use serde_json::{Value as Json, json};

/// Height of the cameras, far above the ground. [m]
const HIGH: f64 = 200.0;
/// Width and height of the images, and their focal length. [px]
const SIDE: u32 = 96;
const FOCAL: f64 = 96.0;
/// Speed of the motions. [m/s]
const SPEED: f64 = 6.0;
/// Depth of the front of the bars. [m]
const DEPTH: f64 = 4.0;

fn camera(mut properties: Json) -> Scene {
    let common = json!({"cam_width": SIDE, "cam_height": SIDE, "cam_fx": FOCAL, "vignetting": 0.0, "dark_noise": 0.0,
        "saturation_capacity": 1e9});
    for (name, value) in common.as_object().unwrap() {
        properties[name] = value.clone();
    }
    camera_at(HIGH, "video_camera.VideoCamera", properties).with("level", json!("physical"))
}

/// A red bar, vertical and higher than the image, with a width of 0.4 m.
fn bar(scene: Scene) -> Scene {
    with_box(scene, "bar", [DEPTH + 0.01, 0.0, HIGH], [0.01, 0.2, 9.0], 0.0)
}

/// A camera that moves to its left, in front of a bar that rests.
fn moving_camera(properties: Json) -> Run {
    let scene = bar(camera(properties)).actuator("motion", "xy_omega.MotionXYW");
    let mut run = scene.with("properties", json!({"ControlType": "Position"})).listen("camera").run();
    assert!(run.command("motion", &[("x", 0.0), ("y", SPEED), ("w", 0.0)]));
    run.step(6);
    run
}

/// A bar on a cart that moves to the left, in front of a camera that rests.
fn moving_bar(properties: Json) -> Run {
    let cart = json!({"name": "cart", "kind": "robot", "class": FAKE, "location": [DEPTH + 0.01, 1.0, HIGH]});
    let motion = json!({"name": "cart.motion", "kind": "actuator", "rate_hz": 60.0, "parent": "cart",
        "class": "morse.actuators.xy_omega.MotionXYW", "properties": {"ControlType": "Position"}});
    let bar = json!({"name": "bar", "kind": "object", "parent": "cart", "scale": [0.01, 0.2, 9.0],
        "shape": {"kind": "cube", "half_extents": [1.0, 1.0, 1.0]}, "visual": {"color": [1.0, 0.0, 0.0]}});
    let mut run = camera(properties).object(cart).object(motion).object(bar).listen("camera").run();
    let command = Map::from([("x", 0.0), ("y", -SPEED), ("w", 0.0)]);
    assert!(run.simulation.command("cart.motion", &command).is_ok());
    run.step(10);
    run
}

/// The middle of the red pixels of a row; `None` without red pixels. [px]
fn middle(run: &Run, row: u32) -> Option<f64> {
    let is_red = |column: &u32| {
        let [red, green, ..] = pixel(image(run, "camera"), *column, row);
        red > 20 && green < red / 2
    };
    let columns: Vec<f64> = (0..SIDE).filter(is_red).map(|column| f64::from(column) + 0.5).collect();
    (!columns.is_empty()).then(|| columns.iter().sum::<f64>() / columns.len() as f64)
}

#[test]
fn rolling_shutter_skews_a_bar_by_its_motion_during_the_readout() {
    // The bar moves to the right in the image of a camera that moves to the left, and a bar to the right moves so, too.
    for run in [moving_camera, moving_bar] {
        let still = run(json!({}));
        let rolling = run(json!({"readout_time": 0.012}));
        let bottom = middle(&rolling, SIDE - 1).unwrap();
        assert!((bottom - middle(&still, SIDE - 1).unwrap()).abs() <= 1.0, "{bottom}");
        assert!((middle(&still, 0).unwrap() - middle(&still, SIDE - 1).unwrap()).abs() <= 0.5);
        let speed = FOCAL * SPEED / DEPTH;
        for row in 0..SIDE {
            let before_end_s = 0.012 * f64::from(SIDE - 1 - row) / f64::from(SIDE - 1);
            let expected = middle(&still, row).unwrap() - speed * before_end_s;
            let found = middle(&rolling, row).unwrap();
            assert!((found - expected).abs() <= 1.0, "row {row}: {found} {expected}");
        }
        assert!(bottom - middle(&rolling, 0).unwrap() > 1.0);
    }
}

#[test]
fn motion_blur_is_as_wide_as_the_motion_during_the_exposure() {
    let properties =
        |samples: i64| json!({"motion_samples": samples, "exposure_time": 0.01, "response": "Linear"});
    let row =
        |run: &Run| (0..SIDE).map(|column| f64::from(pixel(image(run, "camera"), column, 40)[1])).collect();
    let sharp: Vec<f64> = row(&moving_camera(properties(1)));
    let blurred: Vec<f64> = row(&moving_camera(properties(32)));
    // Green is dark on the bar, and the background is lighter. The sum of the light does not change much.
    let background = sharp[0];
    let covered = |row: &[f64]| row.iter().map(|light| background - light).sum::<f64>();
    assert!(
        (covered(&blurred) / covered(&sharp) - 1.0).abs() < 0.1,
        "{} {}",
        covered(&blurred),
        covered(&sharp)
    );
    let partly = |row: &[f64]| row.iter().filter(|light| (background - **light).abs() > 2.0).count() as f64;
    let width = FOCAL * SPEED * 0.01 / DEPTH;
    assert!(
        (partly(&blurred) - partly(&sharp) - width).abs() <= 1.5,
        "{} {} {width}",
        partly(&blurred),
        partly(&sharp)
    );
}

#[test]
fn camera_without_motion_has_the_same_image_with_a_shutter() {
    let still = |properties: Json| {
        let mut run = bar(camera(properties)).listen("camera").run();
        run.step(3);
        image(&run, "camera").bytes.to_vec()
    };
    let with = still(json!({"readout_time": 0.02, "motion_samples": 3}));
    let without = still(json!({}));
    let differences = with.iter().zip(&without).filter(|(a, b)| a.abs_diff(**b) > 1).count();
    assert_eq!((with.len(), differences), (without.len(), 0));
}

#[test]
fn turning_camera_skews_by_its_rotation() {
    let run = |properties: Json| {
        let scene = bar(camera(properties)).actuator("motion", "v_omega.MotionVW");
        let mut run = scene.with("properties", json!({"ControlType": "Position"})).listen("camera").run();
        assert!(run.command("motion", &[("v", 0.0), ("w", FRAC_PI_2)]));
        run.step(4);
        run
    };
    let (still, rolling) = (run(json!({})), run(json!({"readout_time": 0.015})));
    let skew = middle(&rolling, SIDE - 1).unwrap() - middle(&rolling, 0).unwrap();
    let turned: f64 = FRAC_PI_2 * 0.015;
    let from_middle = (middle(&still, SIDE - 1).unwrap() - f64::from(SIDE) / 2.0) / FOCAL;
    let expected = FOCAL * (from_middle - (from_middle.atan() - turned).tan());
    assert!((skew - expected).abs() <= 1.0 && expected > 1.5, "{skew} {expected}");
}
