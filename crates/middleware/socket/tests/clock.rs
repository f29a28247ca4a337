//! An external clock drives the simulation.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use std::net::{TcpListener, TcpStream};
use std::time::Duration;

use common::{Client, Running, any_ports, assemble, scene, wait_for};
use morse_socket::SocketSettings;

fn sync_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

fn now(client: &mut Client) -> f64 {
    client.ask("i time now").strip_prefix("i SUCCESS ").unwrap().parse().unwrap()
}

/// Waits until an external clock has stopped time, and returns the simulated time. [s]
fn frozen(running: &Running, client: &mut Client) -> f64 {
    wait_for("time stops", || running.waits_for_clock());
    now(client)
}

#[test]
fn each_message_of_the_clock_triggers_one_step() {
    let port = sync_port();
    let running = Running::start(&scene(&format!("{{\"time_sync\": true, \"sync_port\": {port}}}"), "{}", 0));
    let mut client = running.client();
    let begun = now(&mut client);
    wait_for("time runs without a clock", || now(&mut client) > begun);

    let mut clock = Client::connect(port);
    let stopped = frozen(&running, &mut client);
    for nth in 1..=5 {
        clock.send("foo");
        let due = stopped + f64::from(nth) / 60.0;
        wait_for("one step is made", || (now(&mut client) - due).abs() < 1e-4);
        // A further step would be made before these requests are answered.
        now(&mut client);
        assert!((now(&mut client) - due).abs() < 1e-4);
    }

    // The second clock is served after the first has disconnected.
    let second = TcpStream::connect(("127.0.0.1", port)).unwrap();
    drop(clock);
    let stopped = frozen(&running, &mut client);
    drop(second);
    wait_for("time runs again", || now(&mut client) > stopped + 0.1);
}

/// Starts a simulation stopped by an external clock. Returns it with the clock and a client of its services.
fn stopped(settings: SocketSettings) -> (Running, Client, Client) {
    let port = sync_port();
    let scene = scene(&format!("{{\"time_sync\": true, \"sync_port\": {port}}}"), "{}", 0);
    let running = Running::start_on(&scene, settings);
    let clock = Client::connect(port);
    let mut client = running.client();
    frozen(&running, &mut client);
    (running, clock, client)
}

/// Triggers one step, and returns the simulated time after it. [s]
fn tick(clock: &mut Client, client: &mut Client) -> f64 {
    let before = now(client);
    clock.send("foo");
    wait_for("a step is made", || now(client) > before);
    now(client)
}

#[test]
fn answer_to_sleep_comes_after_the_messages_of_its_tick() {
    // With such long rounds, messages would be late without the engine's wait.
    let half_s = Duration::from_millis(500);
    let settings = SocketSettings { round_min: half_s, round_max: half_s, ..any_ports() };
    let (running, mut clock, mut client) = stopped(settings);
    let mut stream = running.stream("r.s");
    // One thread serves all connections. Once it has answered two requests, it has accepted the stream's client.
    now(&mut client);
    now(&mut client);
    for _ in 0..5 {
        client.send("s time sleep [0.01]\n");
        let begun = tick(&mut clock, &mut client);
        clock.send("foo");
        assert_eq!(client.line(), "s SUCCESS");
        // The messages have already arrived.
        stream.socket.set_nonblocking(true).unwrap();
        let mut newest = 0.0;
        while let Some(line) = stream.arrived_line() {
            newest = timestamp(&line);
        }
        stream.socket.set_nonblocking(false).unwrap();
        assert!((newest - begun - 1.0 / 60.0).abs() < 1e-6, "{newest} s, and the sleep began at {begun} s");
    }
}

fn timestamp(line: &str) -> f64 {
    let number = line.strip_prefix("{\"timestamp\": ").and_then(|rest| rest.split(',').next());
    number.unwrap().parse().unwrap()
}

#[test]
fn the_first_command_of_a_connection_acts_one_activation_later() {
    let (running, mut clock, mut client) = stopped(any_ports());
    let mut driver = running.stream("r.c");
    let mut watch = running.stream("r.s");
    let mut after = |command: &str| {
        driver.send(format!("{command}\n"));
        // One thread serves all connections. Once it has answered two requests that were sent after the command, it has
        // read the command.
        now(&mut client);
        now(&mut client);
        clock.send("foo");
        watch.line();
        client.ask("i r.c command")
    };
    assert_eq!(after("{\"v\": 1.0, \"w\": 0.0}"), "i SUCCESS [0.0, 0.0]");
    assert_eq!(after(""), "i SUCCESS [1.0, 0.0]");
    assert_eq!(after("{\"v\": 2.0, \"w\": 0.0}"), "i SUCCESS [2.0, 0.0]");
}

#[test]
fn a_busy_sync_port_is_an_error() {
    let busy = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = busy.local_addr().unwrap().port();
    let scene = scene(&format!("{{\"time_sync\": true, \"sync_port\": {port}}}"), "{}", 0);
    let problem = assemble(&scene, any_ports()).err().unwrap();
    assert!(
        problem.contains(&format!("time synchronization: port {port} of 127.0.0.1 is in use")),
        "{problem}"
    );
}
