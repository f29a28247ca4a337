//! Tests of the PA-10 arm, with the model of the project and that of the original.

use std::f64::consts::FRAC_PI_2;
use std::path::{Path, PathBuf};

use crate::common::{FAKE, Run, Scene, assert_close, own_models};
use morse_scene::value::Value;
use serde_json::json;

fn folders() -> [PathBuf; 2] {
    [own_models(), Path::new("/usr/share/morse/data").to_owned()]
}

/// An arm on a robot in the air, with a sensor at its tip.
fn arm(properties: serde_json::Value) -> Scene {
    Scene::new()
        .robot(FAKE)
        .at([0.0, 0.0, 10.0], 0.0)
        .appended("robot", "arm", "PA10")
        .properties(properties)
        .appended("robot.arm", "tip", "Pose")
        .with("location", json!([0.0, 0.0, 1.34]))
}

fn tip(run: &Run) -> [f64; 6] {
    run.reads("arm.tip", ["x", "y", "z", "yaw", "pitch", "roll"])
}

fn turn(run: &mut Run, segments: [f64; 6]) {
    run.call("arm", "set_rotation_array", &segments.map(Value::Float));
}

#[test]
fn each_segment_rotates_about_its_axis() {
    // With the arm stretched out to the front, the tip is 1.34 m - 0.317 m before the shoulder.
    let elbow = [0.45 + 0.573 * 0.5_f64.cos(), 0.317 - 0.573 * 0.5_f64.sin()];
    let cases = [
        ([0.0; 6], [0.0, 0.0, 1.34, 0.0, 0.0, 0.0]),
        ([1.0, 0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 1.34, 1.0, 0.0, 0.0]),
        (
            [0.0, 1.0, 0.0, 0.0, 0.0, 0.0],
            [1.023 * 1_f64.sin(), 0.0, 0.317 + 1.023 * 1_f64.cos(), 0.0, 1.0, 0.0],
        ),
        ([0.0, FRAC_PI_2, 0.5, 0.0, 0.0, 0.0], [elbow[0], 0.0, elbow[1], 0.0, FRAC_PI_2 + 0.5, 0.0]),
        ([0.0, 0.0, 0.0, 1.0, 0.0, 0.5], [0.0, 0.0, 1.34, 1.5, 0.0, 0.0]),
        (
            [0.0, 0.0, 0.0, 0.0, 1.0, 0.0],
            [0.093 * 1_f64.sin(), 0.0, 1.247 + 0.093 * 1_f64.cos(), 0.0, 1.0, 0.0],
        ),
    ];
    for folder in folders() {
        for (segments, [x, y, z, yaw, pitch, roll]) in cases {
            let mut run = arm(json!({"Tolerance": 0.0})).models(&folder).run();
            turn(&mut run, segments);
            run.seconds(3.0);
            assert_close(tip(&run), [x, y, z + 10.0, yaw, pitch, roll], 1e-3);
        }
    }
}

#[test]
fn segments_rotate_at_the_speed_and_stop_within_the_tolerance() {
    let mut run = arm(json!({"Speed": 0.5})).run();
    assert!(
        run.command(
            "arm",
            &["seg0", "seg1", "seg2", "seg3", "seg4", "seg5"]
                .map(|name| { (name, if name == "seg0" { -1.0 } else { 0.0 }) })
        )
    );
    run.seconds(1.0).step(1);
    assert_close([run.read("arm.tip", "yaw")], [-0.5], 1e-9);
    run.seconds(2.0);
    let yaw = run.read("arm.tip", "yaw");
    assert!((-1.0..-1.0 + 5_f64.to_radians()).contains(&yaw), "{yaw}");
}

#[test]
fn omitted_segments_of_a_service_call_are_straightened() {
    let mut run = arm(json!({"Tolerance": 0.0})).run();
    turn(&mut run, [0.2, 0.3, 0.4, 0.5, 0.6, 0.7]);
    run.seconds(1.0);
    run.call("arm", "set_rotation_array", &[Value::Float(0.2)]);
    run.seconds(1.0);
    assert_close(tip(&run), [0.0, 0.0, 11.34, 0.2, 0.0, 0.0], 1e-6);
}

#[test]
fn commands_with_invalid_or_missing_numbers_are_refused() {
    let mut run = arm(json!({})).run();
    assert!(!run.command("arm", &[("seg0", 1.0)]));
    let all = |number| ["seg0", "seg1", "seg2", "seg3", "seg4", "seg5"].map(|name| (name, number));
    for bad in [f64::NAN, f64::INFINITY] {
        assert!(!run.command("arm", &all(bad)));
    }
    assert!(run.command("arm", &all(f64::MAX)));
    run.seconds(1.0);
    assert!(tip(&run).iter().all(|number| number.is_finite()));
}
