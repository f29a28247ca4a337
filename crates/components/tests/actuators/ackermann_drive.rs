//! The Ackermann drive on wheel joints: straight lines and circles against the true pose, steering angles, mistakes.

use std::f64::consts::TAU;

use crate::common::{FAKE, Run, Scene, assert_close};
use morse_scene::diagnostic::Code;
use serde_json::{Value as Json, json};

const JOINTS: [&str; 6] = [
    "front_left_steering",
    "front_right_steering",
    "front_left_wheel",
    "front_right_wheel",
    "rear_left_wheel",
    "rear_right_wheel",
];

fn properties() -> Json {
    json!({
        "LeftWheels": "rear_left_wheel",
        "RightWheels": "rear_right_wheel",
        "SteeringJoints": "front_left_steering, front_right_steering"
    })
}

fn scene(properties: Json) -> Scene {
    Scene::new()
        .robot(FAKE)
        .with("model", json!({"file": "robots/small_car"}))
        .with("body", json!({}))
        .with("location", json!([0.0, 0.0, 0.12]))
        .appended("robot", "drive", "AckermannDrive")
        .properties(properties)
        .appended("robot", "joints", "JointPositions")
        .appended("robot", "wheels", "WheelOdometry")
        .properties(json!({"LeftWheels": "rear_left_wheel", "RightWheels": "rear_right_wheel"}))
        .appended("robot", "true", "Odometry")
        .with("level", json!("integrated"))
}

/// Drives with a speed [m/s] and a turn rate [rad/s] for some time [s], and stops.
fn driven(properties: Json, v: f64, w: f64, seconds: f64) -> Run {
    let mut run = scene(properties).run();
    run.seconds(1.0);
    assert!(run.command("drive", &[("v", v), ("w", w)]));
    run.seconds(seconds);
    assert!(run.command("drive", &[("v", 0.0), ("w", 0.0)]));
    run.seconds(1.5);
    run
}

#[test]
fn five_meters_straight_are_five_meters() {
    for v in [0.5, -0.5] {
        let run = driven(properties(), v, 0.0, 10.0);
        let [x, y, yaw] = run.reads("true", ["x", "y", "yaw"]);
        println!("straight: {x} {y} {yaw}");
        assert!((x.abs() - 5.0).abs() < 0.05 && x * v > 0.0, "{x}");
        assert!(y.abs() < 0.05 && yaw.abs() < 0.02, "{y} {yaw}");
    }
}

#[test]
fn circle_returns_to_its_start() {
    // A radius of 1.5 m, once around.
    let run = driven(properties(), 0.6, 0.4, TAU / 0.4);
    let [x, y, yaw] = run.reads("true", ["x", "y", "yaw"]);
    println!("circle: {x} {y} {yaw}");
    assert!(x.hypot(y) < 0.02 * TAU * 1.5, "{x} {y}");
    assert!(yaw.abs() < 0.02 * TAU, "{yaw}");
    let measured = run.reads("wheels", ["x", "y", "yaw"]);
    println!("by its wheels: {measured:?}");
    let apart = (measured[0] - x).hypot(measured[1] - y);
    assert!(apart < 0.01 * TAU * 1.5, "{measured:?} {x} {y}");
    assert!((measured[2] - yaw).abs() < 0.01 * TAU, "{measured:?} {yaw}");
}

#[test]
fn axles_of_all_wheels_meet_in_one_point() {
    let mut run = scene(properties()).run();
    run.seconds(0.5);
    assert!(run.command("drive", &[("v", 0.5), ("w", 0.25)]));
    run.seconds(2.0);
    let [left, right, _, _, rear_left, rear_right] = run.reads("joints", JOINTS);
    assert!(left > right && right > 0.0, "{left} {right}");
    // cot(right) - cot(left) = track / wheelbase.
    let dimensions = run.call("drive", "get_dimensions", &[]);
    let wheelbase = dimensions.as_map().and_then(|map| map.get("wheel_base")?.as_f64()).unwrap();
    assert_close([1.0 / right.tan() - 1.0 / left.tan()], [0.44 / wheelbase], 0.02);
    assert!(rear_right > rear_left, "the outer wheel turns more: {rear_left} {rear_right}");
}

#[test]
fn steering_is_limited_and_kept_by_a_car_that_stands() {
    let limited = |limit: f64| {
        let mut with = properties();
        with["SteeringLimit"] = json!(limit);
        let mut run = scene(with).run();
        run.seconds(0.5);
        assert!(run.command("drive", &[("v", 0.2), ("w", 5.0)]));
        run.seconds(2.0);
        assert!(run.command("drive", &[("v", 0.0), ("w", -5.0)]));
        run.seconds(1.0);
        let [left, right] = run.reads("joints", [JOINTS[0], JOINTS[1]]);
        (left + right) / 2.0
    };
    let (small, large) = (limited(0.2), limited(0.0));
    assert!((0.17..0.23).contains(&small), "{small}");
    assert!((0.4..0.65).contains(&large), "{large}");
}

#[test]
fn joints_that_do_not_fit_are_refused() {
    for (property, value, expected) in [
        ("SteeringJoints", "", "SteeringJoints must name the joints that steer"),
        ("SteeringJoints", "rear_left_wheel", "so it does not steer"),
        ("SteeringJoints", "front_left_stearing", "did you mean `front_left_steering`?"),
        ("LeftWheels", "front_left_steering", "does not turn about an axis across its robot"),
    ] {
        let mut with = properties();
        with[property] = json!(value);
        let problem = scene(with).refusal();
        assert!(problem.contains(expected), "{problem}");
    }
    let mut steered = properties();
    steered["LeftWheels"] = json!("front_left_wheel");
    steered["RightWheels"] = json!("front_right_wheel");
    assert!(scene(steered).refusal().contains("all of its driven wheels are steered"));
}

#[test]
fn two_drives_of_one_wheel_are_named() {
    let wheels = json!({"LeftWheels": "rear_left_wheel", "RightWheels": "rear_right_wheel"});
    let scene = scene(properties()).appended("robot", "second", "DiffDrive").properties(wheels);
    let found: Vec<_> =
        scene.obstacles().into_iter().filter(|finding| finding.code == Code::RunJointTwice).collect();
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(found[0].object.as_deref(), Some("robot.second"));
    let text = &found[0].message;
    assert!(text.contains("`robot.drive`") && text.contains("rear_left_wheel"), "{text}");
}
