//! Resets from a checkpoint in memory give the same results as a new simulation, bit for bit.
#![allow(clippy::unwrap_used, clippy::panic)]

use morse::{Document, LoadOptions, Options, Scene, SceneBuilder, Simulation, Value, WiringTable};
use morse_scene::document::{Physics, Shape};
use morse_sim::Checkpoint;
use morse_sim::contract::service::Answer;

/// A robot with wheels, a robot without wheels, an arm and a quadrotor, with noisy sensors, among falling boxes.
fn document() -> Document {
    let (catalog, wiring) = (morse::catalog(), WiringTable::built_in().unwrap());
    let mut builder = SceneBuilder::new(&catalog, &wiring);
    let mut rover = builder.robot("rover", "ATRV");
    rover.translate([0.0, 0.0, 0.2]);
    rover.sensor("pose", "Pose").alter("Noise");
    rover.sensor("odometry", "Odometry").level("integrated").alter("Noise");
    rover.sensor("imu", "IMU").level("physical");
    rover.sensor("scan", "Hokuyo").level("physical");
    rover.actuator("motion", "MotionVW");
    let mut cart = builder.robot("cart", "SegwayRMP400");
    cart.translate([0.0, 4.0, 0.2]);
    cart.sensor("pose", "Pose").alter("Noise");
    cart.actuator("motion", "MotionVWDiff");
    let mut carrier = builder.robot("carrier", "ATRV");
    carrier.translate([0.0, -4.0, 0.2]);
    carrier.actuator("arm", "KukaLWR");
    let mut drone = builder.robot("drone", "Quadrotor");
    drone.translate([5.0, 5.0, 3.0]);
    drone.actuator("waypoint", "RotorcraftWaypoint");
    for number in 0..10 {
        let shape = Shape::Cube { half_extents: [0.2, 0.15, 0.1] };
        let mut cube = builder.primitive(&format!("box{number}"), shape);
        cube.translate([1.0 + 0.1 * f64::from(number), 0.1, 0.5 + 0.4 * f64::from(number)]);
        cube.physics(Physics::RigidBody).mass(2.0);
    }
    builder.environment("indoors-1/boxes");
    builder.build().unwrap()
}

fn call(simulation: &mut Simulation, component: &str, service: &str, arguments: &[Value]) {
    let answer = simulation.call(component, service, arguments);
    assert!(!matches!(answer, Some(Answer::Failed(_))), "{component}.{service}: {answer:?}");
}

/// Drives all robots for two seconds and returns the digest of every twentieth tick.
fn run(simulation: &mut Simulation) -> Vec<u64> {
    simulation.command("rover.motion", &[("v", 1.0), ("w", 0.3)].into()).unwrap();
    simulation.command("cart.motion", &[("v", 0.5), ("w", -0.4)].into()).unwrap();
    let goal: Vec<Value> = [6.0, 4.0, 2.5, 0.5, 0.2].map(Value::Float).into();
    call(simulation, "drone.waypoint", "goto", &goal);
    let joints = Value::List([0.4, 0.3, -0.2, 0.5, 0.0, 0.1, 0.0].map(Value::Float).into());
    call(simulation, "carrier.arm", "set_rotations", &[joints]);
    let step = |tick: u32| {
        simulation.step();
        tick.is_multiple_of(20).then(|| simulation.digest().unwrap())
    };
    (0..120).filter_map(step).collect()
}

fn simulation(scene: &Scene, seed: u64) -> Simulation {
    scene.simulation(&Options { seed, ..Options::default() }).unwrap()
}

#[test]
fn reset_equals_new_simulation_with_same_seed() {
    let scene = Scene::from_document("test", document(), &LoadOptions::default()).unwrap();
    let fresh = [3, 5, 1 << 40].map(|seed| (seed, run(&mut simulation(&scene, seed))));
    assert_ne!(fresh[0].1, fresh[1].1);
    assert_ne!(fresh[1].1, fresh[2].1);
    let mut simulation = simulation(&scene, 3);
    let start = simulation.checkpoint().unwrap();
    for (seed, expected) in fresh.iter().chain(&fresh) {
        run(&mut simulation);
        // Besides motion, a reset must undo changes of properties and dynamics, hidden objects and new objects.
        let text = |text: &str| Value::Text(text.to_owned());
        call(&mut simulation, "rover.scan", "set_property", &[text("laser_range"), Value::Float(1.0)]);
        let hidden = [text("box3"), Value::Bool(false), Value::Bool(true)];
        call(&mut simulation, "simulation", "set_object_visibility", &hidden);
        call(&mut simulation, "simulation", "suspend_dynamics", &[]);
        let place = Value::List([8.0, 8.0, 0.5].map(Value::Float).into());
        call(&mut simulation, "simulation", "spawn", &[text("Morsy"), text("other"), place]);
        simulation.step();
        simulation.reset(&start, *seed).unwrap();
        assert_eq!(simulation.clock().tick(), 0);
        assert_eq!(run(&mut simulation), *expected, "seed {seed}");
    }
}

#[test]
fn simulations_on_several_threads_start_from_one_checkpoint() {
    let scene = Scene::from_document("test", document(), &LoadOptions::default()).unwrap();
    let start: Checkpoint = simulation(&scene, 0).checkpoint().unwrap();
    let expected = run(&mut simulation(&scene, 9));
    std::thread::scope(|threads| {
        for _ in 0..2 {
            threads.spawn(|| {
                let mut own = simulation(&scene, 1);
                own.reset(&start, 9).unwrap();
                assert_eq!(run(&mut own), expected);
            });
        }
    });
}

#[test]
fn twin_computes_the_same_as_its_simulation() {
    let scene = Scene::from_document("test", document(), &LoadOptions::default()).unwrap();
    let mut original = simulation(&scene, 4);
    run(&mut original);
    let mut twin = original.twin().unwrap();
    assert_eq!(twin.digest().unwrap(), original.digest().unwrap());
    let expected = run(&mut original);
    assert_eq!(run(&mut twin), expected);
}

#[test]
fn simulations_of_one_scene_are_equal_and_independent() {
    let scene = Scene::from_document("test", document(), &LoadOptions::default()).unwrap();
    let expected = run(&mut simulation(&scene, 7));
    let mut all = scene.simulations(3, &Options { seed: 7, ..Options::default() }).unwrap();
    assert_eq!(run(&mut all[0]), expected);
    let place = Value::List([8.0, 8.0, 0.5].map(Value::Float).into());
    let [name, other] = ["Morsy", "other"].map(|text| Value::Text(text.to_owned()));
    call(&mut all[1], "simulation", "spawn", &[name, other, place]);
    all[1].step();
    assert!(all[1].world().find("other").is_some() && all[2].world().find("other").is_none());
    assert_eq!(run(&mut all[2]), expected);
}

#[test]
fn reset_after_despawn_is_refused() {
    let scene = Scene::from_document("test", document(), &LoadOptions::default()).unwrap();
    let mut simulation = simulation(&scene, 0);
    let start = simulation.checkpoint().unwrap();
    simulation.despawn("drone").unwrap();
    let error = simulation.reset(&start, 0).unwrap_err();
    assert!(error.to_string().contains("drone"), "{error}");
    simulation.step();
}
