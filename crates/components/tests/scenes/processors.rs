//! Digests of scenes, for comparison between processors: `cargo xtask processors`.

use std::fmt::Write as _;

use serde_json::json;

use crate::common::{FAKE, Scene};
use crate::determinism::everything::{commanded, everything};

/// Length of the runs. An emulated processor needs a second for a few ticks. [ticks]
const TICKS: u32 = 20;

/// Robots of files, with the heights of their origins above the ground. [m]
const FILES: [(&str, f64); 10] = [
    ("small_arm", 0.0),
    ("six_axis_arm", 0.0),
    ("mobile_manipulator", 0.1),
    ("quadruped", 0.5),
    ("humanoid", 1.0),
    ("camera_drone", 0.5),
    ("small_rover", 0.08),
    ("small_car", 0.12),
    ("omni_base", 0.02),
    ("small_hand", 0.0),
];

/// Robots of the catalog on wheels, legs and rotors, each with a scanner.
const CLASSES: [&str; 9] =
    ["ATRV", "Morsy", "Hummer", "Pioneer3DX", "SegwayRMP400", "Quadrotor", "Boat", "RMax", "Submarine"];

/// A robot of a file that falls, with its joints held, and a box that it may hit.
fn of_file(file: &str, height_m: f64) -> Scene {
    let robot = json!({"name": "robot", "kind": "robot", "class": FAKE, "location": [0.0, 0.0, height_m + 0.1],
        "model": {"file": format!("robots/{file}")}});
    let block = json!({"name": "block", "kind": "object", "location": [0.3, 0.1, 1.5], "scale": [0.1, 0.1, 0.1],
        "shape": {"kind": "cube", "half_extents": [1.0, 1.0, 1.0]}, "body": {"physics": "RIGID_BODY"}});
    let scene = Scene::new().object(robot).object(block).appended("robot", "controller", "JointController");
    let scene = if file == "small_hand" { scene.with("level", json!("motors")) } else { scene };
    scene.appended("robot", "scan", "Hokuyo").appended("robot", "imu", "IMU")
}

fn of_class(class: &str) -> Scene {
    let catalog = morse_components::catalog();
    let (description, builder) = catalog
        .components
        .iter()
        .find_map(|component| {
            Some((component, component.builders.iter().find(|builder| builder.name == class)?))
        })
        .unwrap();
    let robot = json!({"name": "robot", "kind": "robot", "class": description.class, "location": [0.0, 0.0, 0.5],
        "model": {"file": builder.model}, "properties": serde_json::to_value(&builder.properties).unwrap(),
        "body": serde_json::to_value(&builder.body).unwrap()});
    let scene = Scene::new().object(robot).appended("robot", "scan", "Hokuyo");
    scene.appended("robot", "imu", "IMU").appended("robot", "gps", "GPS")
}

#[test]
fn digests_of_scenes_are_written_for_other_processors() {
    let mut lines = String::new();
    let mut add = |name: &str, mut run: crate::common::Run| {
        writeln!(lines, "{name} {:016x}", run.step(TICKS).digest()).unwrap();
    };
    for (file, height_m) in FILES {
        add(file, of_file(file, height_m).run());
    }
    for class in CLASSES {
        add(class, of_class(class).run());
    }
    add("everything", commanded(everything().run()));
    assert_eq!(lines.lines().count(), FILES.len() + CLASSES.len() + 1);
    if let Some(path) = std::env::var_os("MORSE_DIGESTS") {
        std::fs::write(path, lines).unwrap();
    }
}
