//! Laws that a random run once broke, each as a small run.

use morse::Value;
use morse_scene::description::Kind;

use super::compare::compare;
use super::events::Event;
use super::own_components::{Behavior, OwnComponents};
use super::plan::Plan;
use super::scene::{Part, Scene};

/// Length of the runs. [ticks]
const TICKS: u64 = 30;

fn part(name: &str, kind: Kind, builder: &str) -> Part {
    Part { location: [0.0, 0.0, 0.2], ..Part::new(name, kind, builder) }
}

/// A robot with one component, and events.
fn plan(robot: &str, component: (Kind, &str), events: Vec<(u64, Event)>) -> Plan {
    let mut robot = part("robot", Kind::Robot, robot);
    robot.parts.push(part("part", component.0, component.1));
    let scene =
        Scene { environment: "empty", robots: vec![robot], boxes: Vec::new(), has_zone: false, own: None };
    Plan {
        seed: 1,
        ticks: TICKS,
        scene,
        events,
        saved_at: 1,
        threads: 2,
        disk_is_full: false,
        is_calm: false,
        sends_pieces: false,
    }
}

fn call(component: &str, service: &str, arguments: Vec<Value>) -> Event {
    Event::Call { component: component.to_owned(), service: service.to_owned(), arguments }
}

/// Objects come and go between the readings of a camera, with listeners in one twin and without them in the other.
fn objects_come_and_go(camera: &str) -> Plan {
    let spawn = |name: &str| {
        let place = Value::List([3.0, 0.0, 0.5].map(Value::Float).to_vec());
        call("simulation", "spawn", vec!["ATRV".into(), name.into(), place])
    };
    let events = vec![
        (0, Event::Listen(true)),
        (2, spawn("first")),
        (9, call("simulation", "despawn", vec!["first".into()])),
        (10, spawn("second")),
        (11, call("robot.part", "get_local_data", Vec::new())),
        (11, call("simulation", "despawn", vec!["second".into()])),
        (12, spawn("third")),
    ];
    plan("ATRV", (Kind::Sensor, camera), events)
}

#[test]
fn numbers_of_objects_do_not_depend_on_listeners() {
    assert_eq!(compare(&objects_come_and_go("SegmentationCamera")), Ok(()));
    assert_eq!(compare(&objects_come_and_go("BoundingBoxCamera")), Ok(()));
}

/// A robot with components of a user, whose process ends in a reading in the middle of the run.
fn own_components(behavior: Behavior) -> Plan {
    let events = vec![
        (0, Event::Listen(true)),
        (3, call("robot.watcher", "get_local_data", Vec::new())),
        (20, call("simulation", "activate", vec!["robot.watcher".into()])),
    ];
    let mut plan = plan("ATRV", (Kind::Sensor, "Pose"), events);
    plan.scene.own = Some(OwnComponents { behavior, reading: 10 });
    plan
}

#[test]
fn hung_host_is_lost_in_the_same_tick_of_every_twin() {
    assert_eq!(compare(&own_components(Behavior::Sleeps)), Ok(()));
}

#[test]
fn ended_host_is_lost_in_the_same_tick_of_every_twin() {
    assert_eq!(compare(&own_components(Behavior::Exits)), Ok(()));
}

#[test]
fn failed_component_stops_in_the_same_tick_of_every_twin() {
    assert_eq!(compare(&own_components(Behavior::Raises)), Ok(()));
}

#[test]
fn requests_in_pieces_have_the_effects_of_whole_lines() {
    let mut plan = objects_come_and_go("SegmentationCamera");
    plan.events.extend((13..28).map(|tick| {
        let place = Value::List([0.1 * tick as f64, 0.0, 0.5].map(Value::Float).to_vec());
        (tick, call("simulation", "set_object_position", vec!["third".into(), place]))
    }));
    plan.sends_pieces = true;
    assert_eq!(compare(&plan), Ok(()));
}
