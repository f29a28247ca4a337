//! Passive objects: spawned models, and objects held by grippers.

use morse::{Options, Simulation, Value};
use morse_scene::document::{Physics, Shape};
use morse_sim::contract::service::Answer;

use crate::{at, document, simulation, steps};

/// A simulation with a robot in the air whose gripper holds a cube.
fn grasping() -> Simulation {
    let mut simulation = simulation(&Options::default());
    let robot = document(|builder| {
        let mut robot = builder.robot("second", "FakeRobot");
        robot.translate([0.0, 0.0, 5.0]);
        robot.actuator("gripper", "Gripper").rotate([0.0, std::f64::consts::FRAC_PI_2, 0.0]);
        let mut cube = builder.primitive("cube", Shape::Cube { half_extents: [0.05; 3] });
        cube.translate([0.3, 0.0, 5.0]).physics(Physics::RigidBody).mass(0.5).property("Graspable", true);
    });
    simulation.spawn(&robot).unwrap();
    let grab = simulation.call("second.gripper", "grab", &[]);
    assert_eq!(grab, Some(Answer::Success("cube".into())));
    simulation
}

#[test]
fn object_held_by_removed_robot_falls() {
    let mut simulation = grasping();
    simulation.despawn("second").unwrap();
    let cube = simulation.world().find("cube").unwrap();
    assert!(simulation.world().parent(cube).is_none());
    steps(&mut simulation, 30);
    assert!(simulation.entity_state("cube").unwrap().world_from_entity.translation.z < 4.0);
}

#[test]
fn held_object_can_be_removed() {
    let mut simulation = grasping();
    simulation.despawn("cube").unwrap();
    steps(&mut simulation, 3);
    let release = simulation.call("second.gripper", "release", &[]);
    assert_eq!(release, Some(Answer::Success(Value::Bool(false))), "the gripper is empty");
}

#[test]
fn model_file_is_spawned_as_passive_object() {
    let mut simulation = simulation(&Options::default());
    steps(&mut simulation, 3);
    let before = simulation.digest().unwrap();
    simulation.spawn_model("boat", "robots/morsy", at(4.0, 4.0)).unwrap();
    let entity = simulation.entities().last().unwrap();
    assert_eq!((entity.name, entity.class), ("boat", Some("PassiveObject")));
    assert_eq!(simulation.entity_state("boat").unwrap().world_from_entity, at(4.0, 4.0));
    assert!(simulation.world().subtree(entity.node.unwrap()).len() > 1, "its model has parts");
    simulation.despawn("boat").unwrap();
    assert_eq!(simulation.digest().unwrap(), before);
    let zone = document(|builder| {
        builder.zone("dock", "Charging").translate([1.0, 0.0, 0.0]);
    });
    simulation.spawn(&zone).unwrap();
    assert_eq!(simulation.world().zones_at([1.0, 0.5, 0.0].into(), "Charging").count(), 1);
    simulation.despawn("dock").unwrap();
    assert_eq!(simulation.world().zones().len(), 0);
}
