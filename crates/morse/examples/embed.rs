//! Runs a scene without the command: drives its robot, and records its pose sensor in each tick.
//!
//! `cargo run -p morse --example embed`

use std::path::Path;

use morse::prelude::*;

/// Drives for two simulated seconds; returns the time [s] and the x [m] that the pose sensor read in each tick.
pub fn drive(scene: &Path) -> Result<Vec<(f64, f64)>, Error> {
    let scene = Scene::load(scene, &LoadOptions::default())?;
    for diagnostic in scene.diagnostics() {
        eprintln!("{diagnostic}");
    }
    let mut simulation = scene.simulation(&Options::default())?;
    simulation.command("robot.motion", &[("v", 1.0), ("w", 0.2)].into())?;
    let mut records = Vec::new();
    let record = |frame: &Frame<'_>| {
        if let Some(Value::Float(x)) = frame.read("robot.pose", "x") {
            records.push((frame.now().seconds(), x));
        }
    };
    Runner::new(simulation).keep_reading("robot.pose")?.observe(record).stop_after_seconds(2.0).run();
    Ok(records)
}

fn main() -> Result<(), Error> {
    for (time_s, x) in drive(&Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/embed.py"))? {
        println!("{time_s:.3} s: x = {x:.3} m");
    }
    Ok(())
}
