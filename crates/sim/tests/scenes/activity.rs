//! Record of the inputs of a simulation from outside.

use crate::common::{Client, Recorder, TestScene, registry, simulation};
use morse_scene::wiring::Direction;
use morse_sim::contract::service::{Answer, ServiceError};
use morse_sim::engine::activity::{Activity, CommandRecord, EventRecord};
use morse_sim::engine::devices::{DeviceEvent, Key};
use morse_sim::transport::request::Event;
use morse_sim::{Map, Models, Options, Simulation, Value};
use morse_world::Pose;

/// A command for the drive. [m/s]
fn speed(v: f64) -> Map {
    Map::from([("v", Value::from(v)), ("u", Value::from(0.0))])
}

fn step(simulation: &mut Simulation) -> Activity {
    simulation.step();
    simulation.take_activity()
}

fn recorded() -> Simulation {
    let mut simulation = simulation(&TestScene::one_robot());
    simulation.record_activity(true);
    simulation
}

#[test]
fn activity_is_not_recorded_by_default() {
    let mut simulation = simulation(&TestScene::one_robot());
    simulation.command("robot.drive", &speed(1.0)).unwrap();
    simulation.call("time", "now", &[]);
    let activity = step(&mut simulation);
    assert!(activity.commands.is_empty() && activity.calls.is_empty() && activity.answers.is_empty());
    simulation.record_activity(true);
    simulation.call("time", "now", &[]);
    simulation.record_activity(false);
    assert!(step(&mut simulation).calls.is_empty());
}

#[test]
fn commands_are_recorded_before_modifiers_when_they_are_taken() {
    let scene = TestScene::one_robot().stream("robot.drive", "test.Recorder", "test.Stream", Direction::In);
    let recorder = Recorder::default();
    let middlewares = vec![Box::new(recorder.clone()) as _];
    let mut simulation =
        Simulation::assemble(&scene.0, &registry(), &Models::default(), middlewares, Options::default())
            .unwrap();
    simulation.record_activity(true);
    let inbox = recorder.inboxes.lock().unwrap()[0].clone();
    inbox.put_from(inbox.connected(), speed(2.0));
    let command = |v| CommandRecord { actuator: "robot.drive".to_owned(), values: speed(v) };
    // The first command of a connection acts one activation later.
    assert!(step(&mut simulation).commands.is_empty());
    assert_eq!(step(&mut simulation).commands, [command(2.0)]);
    assert!(step(&mut simulation).commands.is_empty());
    assert!(simulation.check_command("robot.drive", &Map::default()).is_err());
    assert!(simulation.command("robot.drive", &Map::default()).is_err());
    assert!(simulation.check_command("robot.counter", &speed(3.0)).is_err());
    assert!(simulation.check_command("robot.drive", &speed(3.0)).is_ok());
    simulation.command("robot.drive", &speed(3.0)).unwrap();
    assert_eq!(step(&mut simulation).commands, [command(3.0)]);
}

#[test]
fn calls_are_recorded_with_their_answers() {
    let mut simulation = recorded();
    let client = Client::new();
    let now = client.send_now(&mut simulation, "time", "now", &[]);
    let goto = client.send_now(&mut simulation, "robot.drive", "goto", &[0.01.into()]);
    let unknown = client.send_now(&mut simulation, "robot.drive", "fly", &[]);
    let first = step(&mut simulation);
    let calls: Vec<_> = first.calls.iter().map(|call| (call.id, call.service.as_str())).collect();
    assert_eq!(calls, [(now, "now"), (goto, "goto"), (unknown, "fly")]);
    assert_eq!(first.calls[1].component, "robot.drive");
    assert_eq!(first.calls[1].arguments, [Value::from(0.01)]);
    let answered: Vec<_> = first.answers.iter().map(|answer| answer.id).collect();
    assert_eq!(answered, [now, unknown]);
    assert!(matches!(first.answers[1].answer, Answer::Failed(ServiceError::NotRegistered { .. })));
    // The drive arrives in the first tick; the answer is ready in the second and sent before the third.
    assert!(step(&mut simulation).answers.is_empty());
    let third = step(&mut simulation);
    let [arrived] = third.answers.as_slice() else { panic!("{:?}", third.answers) };
    assert_eq!((arrived.id, &arrived.answer), (goto, &Answer::Success("Arrived".into())));
    // The client got all of them too.
    assert_eq!(client.answers().len(), 3);
}

#[test]
fn other_events_from_outside_are_recorded() {
    let mut simulation = recorded();
    let client = Client::new();
    let id = client.send_now(&mut simulation, "robot.drive", "goto", &[100.0.into()]);
    let moved = vec![("elsewhere".to_owned(), Pose::IDENTITY)];
    let key = DeviceEvent::Key { key: Key::Up, held: true };
    for event in [Event::ClockAttached, Event::Device(key), Event::MovedElsewhere(moved.clone())] {
        simulation.handle(event);
    }
    simulation.handle(Event::Cancel(id));
    let expected = [
        EventRecord::ClockAttached,
        EventRecord::Device(key),
        EventRecord::MovedElsewhere(moved),
        EventRecord::Cancelled(id),
    ];
    assert_eq!(step(&mut simulation).events, expected);
}

#[test]
fn record_is_not_part_of_the_state() {
    let digest = |records| {
        let mut simulation = simulation(&TestScene::one_robot());
        simulation.record_activity(records);
        simulation.command("robot.drive", &speed(1.0)).unwrap();
        simulation.step();
        simulation.digest().unwrap()
    };
    assert_eq!(digest(true), digest(false));
}

#[test]
fn fresh_readings_are_those_of_the_last_tick() {
    let mut simulation = simulation(&TestScene::one_robot());
    assert_eq!(simulation.fresh_readings().count(), 0);
    simulation.step();
    let names: Vec<_> = simulation.fresh_readings().map(|(name, _)| name).collect();
    assert_eq!(names, ["robot.counter"]);
    simulation.call("robot.counter", "deactivate", &[]);
    simulation.call("simulation", "deactivate", &["robot.counter".into()]);
    simulation.step();
    assert_eq!(simulation.fresh_readings().count(), 0);
}
