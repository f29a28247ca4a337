//! Checkpoints of runs: resuming after a crash and after an orderly end, and refusals.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use crate::support::{Ended, Place, Running};

const POSE: &str = include_str!("../scenes/pose.json");
/// Time limit for the first checkpoint.
const TIMEOUT: Duration = Duration::from_secs(60);

/// A robot that falls and a pose with noise, so that the state has bodies and random numbers.
fn place() -> Place {
    let place = Place::new();
    let mut scene: serde_json::Value = serde_json::from_str(POSE).unwrap();
    scene["objects"][0]["location"] = serde_json::json!([0.0, 0.0, 3.0]);
    scene["component_modifier"] = serde_json::json!({
        "robot.pose": [["morse.modifiers.pose_noise.PoseNoiseModifier", "OUT", {"pos_std": 0.1}]]
    });
    place.file("scene.json", &scene.to_string());
    place
}

fn run(place: &Place, arguments: &[&str]) -> Ended {
    let fast = ["run", "--port", "0", "--stream-port", "0", "--fast", "--digest"];
    place.done(&[&fast[..], arguments].concat())
}

fn digest(ended: &Ended) -> &str {
    assert_eq!(ended.code, Some(0), "{}", ended.log);
    let line = ended.log.lines().find(|line| line.contains("Digest of the whole state: ")).unwrap();
    line.rsplit(' ').next().unwrap()
}

fn checkpoints(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).into_iter().flatten();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    names.filter(|name| name.ends_with(".checkpoint")).collect()
}

#[test]
fn resumed_run_ends_in_the_state_of_an_uninterrupted_one() {
    let place = place();
    let whole = run(&place, &["--duration", "4", "--seed", "7", "scene.json"]);
    run(&place, &["--duration", "1.5", "--seed", "7", "--checkpoint", "state", "scene.json"]);
    let resumed = run(&place, &["--duration", "4", "--resume", "state"]);
    // The file of the scene is known in any working directory.
    let scene = place.path("scene.json").canonicalize().unwrap();
    let loading = format!("Loading simulation {}.", scene.display());
    resumed.log_has(&["Resuming at 1.50 s of simulated time.", &loading]);
    assert_eq!(digest(&resumed), digest(&whole));
    let other_seed = run(&place, &["--duration", "4", "--seed", "8", "scene.json"]);
    assert_ne!(digest(&other_seed), digest(&whole));
}

#[test]
fn killed_run_is_resumed_from_its_newest_checkpoint() {
    let place = place();
    let whole = run(&place, &["--duration", "90", "scene.json"]);
    let arguments = ["--checkpoint", "state", "--every", "0.1", "scene.json"];
    let running: Running = place.serve(&arguments);
    let begin = Instant::now();
    while checkpoints(&place.path("state")).len() < 2 {
        assert!(begin.elapsed() < TIMEOUT, "no checkpoints");
        std::thread::sleep(Duration::from_millis(10));
    }
    drop(running);
    let resumed = run(&place, &["--duration", "90", "--resume", "state"]);
    assert_eq!(digest(&resumed), digest(&whole));
    assert_eq!(checkpoints(&place.path("state")).len(), 2);
}

#[test]
fn damaged_checkpoint_is_skipped_with_a_warning() {
    let place = place();
    let whole = run(&place, &["--duration", "3", "scene.json"]);
    run(&place, &["--duration", "1", "--checkpoint", "state", "scene.json"]);
    run(&place, &["--duration", "2", "--resume", "state"]);
    let mut names = checkpoints(&place.path("state"));
    names.sort();
    let newest = place.path("state").join(names.last().unwrap());
    let bytes = fs::read(&newest).unwrap();
    fs::write(&newest, &bytes[..bytes.len() / 2]).unwrap();
    let resumed = run(&place, &["--duration", "3", "--resume", "state"]);
    resumed.log_has(&["is not a usable checkpoint: it is damaged", "Resuming at 1.00 s"]);
    assert_eq!(digest(&resumed), digest(&whole));
}

#[test]
fn run_is_refused_without_a_checkpoint_and_beside_those_of_another_run() {
    let place = place();
    fs::create_dir(place.path("empty")).unwrap();
    let refused = run(&place, &["--resume", "empty"]);
    assert_ne!(refused.code, Some(0));
    refused.log_has(&["empty holds no checkpoint"]);
    run(&place, &["--duration", "1", "--checkpoint", "state", "scene.json"]);
    let refused = run(&place, &["--duration", "1", "--checkpoint", "state", "scene.json"]);
    assert_ne!(refused.code, Some(0));
    refused.log_has(&["state holds the checkpoints of another run"]);
    let refused = run(&place, &["--resume", "state", "scene.json"]);
    assert_ne!(refused.code, Some(0));
    refused.log_has(&["leave out scene.json"]);
}
