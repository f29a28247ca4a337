//! Runs with clients: ports, clocks, settings at run time.

use std::net::TcpListener;

use crate::support::{Client, Place};

const POSE: &str = include_str!("../scenes/pose.json");

#[test]
fn requests_are_answered_while_clock_waits() {
    let place = Place::new();
    let sync = free_port();
    let clock = format!(
        "\"stream_manager\": {{\"morse.middleware.socket_datastream.SocketDatastreamManager\": \
         {{\"time_sync\": true, \"sync_port\": {sync}}}}}, \"environment\": {{\"time\": {{\"relative\": true, \
         \"frequency_hz\": 10.0, \"strategy\": \"fixed_step\"}}}}, \"objects\""
    );
    place.file("scene.json", &POSE.replacen("\"objects\"", &clock, 1));
    let running = place.serve(&["scene.json"]);
    let mut services = running.client();
    let mut now = || -> f64 {
        let answer = services.ask("t time now");
        // Values that are false in Python, such as zero, are not sent.
        answer.strip_prefix("t SUCCESS").unwrap().trim().parse().unwrap_or_default()
    };
    let mut trigger = Client::to(sync);
    for _ in 0..3 {
        let frozen = settled(&mut now);
        trigger.send("foo");
        let moved = settled_from(&mut now, frozen);
        assert!((moved - frozen - 0.1).abs() < 1e-4, "{frozen} to {moved}");
    }
}

/// Reads the clock until many successive answers are equal.
fn settled(now: &mut impl FnMut() -> f64) -> f64 {
    let mut last = now();
    let mut same = 0;
    while same < 2000 {
        let next = now();
        same = if next == last { same + 1 } else { 0 };
        last = next;
    }
    last
}

fn settled_from(now: &mut impl FnMut() -> f64, start: f64) -> f64 {
    while now() == start {}
    settled(now)
}

#[test]
fn next_port_is_used_if_port_is_taken() {
    let taken = TcpListener::bind(("127.0.0.1", 0)).unwrap();
    let port = taken.local_addr().unwrap().port();
    let place = Place::new();
    place.file("scene.json", POSE);
    let command = ["run", "--port", &port.to_string(), "--stream-port", "0", "scene.json"];
    let mut running = crate::support::Running::start(&mut place.morse(&command));
    running.wait_for("SCENE INITIALIZED");
    assert_ne!(running.number_after("service manager now listening on port "), port);
    assert_eq!(running.client().ask("i simulation list_robots"), "i SUCCESS [\"robot\"]");
}

#[test]
fn missing_free_port_is_reported() {
    let (_taken, port) = ten_taken_ports();
    let place = Place::new();
    place.file("scene.json", POSE);
    let ended = place.done(&["run", "--port", &port.to_string(), "--stream-port", "0", "scene.json"]);
    assert_eq!(ended.code, Some(1), "{}", ended.log);
    ended.log_has(&["INITIALIZATION ERROR: ", &port.to_string(), "[EXITING SIMULATION]"]);
}

#[test]
fn time_scale_and_log_level_change_at_run_time() {
    let place = Place::new();
    place.file(
        "scene.json",
        &POSE.replace("\"objects\"", "\"environment\": {\"time\": {\"relative\": true}}, \"objects\""),
    );
    let running = place.serve(&["scene.json"]);
    let mut client = running.client();
    assert_eq!(client.ask("a time set_time_scale [1000.0]"), "a SUCCESS true");
    assert_eq!(client.ask("b time sleep [50]"), "b SUCCESS", "fifty simulated seconds pass quickly");
    assert_eq!(client.ask("c simulation set_log_level [\"sensors.pose\", \"DEBUG\"]"), "c SUCCESS");
    assert_eq!(client.ask("q simulation quit"), "q SUCCESS");
    assert_eq!(running.end().code, Some(0));
}

fn free_port() -> u16 {
    TcpListener::bind(("127.0.0.1", 0)).unwrap().local_addr().unwrap().port()
}

fn ten_taken_ports() -> (Vec<TcpListener>, u16) {
    loop {
        let first = free_port();
        let taken: Vec<_> = (first..first.saturating_add(10))
            .map_while(|port| TcpListener::bind(("127.0.0.1", port)).ok())
            .collect();
        if taken.len() == 10 {
            return (taken, first);
        }
    }
}
