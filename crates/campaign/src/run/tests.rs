//! Runs that continue from their checkpoints.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use morse::pictures::PictureProcessor;
use morse::{Document, Format, LoadOptions, Scene, SceneFile, SceneSource, Trust};

use super::execute::execute;
use super::job::{Finished, Job, JobCheckpoints, PreparedScene};
use super::loaded::Loaded;
use crate::plan::Plan;

const SCENE: &str = r#"{
    "morse_scene": 1, "environment": {"file": "empty"},
    "objects": [
        {"name": "robot", "kind": "robot", "class": "morse.robots.atrv.ATRV", "model": {"file": "robots/atrv"},
            "location": [0.0, 0.0, 2.0]},
        {"name": "robot.pose", "kind": "sensor", "class": "morse.sensors.pose.Pose", "parent": "robot", "rate_hz": 60.0},
        {"name": "robot.motion", "kind": "actuator", "class": "morse.actuators.v_omega.MotionVW", "parent": "robot",
            "rate_hz": 60.0}],
    "component_modifier": {
        "robot.pose": [["morse.modifiers.pose_noise.PoseNoiseModifier", "OUT", {"pos_std": 0.1}]]}
}"#;
const PLAN: &str = r#"{
    "scenes": ["scene.json"], "duration_s": 2.0,
    "start": [{"component": "robot.motion", "command": {"v": 1.0, "w": 0.3}}],
    "stop": {"far": "robot.@x > 100"},
    "metrics": {"mean": "mean(robot.pose.x)", "first": "first(robot.pose.x)", "max": "max(robot.pose.y)", "last": "robot.@x"}
}"#;

struct Place {
    folder: tempfile::TempDir,
    loaded: Loaded,
    job: Job,
}

impl Place {
    fn new(period_s: f64) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("scene.json");
        fs::write(&path, SCENE).unwrap();
        let plan = Plan::parse(PLAN, true, folder.path()).unwrap();
        let file = SceneFile { format: Format::Document, ..SceneFile::of_document(&path) };
        let source = SceneSource { document: Document::from_json(SCENE).unwrap(), python_path: Vec::new() };
        let options = LoadOptions { trust: Trust::ScriptsOnly, ..LoadOptions::default() };
        let loaded = Loaded::new(Scene::of(file, source, &options).unwrap());
        let scene = PreparedScene {
            key: 0,
            path,
            python_path: Vec::new(),
            is_trusted: false,
            document: SCENE.to_owned(),
        };
        let job = Job {
            run: 0,
            scene: Arc::new(scene),
            seed: 7,
            duration_s: plan.duration_s,
            start: plan.start.iter().map(|start| start.action(&[].into()).unwrap()).collect(),
            stop: plan.stop.clone(),
            metrics: plan.metrics.clone(),
            record: None,
            checkpoints: Some(JobCheckpoints { folder: folder.path().join("state"), period_s }),
            python: None,
            render: PictureProcessor::Cpu,
        };
        Self { folder, loaded, job }
    }

    /// Does the run. Returns the time of the checkpoint from which it continued, and the result without its wall times.
    fn execute(&mut self) -> (Option<f64>, String) {
        match execute(&mut self.loaded, &self.job, Instant::now()).unwrap() {
            Finished::Done { stop, ticks, simulated_s, resumed_s, digest, metrics, .. } => {
                (resumed_s, format!("{stop} {ticks} {simulated_s} {digest} {metrics:?}"))
            }
            other => panic!("{other:?}"),
        }
    }

    fn checkpoints(&self) -> Vec<std::path::PathBuf> {
        let folder: &Path = &self.folder.path().join("state");
        let mut files: Vec<_> =
            fs::read_dir(folder).into_iter().flatten().map(|entry| entry.unwrap().path()).collect();
        files.sort();
        files
    }
}

#[test]
fn resumed_run_has_the_result_of_an_uninterrupted_one() {
    let mut place = Place::new(1e-9);
    let (resumed_s, whole) = place.execute();
    assert_eq!(resumed_s, None);
    // The newest is of the last tick. Without it, the run continues one tick earlier.
    let files = place.checkpoints();
    assert_eq!(files.len(), 2);
    fs::remove_file(&files[1]).unwrap();
    let (resumed_s, resumed) = place.execute();
    assert!(resumed_s.is_some_and(|time_s| time_s > 1.9 && time_s < 2.0), "{resumed_s:?}");
    assert_eq!(resumed, whole);
}

#[test]
fn checkpoint_of_another_run_is_not_used() {
    let mut place = Place::new(1e-9);
    place.execute();
    place.job.seed = 8;
    let (resumed_s, other) = place.execute();
    assert_eq!(resumed_s, None);
    let mut fresh = Place::new(1e9);
    fresh.job.seed = 8;
    assert_eq!(fresh.execute(), (None, other));
    assert!(fresh.checkpoints().is_empty(), "nothing is saved before the period has passed");
}

#[test]
fn damaged_checkpoints_are_skipped() {
    let mut place = Place::new(1e-9);
    let (_, whole) = place.execute();
    let files = place.checkpoints();
    let bytes = fs::read(&files[1]).unwrap();
    fs::write(&files[1], &bytes[..bytes.len() / 2]).unwrap();
    let (resumed_s, resumed) = place.execute();
    assert!(resumed_s.is_some());
    assert_eq!(resumed, whole);
    for file in place.checkpoints() {
        fs::write(file, b"nothing").unwrap();
    }
    assert_eq!(place.execute(), (None, whole));
}

#[test]
fn recorded_run_has_no_checkpoints() {
    let mut place = Place::new(1e-9);
    place.job.record = Some(place.folder.path().join("run.mcap"));
    place.execute();
    assert!(place.checkpoints().is_empty());
}
