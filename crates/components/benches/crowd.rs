//! Speed of a crowd: 1,000 ATRVs that drive on a plate, each with pose, odometry and MotionVW, or with a scanner. No
//! client is connected.
//!
//! `cargo bench -p morse-components --bench crowd -- [driving|scanning] [THREADS] [SECONDS]` prints the number of
//! simulated seconds per second. It simulates SECONDS, 20 by default. The scenes are those of `benches/crowds.py`, which
//! measures the whole command.
#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::panic)]

#[path = "../tests/common/mod.rs"]
mod common;

use std::time::Instant;

use morse_scene::document::Document;
use morse_scene::value::{Map, Value};
use morse_sim::{Options, Simulation};
use serde_json::json;

const APART_M: f64 = 4.0;
/// Simulated time after which all robots have fallen onto the ground and are at rest. [s]
const SETTLED_S: u64 = 5;

struct Crowd {
    simulation: Simulation,
    hz: u64,
}

impl Crowd {
    fn new(robots: u32, scans: bool, threads: usize) -> Crowd {
        let hz = if scans { 100 } else { 60 };
        let mut objects = vec![json!({"name": "Ground", "kind": "object", "builder": "Scene",
            "options": {"scene_object": {"scale": [1000.0, 1000.0, 0.0652]}}})];
        let side = f64::from(robots).sqrt().ceil() as u32;
        for nth in 0..robots {
            let name = format!("robot{nth:04}");
            let middle = f64::from(side) / 2.0;
            let place = [nth % side, nth / side].map(|cell| (f64::from(cell) - middle) * APART_M);
            objects.push(
                json!({"name": name, "kind": "robot", "class": common::ATRV, "model": {"file": "robots/atrv"},
                "properties": {"GroundRobot": true}, "location": [place[0], place[1], 0.0]}),
            );
            objects.push(json!({"name": format!("{name}.motion"), "kind": "actuator", "parent": name,
                "class": "morse.actuators.v_omega.MotionVW", "rate_hz": 60.0}));
            if scans {
                let arc = json!({"laser_range": 30.0, "scan_window": 360.0, "resolution": 1.0});
                objects.push(json!({"name": format!("{name}.scanner"), "kind": "sensor", "parent": name,
                    "class": "morse.sensors.laserscanner.LaserScanner", "rate_hz": 10.0, "properties": arc,
                    "location": [0.0, 0.0, 0.9]}));
                continue;
            }
            objects.push(json!({"name": format!("{name}.pose"), "kind": "sensor", "parent": name,
                "class": "morse.sensors.pose.Pose", "rate_hz": 60.0}));
            objects.push(json!({"name": format!("{name}.odometry"), "kind": "sensor", "parent": name,
                "class": "morse.sensors.odometry.Odometry", "level": "integrated", "rate_hz": 60.0}));
        }
        let environment = json!({"file": "empty", "time": {"frequency_hz": hz as f64}});
        let document = json!({"morse_scene": 1, "environment": environment, "objects": objects});
        let document = Document::from_json(&document.to_string()).unwrap();
        let models = common::models(&document, &common::own_models());
        let options = Options { threads, ..Options::default() };
        let simulation =
            Simulation::assemble(&document, &morse_components::registry(), &models, Vec::new(), options)
                .unwrap();
        let mut crowd = Crowd { simulation, hz };
        crowd.run(SETTLED_S);
        for nth in 0..robots {
            let number = f64::from(nth);
            let turn = if nth % 2 == 1 { 1.0 } else { -1.0 };
            let (v, w) = (0.6 + 0.4 * number.sin(), turn * (0.8 + 0.2 * (2.0 * number).cos()));
            let speed: Map = [("v", v), ("w", w)]
                .into_iter()
                .map(|(name, value)| (name.to_owned(), Value::Float(value)))
                .collect();
            crowd.simulation.command(&format!("robot{nth:04}.motion"), &speed).unwrap();
        }
        crowd.run(1);
        crowd
    }

    fn run(&mut self, duration_s: u64) {
        let threads = self.simulation.threads();
        threads.install(|| (0..duration_s * self.hz).for_each(|_| self.simulation.step()));
    }
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with("--")).collect();
    // `cargo test` also runs benchmarks, to check that they work.
    let is_bench = std::env::args().any(|word| word == "--bench");
    let kind = words.first().map_or("driving", String::as_str);
    let threads = words.get(1).map_or(1, |word| word.parse().expect("a number of threads"));
    let duration_s = words.get(2).map_or(20, |word| word.parse().expect("a number of seconds"));
    let (robots, duration_s) = if is_bench { (1000, duration_s) } else { (4, 1) };
    let mut crowd = Crowd::new(robots, kind == "scanning", threads);
    let begin = Instant::now();
    crowd.run(duration_s);
    let rate = duration_s as f64 / begin.elapsed().as_secs_f64();
    let digest = crowd.simulation.digest().unwrap();
    println!("measure\t{kind}, {threads} thread(s)\t{rate:.2}\tdigest {digest:016x}");
}
