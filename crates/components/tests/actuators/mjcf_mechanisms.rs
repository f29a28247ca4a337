//! Robots of MJCF files with closed loops, tendons, motors and contacts move in a scene as in MuJoCo.
//!
//! tests/fixtures/mjcf_motion.py writes the motion in MuJoCo.

use std::fs;
use std::path::{Path, PathBuf};

use crate::common::{FAKE, Run, Scene};
use glam::DVec3;
use morse_sim::prelude::Value;
use serde::Deserialize;
use serde_json::json;

/// Motion of a file in MuJoCo.
#[derive(Deserialize)]
struct Motion {
    file: String,
    actuators: Vec<String>,
    commands: Vec<f64>,
    /// Positions of joints after each quarter of a second.
    joints: std::collections::BTreeMap<String, Vec<f64>>,
    /// Places of the bodies that move freely. [m]
    bodies: std::collections::BTreeMap<String, Vec<DVec3>>,
    /// Place [m], direction and upward direction of each camera.
    cameras: std::collections::BTreeMap<String, Vec<[DVec3; 3]>>,
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/mjcf")
}

/// A scene with a robot of a file, its joints, and its motors if it has any.
fn scene(file: &str, has_motors: bool, rate_hz: f64) -> Scene {
    let scene = Scene::new()
        .robot(FAKE)
        .with("model", json!({"file": file}))
        .with("body", json!({}))
        .appended("robot", "joints", "JointPositions")
        .time(json!({"frequency_hz": rate_hz}))
        .models(&folder());
    if !has_motors {
        return scene;
    }
    scene.appended("robot", "motors", "JointController").with("level", json!("motors"))
}

fn started(motion: &Motion, rate_hz: f64) -> Run {
    let mut run = scene(&motion.file, !motion.actuators.is_empty(), rate_hz).run();
    let names = motion.actuators.iter().map(String::as_str);
    let commands: Vec<_> = names.zip(motion.commands.iter().copied()).collect();
    if !commands.is_empty() {
        assert!(run.command("motors", &commands));
    }
    run
}

/// The largest difference of a joint or a free body to its motion in MuJoCo, with its name. [rad or m]
fn difference(motion: &Motion, rate_hz: f64) -> (f64, String) {
    let mut run = started(motion, rate_hz);
    let mut worst = (0.0f64, String::new());
    for quarter in 0..4 {
        run.step((0.25 * rate_hz) as u32);
        let world = run.simulation.world();
        for (joint, expected) in &motion.joints {
            let id = world.find_joint(&format!("robot/{joint}")).unwrap();
            let off = (world.joint_position(id) - expected[quarter]).abs();
            if off > worst.0 || off.is_nan() {
                worst = (off, format!("{joint} after {} s", 0.25 * (quarter + 1) as f64));
            }
        }
        for (body, expected) in &motion.bodies {
            let node = world.find(body).unwrap();
            let off = (world.world_from(node).translation - expected[quarter]).length();
            if off > worst.0 || off.is_nan() {
                worst = (off, format!("{body} after {} s", 0.25 * (quarter + 1) as f64));
            }
        }
        for (camera, expected) in &motion.cameras {
            let pose = world.world_from(world.find(&format!("{camera}/camera")).unwrap());
            let found = [pose.translation, pose.rotation * DVec3::X, pose.rotation * DVec3::Z];
            let off = found.iter().zip(expected[quarter]).map(|(one, other)| (*one - other).length());
            let off = off.fold(0.0, |largest, off| if off <= largest { largest } else { off });
            if off > worst.0 || off.is_nan() {
                worst = (off, format!("camera {camera} after {} s", 0.25 * (quarter + 1) as f64));
            }
        }
    }
    worst
}

#[test]
fn loops_tendons_motors_and_contacts_move_as_in_mujoco() {
    let text = fs::read_to_string(folder().join("motion.json")).unwrap();
    let files: Vec<Motion> = serde_json::from_str(&text).unwrap();

    assert_eq!(files.len(), 18);
    for motion in &files {
        // The error is that of the length of the step, two steps a tick.
        for (rate, most) in [(60.0, 3e-2), (1000.0, 2e-3)] {
            let (off, place) = difference(motion, rate);
            println!("{} at {rate} Hz: {off:.1e} ({place})", motion.file);
            assert!(off < most, "{} at {rate} Hz: {off:.1e} ({place})", motion.file);
        }
    }
}

#[test]
fn actuators_are_named_and_report_their_efforts() {
    let mut run = scene("gripper", true, 60.0).run();
    assert_eq!(run.call("motors", "get_joints", &[]), Value::List(vec![Value::from("fingers")]));
    assert!(run.command("motors", &[("fingers", 255.0)]));
    run.seconds(2.0);
    let efforts = run.call("motors", "get_efforts", &[]);
    let effort = efforts.as_map().and_then(|efforts| efforts.get("fingers")?.as_f64()).unwrap();
    // The force of the position servo: 0.012 · 255 − 4 · length, at rest.
    let world = run.simulation.world();
    let driver = world.find_joint("robot/left_driver").unwrap();
    let expected = 0.012 * 255.0 - 4.0 * world.joint_position(driver);
    assert!((effort - expected).abs() < 1e-3, "{effort} {expected}");
    assert!((0.5..0.9).contains(&world.joint_position(driver)));
}

#[test]
fn unknown_actuators_and_robots_without_actuators_are_named() {
    let unknown = scene("gripper", true, 60.0).properties(json!({"Joints": "finger"})).refusal();
    assert!(unknown.contains("there is no actuator `finger`") && unknown.contains("fingers"), "{unknown}");
    let without = scene("four_bar", true, 60.0).refusal();
    assert!(without.contains("its robot has no actuators"), "{without}");
}

#[test]
fn reset_saved_and_rewound_motors_repeat_their_motion() {
    let text = fs::read_to_string(folder().join("motion.json")).unwrap();
    let files: Vec<Motion> = serde_json::from_str(&text).unwrap();
    for motion in files.iter().filter(|motion| !motion.actuators.is_empty()) {
        let digests = [1, 2].map(|_| {
            let mut run = started(motion, 60.0);
            run.seconds(0.5);
            run.digest()
        });
        assert_eq!(digests[0], digests[1], "{}", motion.file);
        let mut run = started(motion, 60.0);
        run.seconds(0.25);
        let saved = run.simulation.save().unwrap();
        run.seconds(0.25);
        assert_eq!(run.digest(), digests[0], "{}", motion.file);
        run.simulation.restore(&saved).unwrap();
        run.seconds(0.25);
        assert_eq!(run.digest(), digests[0], "{} after a restore", motion.file);
    }
}
