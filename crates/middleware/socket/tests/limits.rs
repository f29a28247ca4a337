//! Tokens and limits of clients.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use std::io::Write;
use std::time::Instant;

use common::{Client, Running, any_ports, scene, usual_scene, wait_for};
use morse_socket::{ClientLimits, LINE_BYTES_MAX, SocketSettings, Token};

const SECRET: &str = "0123456789abcdef0123";

fn limited(limits: ClientLimits) -> SocketSettings {
    SocketSettings { limits, ..any_ports() }
}

fn with_token() -> (Running, String) {
    let token = Token::new(SECRET).unwrap();
    let line = token.line();
    let limits = ClientLimits { token: Some(token), ..ClientLimits::default() };
    (Running::start_on(&usual_scene(), limited(limits)), line)
}

/// A client that gives a line first.
fn client_with(port: u16, line: &str) -> Client {
    let mut client = Client::connect(port);
    // The simulator may close the connection before all of it is sent.
    let _ = client.socket.write_all(line.as_bytes());
    client
}

#[test]
fn services_obey_only_clients_with_the_token() {
    let (running, token) = with_token();
    let mut admitted = client_with(running.port, &format!("{token}a simulation list_robots\n"));
    assert_eq!(admitted.line(), "a SUCCESS [\"r\"]", "requests right behind the token are served");
    for wrong in ["a simulation list_robots\n", "token wrong\n", "token 0123456789abcdef0124\n", "\n"] {
        let mut refused = client_with(running.port, wrong);
        let answer = refused.line_or_end().unwrap_or_default();
        assert!(answer.contains("this simulator needs a token"), "{wrong}: {answer}");
        assert_eq!(refused.remaining_lines(), 0, "{wrong}");
    }
    let long = client_with(running.port, &"x".repeat(100_000)).remaining_lines();
    assert!(long <= 1, "a long line is refused");
    assert_eq!(admitted.ask("b simulation list_robots"), "b SUCCESS [\"r\"]");
}

#[test]
fn streams_need_the_token() {
    let (running, token) = with_token();
    let mut client = client_with(running.port, &token);
    let mut port = |component: &str| -> u16 {
        let answer = client.ask(&format!("p simulation get_stream_port [\"{component}\"]"));
        answer.strip_prefix("p SUCCESS ").unwrap().parse().unwrap()
    };
    let (sensor, actuator) = (port("r.s"), port("r.c"));
    let mut reader = client_with(sensor, &token);
    assert!(reader.line().starts_with('{'));
    let mut refused = client_with(sensor, "hello\n");
    assert!(refused.line_or_end().unwrap_or_default().contains("needs a token"));
    assert_eq!(refused.remaining_lines(), 0);
    let before = client.ask("c r.c command");
    let mut refused = client_with(actuator, "{\"v\": 5.0, \"w\": 1.0}\n{\"v\": 5.0, \"w\": 1.0}\n");
    refused.remaining_lines();
    assert_eq!(client.ask("c r.c command"), before, "commands without the token have no effect");
    let _writer = client_with(actuator, &format!("{token}{{\"v\": 5.0, \"w\": 1.0}}\n"));
    wait_for("the command arrives", || client.ask("c r.c command") != before);
}

#[test]
fn connections_beyond_the_limit_are_closed_and_free_places_are_used() {
    let limits = ClientLimits { connections_max: 3, ..ClientLimits::default() };
    let running = Running::start_on(&usual_scene(), limited(limits));
    let mut clients: Vec<Client> = (0..3).map(|_| running.client()).collect();
    for client in &mut clients {
        assert_eq!(client.ask("a simulation list_robots"), "a SUCCESS [\"r\"]");
    }
    assert_eq!(running.client().remaining_lines(), 0, "a fourth connection is closed");
    clients.pop();
    wait_for("the place of a client that left is free", || {
        let mut client = running.client();
        let _ = client.socket.write_all(b"a simulation list_robots\n");
        client.line_or_end().is_some()
    });
}

#[test]
fn scene_lowers_the_limits() {
    let manager = r#"{"connections_max": 1}"#;
    let running = Running::start(&scene(manager, "{}", 0));
    let mut client = running.client();
    assert_eq!(client.ask("a simulation list_robots"), "a SUCCESS [\"r\"]");
    assert_eq!(running.client().remaining_lines(), 0);
}

#[test]
fn requests_beyond_the_rate_wait() {
    let limits = ClientLimits { requests_per_s: Some(50), ..ClientLimits::default() };
    let running = Running::start_on(&usual_scene(), limited(limits));
    let (mut hasty, mut patient) = (running.client(), running.client());
    let begun = Instant::now();
    hasty.send("a r.c none\n".repeat(100));
    (0..50).for_each(|_| drop(hasty.line()));
    assert!(
        patient.ask("b simulation list_robots").starts_with("b SUCCESS"),
        "other clients are not delayed"
    );
    (0..50).for_each(|_| drop(hasty.line()));
    let elapsed = begun.elapsed().as_secs_f64();
    // Fifty requests are free; the last one of the further fifty waits for a second.
    assert!(elapsed > 0.9, "{elapsed} s");
}

#[test]
fn line_of_a_hundred_megabytes_is_refused_at_its_limit() {
    let running = Running::start(&usual_scene());
    let mut client = running.client();
    let chunk = vec![b'x'; LINE_BYTES_MAX];
    // The rest of the line is discarded until the connection is closed.
    let _ = (0..100).try_for_each(|_| client.socket.write_all(&chunk));
    let _ = client.socket.write_all(b"\na simulation list_robots\n");
    assert!(client.remaining_lines() <= 1, "only the line is answered, and the connection is closed");
    assert!(running.client().ask("a simulation list_robots").starts_with("a SUCCESS"));
}
