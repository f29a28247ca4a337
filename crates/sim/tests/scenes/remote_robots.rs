//! A scene that several simulators share.

use crate::common::{TestScene, simulation};
use morse_sim::Simulation;
use morse_sim::prelude::{DVec3, Pose};
use morse_sim::transport::request::Event;
use morse_sim::{Map, Value};

/// The scene with one robot, and a second robot that another simulator moves.
fn shared() -> Simulation {
    let scene = TestScene::default().robot("other").change("other", |robot| robot.external = true);
    let mut scene = scene.sensor("other.counter", "test.Counter");
    let TestScene(usual) = TestScene::one_robot();
    scene.0.objects.extend(usual.objects);
    scene.0.component_service = usual.component_service;
    simulation(&scene)
}

fn set_remote_pose(simulation: &mut Simulation, name: &str, x: f64) {
    let pose = Pose::from_translation(DVec3::new(x, 0.0, 0.0));
    simulation.handle(Event::MovedElsewhere(vec![(name.to_owned(), pose)]));
}

fn x(simulation: &Simulation, name: &str) -> f64 {
    let world = simulation.world();
    world.world_from(world.find(name).unwrap()).translation.x
}

#[test]
fn own_robots_are_those_that_are_not_external() {
    let mut simulation = shared();
    let drive: Map =
        [("v".to_owned(), Value::from(60.0)), ("u".to_owned(), 0.0.into())].into_iter().collect();
    simulation.command("robot.drive", &drive).unwrap();
    simulation.step();
    let own: Vec<(&str, Pose)> = simulation.own_robots().collect();
    assert_eq!(own.len(), 1);
    assert_eq!(own[0].0, "robot");
    assert!((own[0].1.translation.x - 1.0).abs() < 1e-9);
}

#[test]
fn remote_robot_moves_to_the_received_pose_with_its_components() {
    let mut simulation = shared();
    set_remote_pose(&mut simulation, "other", 3.0);
    simulation.step();
    assert_eq!((x(&simulation, "other"), x(&simulation, "other.counter")), (3.0, 3.0));
    assert_eq!(
        simulation.data("other.counter").unwrap().to_map().get("count"),
        Some(&Value::Int(0)),
        "components of remote robots do not run"
    );
    let refused = simulation.call("simulation", "activate", &["other.counter".into()]).unwrap();
    assert!(format!("{refused:?}").contains("robot of another simulator"), "{refused:?}");
}

#[test]
fn own_and_unknown_objects_ignore_remote_poses() {
    let mut simulation = shared();
    for name in ["robot", "robot.counter", "nobody", ""] {
        set_remote_pose(&mut simulation, name, 7.0);
    }
    set_remote_pose(&mut simulation, "other", f64::NAN);
    set_remote_pose(&mut simulation, "other", 1e300);
    simulation.step();
    for name in ["robot", "robot.counter", "other"] {
        assert_eq!(x(&simulation, name), 0.0, "{name}");
    }
}

#[test]
fn remote_poses_are_part_of_the_state() {
    let (mut one, mut other) = (shared(), shared());
    set_remote_pose(&mut one, "other", 3.0);
    one.step();
    other.step();
    assert_ne!(one.digest().unwrap(), other.digest().unwrap());
    let saved = one.save().unwrap();
    other.restore(&saved).unwrap();
    for simulation in [&mut one, &mut other] {
        set_remote_pose(simulation, "other", 4.0);
        simulation.step();
    }
    assert_eq!(one.digest().unwrap(), other.digest().unwrap());
}
