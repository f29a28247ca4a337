//! Recordings for the tests: of a short run, and of messages that no simulator would write.

use std::fs;
use std::path::{Path, PathBuf};

use mcap::WriteOptions;
use mcap::records::MessageHeader;
use morse::{Document, LoadOptions, Options, Runner, Scene};
use morse_recording::{Recorder, Settings};

/// A robot that can be driven, with a pose that is read.
pub const SCENE: &str = r#"{"morse_scene": 1, "objects": [
    {"name": "robot", "kind": "robot", "class": "morse.robots.atrv.ATRV", "model": {"file": "robots/atrv"}},
    {"name": "robot.motion", "kind": "actuator", "class": "morse.actuators.v_omega.MotionVW", "parent": "robot",
     "rate_hz": 60.0},
    {"name": "robot.pose", "kind": "sensor", "class": "morse.sensors.pose.Pose", "parent": "robot", "rate_hz": 60.0}]}"#;
pub const TICKS: u64 = 30;

/// Records a run of some ticks.
pub fn record(folder: &Path) -> PathBuf {
    record_as(folder, "run.mcap", 0)
}

/// Records a run with this seed.
pub fn record_as(folder: &Path, name: &str, seed: u64) -> PathBuf {
    record_scene(folder, name, SCENE, seed, TICKS)
}

/// Records a run with a fine scanner, whose readings fill chunks.
pub fn record_scans(folder: &Path, ticks: u64) -> PathBuf {
    let scanner = r#", {"name": "robot.scan", "kind": "sensor", "class": "morse.sensors.laserscanner.LaserScanner",
        "parent": "robot", "rate_hz": 60.0, "properties": {"resolution": 0.1}}]}"#;
    let scene = SCENE.strip_suffix("]}").unwrap().to_owned() + scanner;
    record_scene(folder, "scans.mcap", &scene, 0, ticks)
}

fn record_scene(folder: &Path, name: &str, scene: &str, seed: u64, ticks: u64) -> PathBuf {
    let path = folder.join(name);
    let document = Document::from_json(scene).unwrap();
    let scene = Scene::from_document("test", document, &LoadOptions::default()).unwrap();
    let options = Options { seed, ..Options::default() };
    let mut simulation = scene.simulation(&options).unwrap();
    let recorder =
        Recorder::new(&scene, Vec::new(), options.seed, options.epoch_s, Settings::default()).unwrap();
    recorder.start(&path, &mut simulation).unwrap();
    Runner::new(simulation).observe(recorder.clone()).stop_after_ticks(ticks).run();
    assert_eq!(recorder.stop().unwrap().as_deref(), Some(path.as_path()));
    path
}

/// A channel: topic, encoding of its messages, name, encoding and text of their schema, and the messages.
pub type Written<'a> = (&'a str, &'a str, [&'a str; 3], &'a [&'a [u8]]);

/// A file as another program may have written it. The messages of a channel are a second apart.
pub fn write(path: &Path, channels: &[Written<'_>]) {
    let mut writer = WriteOptions::new().create(fs::File::create(path).unwrap()).unwrap();
    for (topic, encoding, [name, schema_encoding, text], messages) in channels {
        let schema = writer.add_schema(name, schema_encoding, text.as_bytes()).unwrap();
        let channel_id = writer.add_channel(schema, topic, encoding, &Default::default()).unwrap();
        for (sequence, data) in messages.iter().enumerate() {
            let log_time = sequence as u64 * 1_000_000_000;
            let header =
                MessageHeader { channel_id, sequence: sequence as u32, log_time, publish_time: log_time };
            writer.write_to_known_channel(&header, data).unwrap();
        }
    }
    writer.finish().unwrap();
}
