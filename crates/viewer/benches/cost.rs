//! What a viewer costs: bytes per second for moving robots, and processor time on the thread of the simulation.
//!
//! `cargo bench -p morse-viewer --bench cost` runs a hundred robots for ten seconds in real time. It prints lines of
//! `measure`, a name and a number, for `benches/viewer.py`.
#![allow(clippy::print_stdout)]

use std::error::Error;
use std::thread;
use std::time::Duration;

use cpu_time::ThreadTime;
use morse::{Document, Frame, Interrupt, LoadOptions, Observer, Options, Pace, Runner, Scene};
use morse_viewer::{Settings, Viewer};
use serde_json::json;
use tokio_tungstenite::tungstenite::{self, Message};

/// Robots of the scene.
const ROBOTS: usize = 100;
/// How long is measured. [s]
const MEASURED_S: f64 = 10.0;

/// Processor time of the thread of the simulation: of its viewer, and all since the first tick.
#[derive(Default)]
struct Spent {
    viewer: Duration,
    whole: Duration,
    first: Option<Duration>,
}

/// Measures the processor time of a viewer.
struct Timed<'a>(Viewer, &'a mut Spent);

impl Observer for Timed<'_> {
    fn tick(&mut self, frame: &Frame<'_>) {
        let begun = ThreadTime::now().as_duration();
        self.0.tick(frame);
        let ended = ThreadTime::now().as_duration();
        self.1.viewer += ended.saturating_sub(begun);
        self.1.whole = ended.saturating_sub(*self.1.first.get_or_insert(begun));
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    // `cargo test` runs benchmarks too.
    if !std::env::args().any(|word| word == "--bench") {
        return Ok(());
    }
    let objects = (0..ROBOTS).flat_map(|index| {
        let name = format!("robot{index}");
        let place = [4.0 * (index % 10) as f64, 4.0 * (index / 10) as f64, 0.1];
        [
            json!({"name": name, "kind": "robot", "class": "morse.robots.atrv.ATRV", "model": {"file": "robots/atrv"},
                "location": place}),
            json!({"name": format!("{name}.motion"), "kind": "actuator", "class": "morse.actuators.v_omega.MotionVW",
                "parent": name, "rate_hz": 60.0}),
        ]
    });
    let document =
        json!({"morse_scene": 1, "objects": objects.collect::<Vec<_>>(), "environment": {"file": "empty"}});
    let document = Document::from_json(&document.to_string())?;
    let scene = Scene::from_document("cost", document, &LoadOptions::default())?;
    let mut simulation = scene.simulation(&Options::default())?;
    for index in 0..ROBOTS {
        let speed = 0.5 + 0.01 * index as f64;
        simulation
            .command(&format!("robot{index}.motion"), &[("v", speed), ("w", 0.5)].into())
            .ok_or("no actuator")??;
    }
    let viewer = Viewer::start(
        Settings { address: [127, 0, 0, 1].into(), port: 0 },
        "cost",
        scene.document(),
        &simulation,
    )?;
    let url = format!("ws://{}/ws", viewer.address());
    let interrupt = Interrupt::default();
    let end = interrupt.clone();
    let client = thread::spawn(move || -> Result<f64, tungstenite::Error> {
        let (mut socket, _) = tungstenite::connect(url)?;
        let time = |bytes: &[u8]| {
            bytes.get(12..20).and_then(|it| it.try_into().ok()).map_or(0.0, f64::from_le_bytes)
        };
        let (mut first, mut bytes) = (None, 0);
        loop {
            if let Message::Binary(message) = socket.read()? {
                let now = time(&message);
                // The first message has all poses.
                match first {
                    None if now > 1.0 => first = Some(now),
                    Some(_) => bytes += message.len(),
                    None => {}
                }
                if let Some(first) = first.filter(|first| now - first >= MEASURED_S) {
                    end.request();
                    return Ok(bytes as f64 / (now - first));
                }
            }
        }
    });
    let mut spent = Spent::default();
    let runner = Runner::new(simulation).observe(Timed(viewer, &mut spent)).interrupt(interrupt);
    let mut runner = runner.pace(Pace { fast: false, ..Pace::FAST });
    // The time of all observers and steps is that of the simulation's one thread.
    runner.run();
    let ticks = runner.into_simulation().clock().tick();
    let bytes_per_s = client.join().map_err(|_| "the client has panicked")??;
    let per_tick = |time: Duration| time.as_secs_f64() * 1e6 / ticks as f64;
    for (name, number) in [
        ("bytes per second", bytes_per_s),
        ("viewer", per_tick(spent.viewer)),
        ("tick", per_tick(spent.whole - spent.viewer)),
    ] {
        println!("measure\t{name}\t{number}");
    }
    Ok(())
}
