//! Readings and commands by identifier.

use crate::common::{TestScene, simulation};
use morse_sim::engine::time::Time;
use morse_sim::prelude::*;

#[test]
fn name_gives_an_identifier_of_its_kind_only() {
    let simulation = simulation(&TestScene::one_robot());
    assert!(simulation.sensor_id("robot.counter").is_some());
    assert!(simulation.sensor_id("robot.drive").is_none());
    assert!(simulation.actuator_id("robot.drive").is_some());
    assert!(simulation.robot_id("robot").is_some());
    assert!(simulation.component_id("nobody").is_none());
    let names: Vec<&str> = simulation.component_ids().map(|(name, _)| name).collect();
    assert_eq!(names, ["robot", "robot.counter", "robot.drive"]);
    for (name, id) in simulation.component_ids() {
        assert_eq!(simulation.component_name(id), name);
        assert_eq!(simulation.robot_of(id), simulation.robot_id("robot"));
    }
}

#[test]
fn command_by_identifier_moves_the_robot_and_reading_by_identifier_shows_it() {
    let mut simulation = simulation(&TestScene::one_robot());
    let drive = simulation.actuator_id("robot.drive").unwrap();
    let counter = simulation.sensor_id("robot.counter").unwrap();
    let robot = simulation.robot_id("robot").unwrap();
    assert_eq!((simulation.reading(counter).time, simulation.reading(counter).is_new), (Time::ZERO, false));
    simulation.command_actuator(drive, &Map::from([("v", 60.0), ("u", 0.0)])).unwrap();
    assert!(simulation.command_actuator(drive, &Map::from([("v", f64::NAN), ("u", 0.0)])).is_err());
    simulation.step();
    simulation.step();
    let reading = simulation.reading(counter);
    assert!(reading.is_new);
    assert_eq!(reading.stamp_ns, 33_333_333);
    assert_eq!(reading.data.to_map(), simulation.data("robot.counter").unwrap().to_map());
    assert_eq!(reading.data.to_map().get("x"), Some(&Value::Float(1.0)));
    assert_eq!(simulation.world_from_component(robot).translation.x, 2.0);
}

#[test]
fn simulations_of_one_scene_have_equal_identifiers() {
    let (a, b) = (simulation(&TestScene::one_robot()), simulation(&TestScene::one_robot()));
    assert!(a.component_ids().eq(b.component_ids()));
}
