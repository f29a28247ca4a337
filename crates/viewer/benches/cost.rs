//! The cost of a viewer: bytes per second for moving robots, and processor time on the thread of the simulation.
//!
//! `cargo bench -p morse-viewer --bench cost` runs a hundred robots for ten seconds in real time. It prints lines of
//! `measure`, a name and a number, for `benches/viewer.py`.
#![allow(clippy::print_stdout)]

mod driving_robots;

use std::error::Error;
use std::thread;

use driving_robots::{MEASURED_S, Spent};
use morse::Interrupt;
use morse_viewer::{Settings, Viewer};
use tokio_tungstenite::tungstenite::{self, Message};

fn main() -> Result<(), Box<dyn Error>> {
    // `cargo test` runs benchmarks too.
    if !std::env::args().any(|word| word == "--bench") {
        return Ok(());
    }
    let (scene, simulation) = driving_robots::scene(false)?;
    let settings = Settings { address: [127, 0, 0, 1].into(), port: 0 };
    let viewer = Viewer::start(settings, "cost", scene.document(), &simulation)?;
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
    let Spent { observer_us, tick_us } = driving_robots::run(simulation, viewer, interrupt);
    let bytes_per_s = client.join().map_err(|_| "the client has panicked")??;
    for (name, number) in [("bytes per second", bytes_per_s), ("viewer", observer_us), ("tick", tick_us)] {
        println!("measure\t{name}\t{number}");
    }
    Ok(())
}
