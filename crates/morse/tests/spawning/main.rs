//! Adds objects to a running simulation, and removes them.
#![allow(clippy::unwrap_used, clippy::panic)]

mod determinism;
mod passive_objects;
mod pausing;
mod robots;
mod services;
mod worlds;

use morse::{Document, LoadOptions, Options, Pose, Scene, SceneBuilder, Simulation, Value, WiringTable};
use morse_sim::contract::service::Answer;

/// The document that a function builds.
fn document(build: impl FnOnce(&mut SceneBuilder<'_>)) -> Document {
    let (catalog, wiring) = (morse::catalog(), WiringTable::built_in().unwrap());
    let mut builder = SceneBuilder::new(&catalog, &wiring);
    build(&mut builder);
    builder.build().unwrap()
}

/// A robot with a noisy pose sensor, a scanner and two motion actuators.
fn rover(builder: &mut SceneBuilder<'_>, name: &str, x: f64) {
    let mut robot = builder.robot(name, "ATRV");
    robot.translate([x, 0.0, 0.0]);
    robot.sensor("pose", "Pose").alter("Noise");
    robot.sensor("scan", "Hokuyo");
    robot.actuator("motion", "MotionVW");
    robot.actuator("waypoint", "Waypoint");
}

/// A simulation with one robot, `first`.
fn simulation(options: &Options) -> Simulation {
    let document = document(|builder| {
        rover(builder, "first", 0.0);
        builder.environment("empty");
    });
    let scene = Scene::from_document("test", document, &LoadOptions::default()).unwrap();
    scene.simulation(options).unwrap()
}

fn at(x: f64, y: f64) -> Pose {
    Pose::from_translation([x, y, 0.2].into())
}

fn steps(simulation: &mut Simulation, count: usize) {
    (0..count).for_each(|_| simulation.step());
}

fn call(simulation: &mut Simulation, service: &str, arguments: &[Value]) -> Result<Value, String> {
    match simulation.call("simulation", service, arguments) {
        Some(Answer::Success(value)) => Ok(value),
        Some(Answer::Failed(error)) => Err(error.to_string()),
        other => panic!("{other:?}"),
    }
}

fn numbers(numbers: &[f64]) -> Value {
    Value::List(numbers.iter().map(|&number| Value::Float(number)).collect())
}
