//! Services as seen by a client: answers, refusals, preemption, cancellation.

use crate::common::{Client, TestScene, simulation};
use morse_sim::Value;
use morse_sim::contract::service::{Answer, ServiceError};

const ARRIVED: &str = "Arrived";

fn success(value: impl Into<Value>) -> Answer {
    Answer::Success(value.into())
}

#[test]
fn synchronous_service_is_answered_in_the_step_that_reads_it() {
    let mut simulation = simulation(&TestScene::one_robot());
    let client = Client::new();
    let id = client.send(&simulation, "robot.drive", "set_speed", &[2.0.into()]);
    assert!(client.answers().is_empty());
    simulation.step();
    assert_eq!(client.answers(), [(id.0, success(2.0))]);
}

#[test]
fn asynchronous_service_is_answered_when_it_is_done() {
    let mut simulation = simulation(&TestScene::one_robot());
    let client = Client::new();
    let id = client.send(&simulation, "robot.drive", "goto", &[0.99.into(), 2.0.into()]);
    for _ in 0..30 {
        simulation.step();
        simulation.send_answers();
    }
    assert!(client.answers().is_empty(), "2 m/s for 0.5 s, and the answer comes after the next tick");
    simulation.step();
    assert!(client.answers().is_empty(), "the messages of the tick come first");
    simulation.send_answers();
    assert_eq!(client.answers(), [(id.0, success(ARRIVED))]);
}

#[test]
fn next_tick_sends_unsent_answers() {
    let mut simulation = simulation(&TestScene::one_robot());
    let client = Client::new();
    let id = client.send(&simulation, "robot.counter", "after", &[1.into()]);
    simulation.step();
    simulation.step();
    assert!(simulation.has_answers());
    assert!(client.answers().is_empty());
    simulation.step();
    assert_eq!(client.answers(), [(id.0, success(1))]);
    assert!(!simulation.has_answers());
}

#[test]
fn new_call_preempts_an_interruptible_one_even_with_invalid_arguments() {
    let mut simulation = simulation(&TestScene::one_robot());
    let client = Client::new();
    let first = client.send(&simulation, "robot.drive", "goto", &[1.0.into()]);
    let second = client.send(&simulation, "robot.drive", "goto", &[]);
    simulation.step();
    let refusal = client.answers();
    assert_eq!(refusal[0].0, second.0);
    assert!(
        matches!(&refusal[0].1, Answer::Failed(ServiceError::WrongCount { given: 0, .. })),
        "{refusal:?}"
    );
    simulation.step();
    simulation.send_answers();
    assert_eq!(client.answers(), [(first.0, Answer::Preempted(Value::Null))]);
}

#[test]
fn non_interruptible_service_keeps_running() {
    let mut simulation = simulation(&TestScene::one_robot());
    let client = Client::new();
    client.send(&simulation, "robot.drive", "insist", &[100.0.into()]);
    client.send(&simulation, "robot.drive", "goto", &[1.0.into()]);
    client.send(&simulation, "robot.counter", "after", &[10.into()]);
    client.send(&simulation, "robot.counter", "after", &[10.into()]);
    simulation.step();
    let texts: Vec<String> = client
        .answers()
        .into_iter()
        .map(|(_, answer)| match answer {
            Answer::Failed(error) => error.to_string(),
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(
        texts,
        [
            "A non-interruptible service (insist) is already running",
            "A service (after) is already running. I do not know what to do.",
        ]
    );
}

#[test]
fn cancel_interrupts_and_is_answered_under_the_first_request() {
    let mut simulation = simulation(&TestScene::one_robot());
    let client = Client::new();
    let id = client.send(&simulation, "robot.drive", "insist", &[100.0.into()]);
    simulation.step();
    client.cancel(&simulation, id);
    simulation.step();
    simulation.step();
    simulation.send_answers();
    assert_eq!(client.answers(), [(id.0, Answer::Preempted(Value::Null))]);
    let stopped_at = simulation.data("robot.counter").unwrap().to_map();
    simulation.step();
    let after = simulation.data("robot.counter").unwrap().to_map();
    assert_eq!(stopped_at.get("x"), after.get("x"));
}

#[test]
fn sensor_completes_its_own_service() {
    let mut simulation = simulation(&TestScene::one_robot());
    let client = Client::new();
    let id = client.send(&simulation, "robot.counter", "after", &[3.into()]);
    for _ in 0..4 {
        simulation.step();
    }
    simulation.send_answers();
    assert_eq!(client.answers(), [(id.0, success(3))]);
}

#[test]
fn only_exposed_services_can_be_called() {
    let mut simulation = simulation(&TestScene::one_robot().unexposed("robot.drive"));
    let client = Client::new();
    client.send(&simulation, "robot.drive", "set_speed", &[2.0.into()]);
    client.send(&simulation, "nobody", "set_speed", &[2.0.into()]);
    client.send(&simulation, "robot.counter", "fly", &[]);
    simulation.step();
    let answers = client.answers().into_iter().map(|(_, answer)| match answer {
        Answer::Failed(ServiceError::NotRegistered { help, .. }) => help,
        other => panic!("{other:?}"),
    });
    assert_eq!(
        answers.collect::<Vec<_>>(),
        [
            "robot.drive has no service interface here; the scene gives it one with add_service or add_interface",
            "there is no component `nobody`; those with services are robot.counter, simulation, communication, time",
            "robot.counter has no service `fly`. It has after, get_configurations, get_local_data, get_properties, \
             set_property",
        ]
    );
}

#[test]
fn similar_names_are_suggested() {
    let mut simulation = simulation(&TestScene::one_robot());
    let mut help = |component: &str, service: &str| match simulation.call(component, service, &[]) {
        Some(Answer::Failed(ServiceError::NotRegistered { help, .. })) => help,
        other => panic!("{other:?}"),
    };
    let drive = "get_configurations, get_properties, goto, insist, set_property, set_speed";
    assert_eq!(
        help("robot.driv", "set_speed"),
        format!("there is no component `robot.driv`; did you mean `robot.drive`? It has {drive}")
    );
    assert_eq!(
        help("robot.drive", "set_sped"),
        format!("robot.drive has no service `set_sped`; did you mean `set_speed`? It has {drive}")
    );
    assert!(
        help("simulation", "detail")
            .contains("did you mean `details`? It has activate, bounds, costs, deactivate, ")
    );
    assert!(help("tim", "sleep").starts_with("there is no component `tim`; did you mean `time`?"));
}

#[test]
fn invalid_arguments_have_specific_errors() {
    let mut simulation = simulation(&TestScene::one_robot());
    let call = |simulation: &mut morse_sim::Simulation, arguments: &[Value]| match simulation.call(
        "robot.drive",
        "set_speed",
        arguments,
    ) {
        Some(Answer::Failed(error)) => error,
        other => panic!("{other:?}"),
    };
    let missing = call(&mut simulation, &[]);
    assert!(matches!(&missing, ServiceError::WrongCount { missing, .. } if missing == &["v"]), "{missing:?}");
    assert_eq!(missing.to_string(), "set_speed takes 1 to 2 arguments, got 0");
    let many = call(&mut simulation, &[1.0.into(), 2.0.into(), 3.0.into()]);
    assert!(matches!(many, ServiceError::WrongCount { given: 3, declared: 2, .. }));
    let wrong = call(&mut simulation, &["fast".into()]);
    assert_eq!(wrong.to_string(), "set_speed: v must be a finite number, got the text \"fast\"");
    let infinite = call(&mut simulation, &[f64::INFINITY.into()]);
    assert_eq!(infinite.to_string(), "set_speed: v must be a finite number, got inf");
}

#[test]
fn properties_can_be_read_and_set_within_their_range() {
    let mut simulation = simulation(&TestScene::one_robot());
    assert_eq!(
        simulation.call("robot.counter", "set_property", &["Step".into(), 5.into()]),
        Some(success(Value::Null))
    );
    simulation.step();
    let data = simulation.data("robot.counter").unwrap().to_map();
    assert_eq!(data.get("count"), Some(&Value::Int(5)));
    for (name, value) in [("Step", Value::Int(11)), ("Step", "x".into()), ("Stride", 1.into())] {
        let answer = simulation.call("robot.counter", "set_property", &[name.into(), value]);
        assert!(matches!(answer, Some(Answer::Failed(_))), "{answer:?}");
    }
}

#[test]
fn deactivated_component_neither_reads_nor_acts_but_answers() {
    let mut simulation = simulation(&TestScene::one_robot());
    simulation.call("robot.drive", "set_speed", &[1.0.into()]);
    for name in ["robot.counter", "robot.drive"] {
        assert_eq!(simulation.call("simulation", "deactivate", &[name.into()]), Some(success(Value::Null)));
    }
    simulation.step();
    let local = simulation.call("robot.counter", "get_local_data", &[]);
    let Some(Answer::Success(Value::Map(local))) = local else { panic!("{local:?}") };
    assert_eq!(local.get("count"), Some(&Value::Int(0)));
    assert_eq!(local.get("timestamp"), Some(&Value::Float(0.0)));
    let unknown = simulation.call("simulation", "activate", &["robot.horn".into()]);
    let Some(Answer::Failed(error)) = unknown else { panic!("{unknown:?}") };
    assert_eq!(error.to_string(), "Component 'robot.horn' not found. Can't activate");
}

#[test]
fn details_list_components_of_a_robot_independent_of_their_names() {
    let scene = TestScene::one_robot().unexposed("robot.drive").exposed("drive");
    let scene = scene.change("robot.drive", |drive| drive.name = "drive".to_owned());
    let mut simulation = simulation(&scene);
    let Some(Answer::Success(details)) = simulation.call("simulation", "details", &[]) else {
        panic!("no details")
    };
    let robots = details.as_map().and_then(|details| details.get("robots")?.as_list()).unwrap();
    let components = robots[0].as_map().and_then(|robot| robot.get("components")?.as_map()).unwrap();
    assert!(components.get("drive").is_some(), "{details:?}");
}
