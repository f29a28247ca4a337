//! Speed of many small worlds, as learning steps them: 64 worlds with a robot that drives among pillars, with a scanner
//! of 181 rays and a pose. A step is a command and six ticks.
//!
//! `cargo bench -p morse-components --bench worlds -- [SECONDS]` prints the steps per second of one thread.
#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::panic)]

#[path = "../tests/common/mod.rs"]
mod common;

use std::time::Instant;

use morse_scene::document::Document;
use morse_scene::value::{Map, Value};
use morse_sim::{Options, Simulation};
use serde_json::json;

const PILLARS: u32 = 6;
const TICKS: u32 = 6;

/// A world of the task, and the simulation of the pool of the calling thread.
fn world() -> Simulation {
    let mut objects = vec![
        json!({"name": "robot", "kind": "robot", "class": common::ATRV, "model": {"file": "robots/atrv"},
            "properties": {"GroundRobot": true}, "location": [0.0, 0.0, 0.1]}),
        json!({"name": "robot.motion", "kind": "actuator", "parent": "robot",
            "class": "morse.actuators.v_omega.MotionVW", "rate_hz": 60.0}),
        json!({"name": "robot.sick", "kind": "sensor", "parent": "robot",
            "class": "morse.sensors.laserscanner.LaserScanner", "rate_hz": 10.0, "location": [0.18, 0.0, 0.84],
            "properties": {"laser_range": 8.0, "scan_window": 180.0, "resolution": 1.0}}),
        json!({"name": "robot.pose", "kind": "sensor", "parent": "robot", "class": "morse.sensors.pose.Pose",
            "rate_hz": 60.0}),
    ];
    for nth in 0..PILLARS {
        let angle = (f64::from(nth) + 0.5) * std::f64::consts::TAU / f64::from(PILLARS);
        objects.push(json!({"name": format!("pillar{nth}"), "kind": "object", "builder": "Cube",
            "options": {"scene_object": {"scale": [0.3, 0.3, 1.0]}},
            "location": [2.6 * angle.cos(), 2.6 * angle.sin(), 1.0]}));
    }
    let document = json!({"morse_scene": 1, "environment": {"file": "empty"}, "objects": objects});
    let document = Document::from_json(&document.to_string()).unwrap();
    let models = common::models(&document, &common::own_models());
    let registry = morse_components::registry();
    Simulation::assemble(&document, &registry, &models, Vec::new(), Options::default()).unwrap()
}

/// Steps the worlds for some time. Returns the steps per second.
fn run(worlds: &mut [Simulation], duration_s: f64) -> f64 {
    let begin = Instant::now();
    let mut steps = 0_u32;
    while begin.elapsed().as_secs_f64() < duration_s {
        for (nth, world) in worlds.iter_mut().enumerate() {
            let motion = world.actuator_id("robot.motion").unwrap();
            let turn = f64::from((steps / 64 + nth as u32) % 7) * 0.4 - 1.2;
            let command: Map = [("v", 0.5), ("w", turn)]
                .into_iter()
                .map(|(name, value)| (name.to_owned(), Value::Float(value)))
                .collect();
            world.command_actuator(motion, &command).unwrap();
            (0..TICKS).for_each(|_| world.step());
            steps += 1;
        }
    }
    f64::from(steps) / begin.elapsed().as_secs_f64()
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with("--")).collect();
    // `cargo test` also runs benchmarks, to check that they work.
    let is_bench = std::env::args().any(|word| word == "--bench");
    let duration_s = words.first().map_or(5.0, |word| word.parse().expect("a number of seconds"));
    let (count, duration_s) = if is_bench { (64, duration_s) } else { (2, 0.1) };
    let threads = common::calling_thread();
    let mut worlds: Vec<Simulation> = (0..count).map(|_| world()).collect();
    worlds.iter_mut().for_each(|world| world.use_threads(threads.clone()));
    let rate = run(&mut worlds, duration_s);
    println!("measure\tworlds\t{rate:.0} steps/s");
}
