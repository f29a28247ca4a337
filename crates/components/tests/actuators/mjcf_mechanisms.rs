//! Robots of MJCF files with closed loops, tendons and motors move in a scene as in MuJoCo.
//!
//! tests/fixtures/mjcf_motion.py writes the motion in MuJoCo.

use std::fs;
use std::path::{Path, PathBuf};

use crate::common::{FAKE, Run, Scene};
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
        .time(json!({"tick_rate": rate_hz}))
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
        assert!(run.command("robot.motors", &commands));
    }
    run
}

/// The largest difference of a joint to its motion in MuJoCo, with its name.
fn difference(motion: &Motion, rate_hz: f64) -> (f64, String) {
    let mut run = started(motion, rate_hz);
    let mut worst = (0.0f64, String::new());
    for quarter in 0..4 {
        run.seconds(0.25);
        for (joint, expected) in &motion.joints {
            let off = (run.read("joints", joint) - expected[quarter]).abs();
            if off > worst.0 || off.is_nan() {
                worst = (off, format!("{joint} after {} s", 0.25 * (quarter + 1) as f64));
            }
        }
    }
    worst
}

#[test]
fn loops_tendons_and_motors_move_as_in_mujoco() {
    let text = fs::read_to_string(folder().join("motion.json")).unwrap();
    let files: Vec<Motion> = serde_json::from_str(&text).unwrap();
    assert_eq!(files.len(), 5);
    for motion in &files {
        for rate in [60.0, 240.0, 1000.0] {
            let (off, place) = difference(motion, rate);
            println!("{} at {rate} Hz: {off:.1e} ({place})", motion.file);
        }
    }
}
