//! Constraints between rigid bodies of a Blender file: bodies come to rest where the physics of Blender leaves them.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::path::{Path, PathBuf};

use glam::{DQuat, DVec3};
use morse::{LoadOptions, Options, Pose, Scene, SceneBuilder, Simulation, Trust, WiringTable, catalog};
use serde_json::Value;

/// Ticks of ten seconds, after which Blender's report gives the poses.
const TICKS: u32 = 600;
/// Differences from Blender. [m, rad]
const CLOSE_M: f64 = 0.01;
const CLOSE_RAD: f64 = 0.02;

fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../assets/tests/blend_constraints").join(name)
}

fn simulation() -> Simulation {
    let (catalog, wiring) = (catalog(), WiringTable::built_in().unwrap());
    let mut builder = SceneBuilder::new(&catalog, &wiring);
    let file = file("constraints.blend").display().to_string();
    builder.passive_object("bodies", &file);
    builder.robot("robot", "ATRV").translate([-20.0, 0.0, 0.2]);
    builder.environment("empty");
    let options = LoadOptions { trust: Trust::Trusted, ..LoadOptions::default() };
    let scene = Scene::from_document(Path::new(&file), builder.build().unwrap(), &options).unwrap();
    scene.simulation(&Options::default()).unwrap()
}

fn after_ten_seconds() -> Simulation {
    let mut simulation = simulation();
    for _ in 0..TICKS {
        simulation.step();
    }
    simulation
}

fn pose(simulation: &Simulation, name: &str) -> Pose {
    let world = simulation.world();
    let node = world.nodes().find(|&node| world.name(node) == name);
    world.world_from(node.unwrap_or_else(|| panic!("no node {name}")))
}

#[test]
fn bodies_rest_where_blender_leaves_them() {
    let simulation = after_ten_seconds();
    let report = std::fs::read_to_string(file("constraints.json")).unwrap();
    let report: Value = serde_json::from_str(&report).unwrap();
    let mut compared = 0;
    for (name, theirs) in report.as_object().unwrap() {
        // These swing on: links of mechanisms have no damping of their own.
        if name.contains("point") || name.contains("ball") || name.contains("bridge") {
            continue;
        }
        let theirs: Vec<f64> = theirs.as_array().unwrap().iter().filter_map(Value::as_f64).collect();
        let &[x, y, z, qw, qx, qy, qz] = &theirs[..] else { panic!("{name}: {theirs:?}") };
        let ours = pose(&simulation, name);
        let distance = (ours.translation - DVec3::new(x, y, z)).length();
        assert!(distance < CLOSE_M, "{name}: {distance} m");
        let angle = ours.rotation.angle_between(DQuat::from_xyzw(qx, qy, qz, qw));
        assert!(angle < CLOSE_RAD, "{name}: {angle} rad");
        compared += 1;
    }
    assert_eq!(compared, 12);
}

#[test]
fn points_hold_swinging_bodies_and_close_a_loop() {
    let simulation = after_ten_seconds();
    // A point of each body, and the point of the world to which its constraint ties it.
    for (name, point, tied_to) in [
        ("point load", DVec3::new(-1.0, 0.0, 0.0), DVec3::new(0.0, 3.0, 5.0)),
        ("generic ball load", DVec3::new(-1.0, 0.0, 0.0), DVec3::new(0.0, 27.0, 5.0)),
        ("bridge 1", DVec3::new(-0.25, 0.0, 0.1), DVec3::new(0.25, 36.0, 4.9)),
        ("bridge 3", DVec3::new(0.25, 0.0, 0.1), DVec3::new(1.95, 36.0, 4.9)),
    ] {
        let Pose { translation, rotation } = pose(&simulation, name);
        let distance = (translation + rotation * point - tied_to).length();
        assert!(distance < CLOSE_M, "{name}: {distance} m");
    }
}
