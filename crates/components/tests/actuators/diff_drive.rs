//! The differential drive on wheel joints: driven distances, circles and turns against the true pose, and wheel odometry.

use crate::common::{FAKE, Run, Scene};
use serde_json::{Value as Json, json};

const WHEELS: [&str; 2] = ["left_wheel_joint", "right_wheel_joint"];

fn scene(properties: Json) -> Scene {
    let wheels = json!({"LeftWheels": WHEELS[0], "RightWheels": WHEELS[1]});
    Scene::new()
        .robot(FAKE)
        .with("model", json!({"file": "robots/small_rover"}))
        .with("body", json!({}))
        .with("location", json!([0.0, 0.0, 0.08]))
        .appended("robot", "drive", "DiffDrive")
        .properties(properties)
        .appended("robot", "wheels", "WheelOdometry")
        .properties(wheels)
        .appended("robot", "true", "Odometry")
        .with("level", json!("integrated"))
}

fn rover() -> Run {
    scene(json!({"LeftWheels": WHEELS[0], "RightWheels": WHEELS[1]})).run()
}

/// Drives with a speed [m/s] and a turn rate [rad/s] for some time [s], and stops. Returns the pose by the wheels and the true
/// pose: x, y, yaw. [m, rad]
fn driven(v: f64, w: f64, seconds: f64) -> [[f64; 3]; 2] {
    let mut run = rover();
    run.seconds(1.0);
    assert!(run.command("drive", &[("v", v), ("w", w)]));
    run.seconds(seconds);
    assert!(run.command("drive", &[("v", 0.0), ("w", 0.0)]));
    run.seconds(1.5);
    ["wheels", "true"].map(|sensor| run.reads(sensor, ["x", "y", "yaw"]))
}

#[test]
fn five_meters_straight_are_five_meters() {
    let [wheels, truth] = driven(0.5, 0.0, 10.0);
    println!("straight: wheels {wheels:?}, true {truth:?}");
    assert!((truth[0] - 5.0).abs() < 0.05, "{truth:?}");
    assert!((wheels[0] - truth[0]).abs() < 0.01 * truth[0], "{wheels:?} {truth:?}");
    assert!(truth[1].abs() < 0.02 && truth[2].abs() < 0.01, "{truth:?}");
}

#[test]
fn circle_returns_to_its_start() {
    // A radius of 1 m: the circumference in 2 π / 0.5 s.
    let [wheels, truth] = driven(0.5, 0.5, std::f64::consts::TAU / 0.5);
    println!("circle: wheels {wheels:?}, true {truth:?}");
    let around = std::f64::consts::TAU;
    assert!(truth[0].hypot(truth[1]) < 0.01 * around, "{truth:?}");
    let apart = (wheels[0] - truth[0]).hypot(wheels[1] - truth[1]);
    assert!(apart < 0.01 * around, "{wheels:?} {truth:?}");
    assert!((wheels[2] - truth[2]).abs() < 0.01 * around, "{wheels:?} {truth:?}");
}

#[test]
fn spin_turns_on_the_spot() {
    // Almost half a turn.
    let [wheels, truth] = driven(0.0, 1.0, 3.0);
    println!("spin: wheels {wheels:?}, true {truth:?}");
    assert!((truth[2] - 3.0).abs() < 0.03, "{truth:?}");
    assert!((wheels[2] - truth[2]).abs() < 0.03, "{wheels:?} {truth:?}");
    // The origin of the robot is 5 cm behind its axle.
    assert!(truth[0].hypot(truth[1]) < 0.11, "{truth:?}");
}

#[test]
fn rover_that_is_placed_at_zero_stands_on_the_visible_ground() {
    let scene = scene(json!({"LeftWheels": WHEELS[0], "RightWheels": WHEELS[1]}));
    let mut run = scene
        .object(json!({
            "name": "low", "kind": "robot", "class": FAKE, "location": [0.0, 3.0, 0.0],
            "model": {"file": "robots/small_rover"}
        }))
        .run();
    run.seconds(1.0);
    let world = run.simulation.world();
    let [low, high] = ["low", "robot"].map(|robot| world.world_from(world.find(robot).unwrap()));
    assert!((low.translation.z - high.translation.z).abs() < 2e-3, "{low:?} {high:?}");
    assert!(low.translation.z.abs() < 2e-3, "{low:?}");
    assert!(low.euler().pitch.abs() < 0.01, "{:?}", low.euler());
}

#[test]
fn dimensions_are_measured_in_the_file() {
    let mut run = rover();
    let dimensions = run.call("drive", "get_dimensions", &[]);
    let of = |name: &str| dimensions.as_map().and_then(|map| map.get(name)?.as_f64()).unwrap();
    assert!((of("wheel_radius") - 0.075).abs() < 1e-4, "{}", of("wheel_radius"));
    assert!((of("wheel_separation") - 0.26).abs() < 1e-9, "{}", of("wheel_separation"));
}

#[test]
fn wheels_that_are_none_are_refused() {
    for (properties, expected) in [
        (
            json!({}),
            "LeftWheels must name the joints of its wheels; the joints are left_wheel_joint, right_wheel_joint",
        ),
        (
            json!({"LeftWheels": "left_wheel_joint", "RightWheels": "rigt_wheel_joint"}),
            "did you mean `right_wheel_joint`?",
        ),
        (json!({"LeftWheels": WHEELS[1], "RightWheels": WHEELS[0]}), "exchange them"),
    ] {
        let problem = scene(properties).refusal();
        assert!(problem.contains(expected), "{problem}");
    }
    let arm = Scene::new()
        .robot(FAKE)
        .with("model", json!({"file": "robots/small_arm"}))
        .with("body", json!({}))
        .appended("robot", "drive", "DiffDrive")
        .properties(json!({"LeftWheels": "finger", "RightWheels": "elbow"}));
    assert!(arm.refusal().contains("does not turn about an axis across its robot"));
}

#[test]
fn result_does_not_depend_on_threads() {
    let digest = |threads| {
        let scene = scene(json!({"LeftWheels": WHEELS[0], "RightWheels": WHEELS[1]}));
        let mut run = scene.threads(threads).run();
        assert!(run.command("drive", &[("v", 0.4), ("w", 0.3)]));
        run.seconds(1.0).digest()
    };
    assert_eq!(digest(1), digest(4));
}
