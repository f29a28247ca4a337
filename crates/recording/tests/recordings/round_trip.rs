//! Runs are recorded, read and made again; damaged files are refused.

use std::fs;
use std::sync::LazyLock;

use morse::{Document, Frame, LoadOptions, Options, Runner, Scene, Simulation};
use morse_recording::decode::Decoder;
use morse_recording::read::{Completeness, Item, ReadError, read};
use morse_recording::{Recorded, Recorder, Settings, check};
use morse_sim::contract::data::Field;
use proptest::prelude::{ProptestConfig, any, prop, proptest};
use tempfile::TempDir;

use crate::support::{TICKS, record};

/// The bytes of a recording.
static WHOLE: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let folder = TempDir::new().unwrap();
    fs::read(record(folder.path())).unwrap()
});

#[test]
fn a_run_is_the_same_when_it_is_made_again() {
    let folder = TempDir::new().unwrap();
    let path = record(folder.path());
    let mut poses = Vec::new();
    let completeness = read(&path, |item| {
        if let Item::Message { channel, time_ns, .. } = item
            && channel.topic == "/robot/pose"
        {
            assert_eq!(
                (channel.encoding.as_str(), channel.schema.as_str()),
                ("cdr", "geometry_msgs/msg/PoseStamped")
            );
            poses.push(time_ns);
        }
        Ok::<(), ReadError>(())
    });
    assert_eq!(completeness.unwrap(), Completeness::Complete);
    assert_eq!(poses.len() as u64, TICKS);
    assert!(poses.is_sorted());
    let checked = check(Recorded::load(&path).unwrap(), &LoadOptions::default()).unwrap();
    assert_eq!((checked.ticks, checked.digests, checked.difference), (TICKS, TICKS, None));
}

#[test]
fn the_first_tick_that_differs_is_found() {
    let folder = TempDir::new().unwrap();
    let mut recorded = Recorded::load(&record(folder.path())).unwrap();
    let changed = recorded.digests.get_mut(10).unwrap();
    changed.world = "0".repeat(16);
    let difference = check(recorded, &LoadOptions::default()).unwrap().difference.unwrap();
    assert_eq!((difference.tick, difference.world), (11, true));
    assert!(difference.components.is_empty());
}

/// Robots with a scanner each, one of which drives towards a wall.
const SCANNERS: &str = r#"{"morse_scene": 1, "environment": {"file": "indoors-1/boxes"}, "objects": [
    {"name": "robot", "kind": "robot", "class": "morse.robots.atrv.ATRV", "model": {"file": "robots/atrv"}},
    {"name": "robot.motion", "kind": "actuator", "class": "morse.actuators.v_omega.MotionVW", "parent": "robot",
     "rate_hz": 60.0},
    {"name": "robot.scan", "kind": "sensor", "class": "morse.sensors.laserscanner.LaserScanner", "parent": "robot",
     "rate_hz": 20.0, "builder": "Hokuyo"},
    {"name": "robot.pose", "kind": "sensor", "class": "morse.sensors.pose.Pose", "parent": "robot", "rate_hz": 10.0}]}"#;

fn scanners() -> (Scene, Simulation) {
    let document = Document::from_json(SCANNERS).unwrap();
    let scene = Scene::from_document("scanners", document, &LoadOptions::default()).unwrap();
    let mut simulation = scene.simulation(&Options::default()).unwrap();
    simulation.command("robot.motion", &[("v", 1.0), ("w", 0.3)].into()).unwrap();
    (scene, simulation)
}

#[test]
fn every_range_of_every_scan_is_in_the_file() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("scans.mcap");
    let (scene, mut simulation) = scanners();
    let recorder = Recorder::new(&scene, Vec::new(), 0, 0.0, Settings::default()).unwrap();
    recorder.start(&path, &mut simulation).unwrap();
    let mut expected: Vec<Vec<f32>> = Vec::new();
    let mut scans = |frame: &Frame<'_>| {
        for (_, sample) in frame.readings().filter(|(name, _)| *name == "robot.scan") {
            let index = sample.data.index_of("range_list").unwrap();
            let Some(Field::Floats(ranges)) = sample.data.get(index) else { panic!("no ranges") };
            expected.push(ranges.iter().map(|&range| range as f32).collect());
        }
    };
    Runner::new(simulation).observe(&mut scans).observe(recorder.clone()).stop_after_ticks(TICKS).run();
    recorder.stop().unwrap();
    let (mut found, mut moved) = (Vec::new(), 0);
    read(&path, |item| {
        if let Item::Message { channel, data, .. } = item {
            let message =
                || serde_json::to_value(Decoder::new(channel).unwrap().decode(data).unwrap()).unwrap();
            match channel.topic.as_str() {
                "/robot/scan" => found.push(message()["ranges"].clone()),
                "/tf" => {
                    let message = message();
                    let is_robot = |it: &&serde_json::Value| it["child_frame_id"] == "robot";
                    moved += message["transforms"].as_array().unwrap().iter().filter(is_robot).count() as u64;
                }
                _ => {}
            }
        }
        Ok::<(), ReadError>(())
    })
    .unwrap();
    assert_eq!((expected.len(), moved), (TICKS as usize / 3, TICKS));
    for (expected, found) in expected.iter().zip(&found) {
        let found: Vec<f32> = found
            .as_array()
            .unwrap()
            .iter()
            .map(|it| it.as_f64().map_or(f32::INFINITY, |it| it as f32))
            .collect();
        assert_eq!(found.len(), expected.len());
        for (expected, found) in expected.iter().zip(found) {
            assert!(found == *expected || found.is_infinite(), "{found} instead of {expected}");
        }
    }
    assert_eq!(found.len(), expected.len());
}

#[test]
fn digests_are_the_same_whether_or_not_they_were_computed_before() {
    let ((_, mut often), (_, mut once)) = (scanners(), scanners());
    for tick in 0..TICKS {
        for simulation in [&mut often, &mut once] {
            match tick {
                7 => drop(simulation.call("robot.scan", "set_property", &["laser_range".into(), 2.5.into()])),
                11 => drop(simulation.call("robot.pose", "deactivate", &[])),
                _ => {}
            }
            simulation.step();
        }
        often.digests().unwrap();
    }
    let digests = once.digests().unwrap();
    assert_eq!(often.digests().unwrap(), digests);
    assert_eq!(digests.components.len(), once.digest_names().count());
    let saved = once.save().unwrap();
    often.step();
    assert_ne!(often.digests().unwrap(), digests);
    often.restore(&saved).unwrap();
    assert_eq!(often.digests().unwrap(), digests);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn damaged_files_are_refused_or_read(at in any::<prop::sample::Index>(), with: Vec<u8>, cut: bool) {
        let mut bytes = WHOLE.clone();
        let at = at.index(bytes.len());
        if cut {
            bytes.truncate(at);
        }
        for (byte, new) in bytes.iter_mut().skip(at).zip(with) {
            *byte = new;
        }
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("damaged.mcap");
        fs::write(&path, bytes).unwrap();
        if let Err(error) = Recorded::load(&path) {
            assert!(error.to_string().contains("damaged.mcap"), "{error}");
        }
    }
}
