//! Laws that a random run once broke, each as a small run.

use morse::Value;
use morse_scene::description::Kind;

use super::compare::compare;
use super::events::Event;
use super::plan::Plan;
use super::scene::{Part, Scene};

/// Length of the runs. [ticks]
const TICKS: u64 = 30;

fn part(name: &str, kind: Kind, builder: &str) -> Part {
    Part {
        name: name.to_owned(),
        kind,
        builder: builder.to_owned(),
        model: None,
        level: None,
        rate_hz: None,
        location: [0.0, 0.0, 0.2],
        properties: Vec::new(),
        modifiers: Vec::new(),
        parts: Vec::new(),
    }
}

/// A robot with one component, and events.
fn plan(robot: &str, component: (Kind, &str), events: Vec<(u64, Event)>) -> Plan {
    let mut robot = part("robot", Kind::Robot, robot);
    robot.parts.push(part("part", component.0, component.1));
    let scene = Scene { environment: "empty", robots: vec![robot], boxes: Vec::new(), has_zone: false };
    Plan {
        seed: 1,
        ticks: TICKS,
        scene,
        events,
        saved_at: 1,
        threads: 2,
        disk_is_full: false,
        is_calm: false,
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
