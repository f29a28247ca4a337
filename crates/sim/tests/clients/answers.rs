//! Timing of requests and answers, as seen by a client.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::common::{Client, MANAGER, Recorder, TestScene, registry, simulation, simulation_with};
use morse_scene::document::RequestTiming;
use morse_scene::wiring::Direction;
use morse_sim::contract::service::Answer;
use morse_sim::engine::time::Time;
use morse_sim::transport::request::{EVENTS_PER_TICK_MAX, Event, QUEUE_LENGTH_MAX, Request, RequestId};
use morse_sim::{Map, Models, Options, Simulation, Value};

const DONE: Answer = Answer::Success(Value::Null);

/// Makes one step, then sends the answers that it made ready.
fn step_and_answer(simulation: &mut Simulation) {
    simulation.step();
    simulation.send_answers();
}

/// A command for the drive. [m/s]
fn speed(v: f64) -> Map {
    Map::from([("v", Value::from(v)), ("u", Value::from(0.0))])
}

/// Number of steps until a sleep that was requested between two ticks is answered.
fn steps_of_sleep(seconds: f64) -> usize {
    let mut simulation = simulation(&TestScene::one_robot());
    step_and_answer(&mut simulation);
    let client = Client::new();
    client.send_now(&mut simulation, "time", "sleep", &[seconds.into()]);
    (1..1000)
        .find(|_| {
            step_and_answer(&mut simulation);
            !client.answers().is_empty()
        })
        .unwrap()
}

#[test]
fn sleep_counts_from_the_first_tick_after_the_request_and_ends_at_the_nearest_tick() {
    assert_eq!(steps_of_sleep(0.01), 2, "one tick in which it begins, and one in which it ends");
    assert_eq!(steps_of_sleep(0.0), 2, "it does not end in the tick in which it begins");
    assert_eq!(steps_of_sleep(-1.0), 2);
    assert_eq!(steps_of_sleep(0.5), 31);
    assert_eq!(steps_of_sleep(0.508), 31, "at most half a tick early");
    assert_eq!(steps_of_sleep(0.509), 32);
}

#[test]
fn only_one_sleep_runs_at_a_time_and_starts_in_the_tick_that_serves_it() {
    let mut simulation = simulation(&TestScene::one_robot());
    let client = Client::new();
    let first = client.send(&simulation, "time", "sleep", &[0.5.into()]);
    let second = client.send(&simulation, "time", "sleep", &[0.1.into()]);
    simulation.step();
    let refused = client.answers();
    assert_eq!(refused.len(), 1);
    assert_eq!(refused[0].0, second.0);
    for _ in 0..29 {
        step_and_answer(&mut simulation);
    }
    assert!(client.answers().is_empty());
    step_and_answer(&mut simulation);
    assert_eq!(client.answers(), [(first.0, DONE)]);
}

/// The test scene with a stream from its counter and one to its drive.
fn recorded(recorder: &Recorder) -> Simulation {
    let scene = TestScene::one_robot()
        .stream("robot.counter", "test.Recorder", "test.Stream", Direction::Out)
        .stream("robot.drive", "test.Recorder", "test.Stream", Direction::In);
    let middlewares = vec![Box::new(recorder.clone()) as _];
    Simulation::assemble(&scene.0, &registry(), &Models::default(), middlewares, Options::default()).unwrap()
}

#[test]
fn answer_is_sent_after_the_messages_of_its_tick() {
    let recorder = Recorder::default();
    let mut simulation = recorded(&recorder);
    let noted = recorder.clone();
    let id = simulation.gateway().next_id();
    simulation.call_with(id, "time", "sleep", &[0.01.into()], Box::new(move |_| noted.note("answer")));
    simulation.step();
    simulation.send_answers();
    assert_eq!(recorder.taken(), ["message"]);
    simulation.step();
    assert_eq!(recorder.taken(), ["message"]);
    simulation.send_answers();
    assert_eq!(recorder.taken(), ["sent", "answer"]);
}

#[test]
fn message_after_a_sleep_shows_the_effect_of_an_earlier_command() {
    let recorder = Recorder::default();
    let mut simulation = recorded(&recorder);
    step_and_answer(&mut simulation);
    let inbox = recorder.inboxes.lock().unwrap()[0].clone();
    let client = Client::new();
    // Like a client: connect, command and sleep, all before the next tick.
    inbox.put_from(inbox.connected(), speed(60.0));
    client.send_now(&mut simulation, "time", "sleep", &[0.01.into()]);
    while client.answers().is_empty() {
        step_and_answer(&mut simulation);
    }
    step_and_answer(&mut simulation);
    let x = simulation.data("robot.counter").unwrap().to_map().get("x").unwrap().as_f64().unwrap();
    assert!((x - 1.0).abs() < 1e-12, "the robot has moved {x} m");
}

#[test]
fn first_command_of_a_connection_acts_one_activation_later() {
    let recorder = Recorder::default();
    let mut simulation = recorded(&recorder);
    let x = |simulation: &Simulation| {
        simulation.world().world_from(simulation.world().find("robot").unwrap()).translation.x
    };
    let inbox = recorder.inboxes.lock().unwrap()[0].clone();
    simulation.step();
    let arrival = inbox.connected();
    inbox.put_from(arrival, speed(60.0));
    simulation.step();
    assert_eq!(x(&simulation), 0.0);
    simulation.step();
    assert!((x(&simulation) - 1.0).abs() < 1e-12);
    inbox.put_from(arrival, speed(0.0));
    simulation.step();
    assert!((x(&simulation) - 1.0).abs() < 1e-12, "the second command acts at the next activation");
}

fn in_ticks() -> Simulation {
    let options = Options { request_timing: Some(RequestTiming::Tick), ..Options::default() };
    simulation_with(&TestScene::one_robot(), options)
}

#[test]
fn tick_timing_delays_requests_but_not_clock_triggers() {
    let mut simulation = in_ticks();
    let client = Client::new();
    let first = client.send_now(&mut simulation, "robot.drive", "set_speed", &[2.0.into()]);
    let second = client.send_now(&mut simulation, "robot.drive", "set_speed", &[3.0.into()]);
    simulation.handle(Event::ClockAttached);
    simulation.handle(Event::ClockTriggered);
    assert!(client.answers().is_empty());
    assert_eq!((simulation.controls().clock_attached, simulation.controls().clock_triggers), (true, 1));
    simulation.step();
    assert_eq!(
        client.answers(),
        [(first.0, Answer::Success(2.0.into())), (second.0, Answer::Success(3.0.into()))]
    );
}

#[test]
fn tick_timing_serves_an_immediate_second_request_in_the_next_tick() {
    let mut simulation = in_ticks();
    let (gateway, answered) = (simulation.gateway().clone(), std::sync::mpsc::channel());
    let request = |respond: morse_sim::transport::request::Respond| {
        let id = simulation.gateway().next_id();
        let (component, service) = ("time".to_owned(), "now".to_owned());
        Event::Request(Request { id, manager: MANAGER, component, service, arguments: Vec::new(), respond })
    };
    let again = request(Box::new({
        let answered = answered.0.clone();
        move |answer| drop(answered.send(answer))
    }));
    let first = request(Box::new({
        let answered = answered.0.clone();
        move |answer| {
            assert!(gateway.try_send(again).is_ok());
            drop(answered.send(answer));
        }
    }));
    assert!(simulation.gateway().try_send(first).is_ok());
    for tick in 1..=2 {
        simulation.step();
        let answers: Vec<Answer> = answered.1.try_iter().collect();
        assert_eq!(answers, [Answer::Success(Value::Float(Time::of_tick(tick, 60.0).seconds()))]);
    }
}

#[test]
fn tick_timing_keeps_a_cancel_behind_its_request() {
    let mut simulation = in_ticks();
    let client = Client::new();
    let id = client.send_now(&mut simulation, "robot.drive", "goto", &[100.0.into()]);
    simulation.handle(Event::Cancel(id));
    step_and_answer(&mut simulation);
    assert!(client.answers().is_empty());
    step_and_answer(&mut simulation);
    assert_eq!(client.answers(), [(id.0, Answer::Preempted(Value::Null))]);
}

#[test]
fn tick_timing_serves_excess_requests_in_order_and_limits_the_queue() {
    let mut simulation = in_ticks();
    let client = Client::new();
    let ids: Vec<RequestId> = (0..QUEUE_LENGTH_MAX + 10)
        .map(|nth| client.send_now(&mut simulation, "robot.drive", "set_speed", &[(nth as f64).into()]))
        .collect();
    assert_eq!(
        client.answers().len(),
        10,
        "requests beyond the limit are served before the tick, oldest first"
    );
    let mut answered = Vec::new();
    while answered.len() < QUEUE_LENGTH_MAX {
        simulation.step();
        let answers = client.answers();
        assert_eq!(answers.len(), EVENTS_PER_TICK_MAX, "a tick serves a limited number of requests");
        answered.extend(answers.into_iter().map(|(id, _)| RequestId(id)));
    }
    assert_eq!(answered, ids[10..]);
}

/// A clock that is 10 ns later at each call.
fn clock_of_calls() -> u64 {
    static CALLS: AtomicU64 = AtomicU64::new(0);
    10 * CALLS.fetch_add(1, Ordering::Relaxed)
}

#[test]
fn tick_with_a_time_limit_serves_some_requests_and_the_next_ticks_serve_the_rest() {
    for mut simulation in [in_ticks(), simulation(&TestScene::one_robot())] {
        let client = Client::new();
        simulation.limit_request_time(clock_of_calls, 25);
        for speed in 0..7 {
            client.send(&simulation, "robot.drive", "set_speed", &[f64::from(speed).into()]);
        }
        let mut served = Vec::new();
        while served.iter().sum::<usize>() < 7 {
            simulation.step();
            simulation.send_answers();
            served.push(client.answers().len());
        }
        assert_eq!(served, [3, 3, 1]);
    }
}

#[test]
fn run_options_override_the_request_timing_of_the_scene() {
    let mut scene = TestScene::one_robot();
    scene.0.environment.time.request_timing = Some(RequestTiming::Tick);
    assert_eq!(simulation(&TestScene::one_robot()).request_timing(), RequestTiming::Immediate);
    assert_eq!(simulation(&scene).request_timing(), RequestTiming::Tick);
    let options = Options { request_timing: Some(RequestTiming::Immediate), ..Options::default() };
    assert_eq!(simulation_with(&scene, options).request_timing(), RequestTiming::Immediate);
}
