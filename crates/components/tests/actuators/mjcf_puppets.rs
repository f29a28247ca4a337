//! Bodies of MJCF files that clients move (mocap) pull and carry other bodies.

use std::path::Path;

use crate::common::{ATRV, FAKE, Run, Scene};
use glam::DVec3;
use serde_json::json;

fn run() -> Run {
    let scene = Scene::new().robot(FAKE).with("model", json!({"file": "puppet"})).with("body", json!({}));
    scene.models(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/mjcf")).run()
}

fn place(run: &mut Run, name: &str, at: DVec3) {
    let world = run.simulation.world();
    let mut state = run.simulation.entity_state(name).unwrap();
    assert!(world.find(name).is_some());
    state.world_from_entity.translation = at;
    run.simulation.set_entity_state(name, &state).unwrap();
}

fn position(run: &Run, joint: &str) -> f64 {
    let world = run.simulation.world();
    world.joint_position(world.find_joint(&format!("robot/{joint}")).unwrap())
}

#[test]
fn weld_to_a_body_that_a_client_places_pulls_an_arm() {
    let mut run = run();
    let base = run.simulation.entity_state("upper").unwrap().world_from_entity.translation;
    // Far to the left of the arm: it turns until it points there.
    place(&mut run, "target", base + DVec3::new(0.0, 0.45, 0.0));
    run.seconds(3.0);
    assert!((position(&run, "turn") - 1.3).abs() < 0.4, "{}", position(&run, "turn"));
    let target = run.simulation.entity_state("target").unwrap();
    assert_eq!(target.world_from_entity.translation, base + DVec3::new(0.0, 0.45, 0.0));
    let mark = run.simulation.entity_state("mark").unwrap().world_from_entity.translation;
    assert!((mark - target.world_from_entity.translation - DVec3::Z * 0.05).length() < 1e-9, "{mark}");
}

#[test]
fn plate_that_a_client_lifts_carries_a_weight() {
    let mut run = run();
    run.seconds(1.0);
    let (before, plate) = (position(&run, "fall"), run.simulation.entity_state("plate").unwrap());
    let start = plate.world_from_entity.translation;
    for step in 1..=30 {
        place(&mut run, "plate", start + DVec3::Z * (0.01 * f64::from(step)));
        run.step(2);
    }
    run.seconds(1.0);
    assert!((position(&run, "fall") - before - 0.3).abs() < 2e-3, "{} {before}", position(&run, "fall"));
    // It returns with the other objects.
    run.simulation.reset_objects();
    assert_eq!(run.simulation.entity_state("plate").unwrap().world_from_entity.translation, start);
}

#[test]
fn body_at_rest_wakes_when_its_target_is_placed() {
    let mut run = run();
    run.seconds(20.0);
    let base = run.simulation.entity_state("upper").unwrap().world_from_entity.translation;
    let before = position(&run, "turn");
    place(&mut run, "target", base + DVec3::new(0.0, -0.45, 0.0));
    run.seconds(3.0);
    assert!(position(&run, "turn") < before - 0.8, "{} {before}", position(&run, "turn"));
    run.simulation.reset_objects();
    let target = run.simulation.entity_state("target").unwrap().world_from_entity.translation;
    assert!((target - base - DVec3::new(0.45, 0.1, 0.1)).length() < 1e-9, "{target} {base}");
}

#[test]
fn teleport_on_a_body_that_clients_move_moves_that_body() {
    let scene = Scene::new().robot(FAKE).with("model", json!({"file": "puppet"})).with("body", json!({}));
    let scene = scene.actuator("plate", "teleport.Teleport").with("attach_to", json!("plate"));
    let scene = scene.actuator("mark", "teleport.Teleport").with("attach_to", json!("mark")).stream();
    let mut run = scene.models(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/mjcf")).run();
    let place = |run: &Run, name: &str| run.simulation.entity_state(name).unwrap().world_from_entity;
    let (robot, target, plate) = (place(&run, "robot"), place(&run, "target"), place(&run, "plate"));
    run.seconds(0.5);
    assert!(place(&run, "target").translation.distance(target.translation) < 1e-12, "it keeps its place");
    let base = place(&run, "upper").translation;
    let at = base + DVec3::new(0.0, 0.45, 0.05);
    run.publish(&[("x", at.x), ("y", at.y), ("z", at.z), ("roll", 0.0), ("pitch", 0.0), ("yaw", 0.5)]);
    run.seconds(3.0);
    // The actuator is on a part 5 cm above the body.
    let now = place(&run, "target");
    assert!(now.translation.distance(at - DVec3::Z * 0.05) < 1e-9, "{}", now.translation);
    assert!((now.rotation.to_scaled_axis() - DVec3::Z * 0.5).length() < 1e-9);
    assert!((position(&run, "turn") - 1.3).abs() < 0.4, "{}", position(&run, "turn"));
    assert_eq!(place(&run, "robot"), robot);
    assert!(place(&run, "plate").translation.distance(plate.translation) < 1e-12);
}

#[test]
fn teleport_holds_its_robot_where_an_episode_begins() {
    let mut run = Scene::new().robot(ATRV).actuator("place", "teleport.Teleport").run();
    run.seconds(0.2);
    let mut state = run.simulation.entity_state("robot").unwrap();
    state.world_from_entity.translation += DVec3::new(3.0, 1.0, 0.0);
    let start = state.world_from_entity;
    run.simulation.set_entity_state("robot", &state).unwrap();
    run.simulation.begin_components_here();
    run.seconds(0.5);
    let now = run.simulation.entity_state("robot").unwrap().world_from_entity;
    assert!((now.translation - start.translation).length() < 1e-6, "{now:?}, not {start:?}");
}
