//! Services of `simulation` for objects of model files.

use glam::DVec3;
use morse_scene::value::Value;
use morse_sim::Simulation;
use serde_json::json;

use crate::common::Client;
use crate::site::{ModelFixture, cube, node, place, run};

/// An environment with a floor and a crate that falls on it from 10 m.
fn simulation() -> Simulation {
    let site = ModelFixture::new();
    site.model(
        "environments/yard.glb",
        &[
            cube("floor", [0.0, 0.0, -1.0], json!({"type": "STATIC", "bounds": "BOX"}))
                .scaled([20.0, 20.0, 1.0]),
            cube("crate", [0.0, 0.0, 10.0], json!({"type": "RIGID_BODY", "bounds": "BOX"})),
            cube("label", [0.0, 0.0, 1.0], json!({"type": "NO_COLLISION"})).below(1).scaled([0.1, 0.1, 0.1]),
        ],
    );
    site.simulation("yard", &json!([]))
}

fn call(simulation: &mut Simulation, service: &str, arguments: &[Value]) {
    let client = Client::new();
    client.send(simulation, "simulation", service, arguments);
    simulation.step();
    let answers = client.answers();
    assert!(
        matches!(answers[..], [(_, morse_sim::contract::service::Answer::Success(_))]),
        "{service}: {answers:?}"
    );
}

fn vector(numbers: [f64; 3]) -> Value {
    Value::List(numbers.map(Value::from).to_vec())
}

#[test]
fn objects_are_moved_and_reset() {
    let mut simulation = simulation();
    let to = [Value::from("crate"), vector([5.0, 0.0, 1.0]), vector([0.0, 0.0, 1.0])];
    call(&mut simulation, "set_object_position", &to);
    run(&mut simulation, 1.0);
    let world = simulation.world();
    assert!((place(world, "crate") - DVec3::new(5.0, 0.0, 1.0)).length() < 0.02, "{}", place(world, "crate"));
    assert!((world.world_from(node(world, "crate")).euler().yaw - 1.0).abs() < 0.01);
    call(&mut simulation, "reset_objects", &[]);
    let world = simulation.world();
    // It has fallen for one tick.
    assert!(
        (place(world, "crate") - DVec3::new(0.0, 0.0, 10.0)).length() < 0.01,
        "{}",
        place(world, "crate")
    );
    assert!(world.linear_velocity(node(world, "crate")).length() < 0.2);
}

#[test]
fn dynamics_are_suspended_and_restored() {
    let mut simulation = simulation();
    call(&mut simulation, "set_object_dynamics", &[Value::from("crate"), Value::Bool(false)]);
    let held = place(simulation.world(), "crate");
    run(&mut simulation, 1.0);
    assert_eq!(place(simulation.world(), "crate"), held);
    call(&mut simulation, "set_object_dynamics", &[Value::from("crate"), Value::Bool(true)]);
    run(&mut simulation, 0.5);
    let falling = place(simulation.world(), "crate").z;
    assert!(falling < held.z - 1.0, "{falling}");
    call(&mut simulation, "suspend_dynamics", &[]);
    let held = place(simulation.world(), "crate");
    run(&mut simulation, 0.5);
    assert_eq!(place(simulation.world(), "crate"), held);
    call(&mut simulation, "restore_dynamics", &[]);
    run(&mut simulation, 3.0);
    assert!((place(simulation.world(), "crate").z - 1.0).abs() < 0.02);
}

#[test]
fn objects_are_hidden_with_or_without_children() {
    let mut simulation = simulation();
    let hide = |with_children: bool| [Value::from("crate"), Value::Bool(false), Value::Bool(with_children)];
    let seen = |simulation: &Simulation| {
        let world = simulation.world();
        ["crate", "label"].map(|name| world.is_visible(node(world, name)))
    };
    call(&mut simulation, "set_object_visibility", &hide(false));
    assert_eq!(seen(&simulation), [false, true]);
    call(&mut simulation, "set_object_visibility", &hide(true));
    assert_eq!(seen(&simulation), [false, false]);
}
