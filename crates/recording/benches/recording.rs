//! The cost of recording: processor time on the thread of the simulation and of the whole process, and bytes, for driving
//! robots in a furnished room with pose, odometry and a laser scanner each.
//!
//! `cargo bench -p morse-recording --bench recording` prints lines of `measure`, a name and a number, for
//! `benches/recording.py`. The compared run without a recorder also reads all sensors, so that the difference is the cost of recording
//! alone.
#![allow(clippy::print_stdout)]

use std::error::Error;
use std::path::Path;
use std::time::Duration;

use cpu_time::{ProcessTime, ThreadTime};
use morse::{Document, Frame, LoadOptions, Observer, Options, Runner, Scene};
use morse_recording::decode::Decoder;
use morse_recording::read::{Item, ReadError, read};
use morse_recording::{Recorder, Settings};
use serde_json::{Value, json};

/// Robots of the scene.
const ROBOTS: usize = 100;
/// Simulated time of a run. [s]
const DURATION_S: f64 = 20.0;
/// Runs of each kind, of which the fastest counts.
const RUNS: usize = 5;
/// Between robots. [m]
const SPACING_M: f64 = 1.5;

/// Measures the time that a recorder takes of the thread of the simulation.
struct Timed {
    recorder: Recorder,
    spent: Duration,
}

impl Observer for &mut Timed {
    fn tick(&mut self, frame: &Frame<'_>) {
        let begun = ThreadTime::now();
        self.recorder.tick(frame);
        self.spent += begun.elapsed();
    }

    fn end(&mut self, frame: &Frame<'_>) {
        self.recorder.end(frame);
    }

    fn needs_activity(&self) -> bool {
        self.recorder.needs_activity()
    }
}

/// Processor times and waiting time of a run.
#[derive(Clone, Copy)]
struct Times {
    /// Of the recorder, on the thread of the simulation.
    recorder: Duration,
    /// Of all threads.
    process: Duration,
    /// How long the run waited for the thread that encodes and writes.
    waited: Duration,
}

fn document() -> Result<Document, Box<dyn Error>> {
    let side = (ROBOTS as f64).sqrt().ceil() as usize;
    let objects = (0..ROBOTS).flat_map(|index| {
        let name = format!("robot{index}");
        let place = [(index % side) as f64 * SPACING_M, (index / side) as f64 * SPACING_M, 0.1];
        let component = |part: &str, kind: &str, class: &str, rate_hz: f64| {
            json!({"name": format!("{name}.{part}"), "kind": kind, "class": class, "parent": name, "rate_hz": rate_hz})
        };
        let mut scan = component("scan", "sensor", "morse.sensors.laserscanner.LaserScanner", 10.0);
        scan["builder"] = json!("Hokuyo");
        [
            json!({"name": name, "kind": "robot", "class": "morse.robots.atrv.ATRV", "model": {"file": "robots/atrv"},
                "location": place}),
            component("motion", "actuator", "morse.actuators.v_omega.MotionVW", 60.0),
            component("pose", "sensor", "morse.sensors.pose.Pose", 10.0),
            component("odometry", "sensor", "morse.sensors.odometry.Odometry", 10.0),
            scan,
        ]
    });
    let objects: Vec<Value> = objects.collect();
    let document = json!({"morse_scene": 1, "objects": objects, "environment": {"file": "indoors-1/boxes"}});
    Ok(Document::from_json(&document.to_string())?)
}

fn run(scene: &Scene, to: Option<&Path>) -> Result<Times, Box<dyn Error>> {
    let options = Options::default();
    let mut simulation = scene.simulation(&options)?;
    simulation.keep_all_reading(true);
    for index in 0..ROBOTS {
        let (v, w) = (0.5 + 0.005 * index as f64, if index % 2 == 0 { 0.6 } else { -0.6 });
        simulation.command(&format!("robot{index}.motion"), &[("v", v), ("w", w)].into())?;
    }
    let recorder = Recorder::new(scene, Vec::new(), options.seed, options.epoch_s, Settings::default())?;
    if let Some(path) = to {
        recorder.start(path, &mut simulation)?;
    }
    let mut timed = Timed { recorder: recorder.clone(), spent: Duration::ZERO };
    let process = ProcessTime::now();
    Runner::new(simulation).observe(&mut timed).stop_after_seconds(DURATION_S).run();
    let waited = recorder.waited().time;
    recorder.stop()?;
    Ok(Times { recorder: timed.spent, process: process.elapsed(), waited })
}

/// The size of the messages of a file as lines of JSON: topic, time and values. [bytes]
fn json_lines(path: &Path) -> Result<usize, ReadError> {
    let mut bytes = 0;
    read(path, |item| {
        if let Item::Message { channel, time_ns, data } = item {
            let failure = |problem| ReadError { path: path.to_owned(), problem };
            let message = Decoder::new(channel).and_then(|decoder| decoder.decode(data)).map_err(failure)?;
            let line = json!({"topic": channel.topic, "time_ns": time_ns, "message": message});
            bytes += line.to_string().len() + 1;
        }
        Ok::<(), ReadError>(())
    })?;
    Ok(bytes)
}

fn main() -> Result<(), Box<dyn Error>> {
    // `cargo test` runs benchmarks too.
    if !std::env::args().any(|word| word == "--bench") {
        return Ok(());
    }
    let scene = Scene::from_document("recording", document()?, &LoadOptions::default())?;
    let folder = tempfile::TempDir::new()?;
    let path = folder.path().join("run.mcap");
    let (mut with, mut without) = (Vec::new(), Vec::new());
    for _ in 0..RUNS {
        without.push(run(&scene, None)?);
        with.push(run(&scene, Some(&path))?);
    }
    let least = |all: &[Times], of: fn(&Times) -> Duration| {
        all.iter().map(of).min().unwrap_or_default().as_secs_f64()
    };
    let ticks = DURATION_S * 60.0;
    let micros = |seconds: f64| 1e6 * seconds / ticks;
    for (name, number) in [
        ("recorder", micros(least(&with, |times| times.recorder))),
        ("process", micros(least(&without, |times| times.process))),
        ("process recorded", micros(least(&with, |times| times.process))),
        ("waited", micros(least(&with, |times| times.waited))),
        ("file", std::fs::metadata(&path)?.len() as f64),
        ("json lines", json_lines(&path)? as f64),
    ] {
        println!("measure\t{name}\t{number}");
    }
    Ok(())
}
