//! Builds the scene of `examples/first_scene.py` in Rust, and prints its document.
//!
//! `cargo run -p morse-scene --example first_scene > scene.json && morse run scene.json`

use std::error::Error;

use morse_scene::builder::SceneBuilder;
use morse_scene::{Catalog, Document, Value, WiringTable};

fn main() -> Result<(), Box<dyn Error>> {
    println!("{}", first_scene()?.to_json_pretty()?);
    Ok(())
}

pub(crate) fn first_scene() -> Result<Document, Box<dyn Error>> {
    let catalog = Catalog::from_json(include_str!("../../../python/morse/builder/catalog/catalog.json"))?;
    let wiring = WiringTable::built_in()?;
    let mut scene = SceneBuilder::new(&catalog, &wiring);

    let mut robot = scene.robot("robot", "ATRV");
    robot.sensor("pose", "Pose").stream("socket").alter("Noise");
    robot.sensor("odometry", "Odometry").level("differential").stream("socket");
    robot.actuator("waypoint", "Waypoint").interface("socket");

    scene.environment("empty").fastmode = true;
    scene.stream_manager("socket", [("time_sync", Value::from(true)), ("sync_port", Value::from(5000))]);

    Ok(scene.build()?)
}
