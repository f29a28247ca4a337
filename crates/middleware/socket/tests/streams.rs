//! Streams over the socket: ports, outgoing messages, incoming commands.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use std::net::TcpListener;

use common::{Client, Running, any_ports, assemble, scene, usual_scene, wait_for};
use morse_scene::value::Value;
use morse_socket::{SocketSettings, json};

fn record(line: &str) -> morse_scene::value::Map {
    let Value::Map(map) = json::read(line).unwrap() else { panic!("{line}") };
    map
}

fn now(client: &mut Client) -> f64 {
    client.ask("i time now").strip_prefix("i SUCCESS ").unwrap().parse().unwrap()
}

fn count(line: &str) -> i64 {
    record(line).get("count").unwrap().as_i64().unwrap()
}

#[test]
fn every_reading_is_one_line_for_every_client() {
    let running = Running::start(&usual_scene());
    let (mut one, mut two) = (running.stream("r.s"), running.stream("r.s"));
    let first = one.line();
    let keys: Vec<String> = record(&first).keys().map(str::to_owned).collect();
    assert_eq!(keys, ["timestamp", "count", "place", "attitude", "ranges"]);
    let expected = format!(
        "\"count\": {}, \"place\": [1.0, 2.5, 1e-05], \"attitude\": {{\"yaw\": 0.3, \"pitch\": 0.2, \"roll\": 0.1}}, \"ranges\": []}}",
        count(&first)
    );
    assert!(first.ends_with(&expected), "{first}");
    let mut last = count(&first);
    for _ in 0..20 {
        let next = count(&one.line());
        assert_eq!(next, last + 1);
        last = next;
    }
    let mut follower = count(&two.line());
    while follower < last {
        follower += 1;
        assert_eq!(count(&two.line()), follower);
    }
}

#[test]
fn many_messages_start_the_next_round() {
    let hour = std::time::Duration::from_secs(3600);
    let running =
        Running::start_on(&usual_scene(), SocketSettings { round_min: hour, round_max: hour, ..any_ports() });
    let mut stream = running.stream("r.s");
    let first = count(&stream.line());
    for nth in 1..200 {
        assert_eq!(count(&stream.line()), first + nth);
    }
}

#[test]
fn deactivated_sensor_sends_nothing() {
    let running = Running::start(&usual_scene());
    let (mut client, mut stream) = (running.client(), running.stream("r.s"));
    stream.line();
    assert_eq!(client.ask("i simulation deactivate [\"r.s\"]"), "i SUCCESS");
    let stopped = now(&mut client);
    wait_for("time advances", || now(&mut client) > stopped + 0.2);
    let resumed = now(&mut client);
    assert_eq!(client.ask("i simulation activate [\"r.s\"]"), "i SUCCESS");
    // All messages up to the first one after the activation.
    loop {
        let time = record(&stream.line()).get("timestamp").unwrap().as_f64().unwrap();
        if time > resumed - 1e-6 {
            break;
        }
        assert!(time < stopped + 1e-6, "{time} s is between {stopped} s and {resumed} s");
    }
}

/// First of `count` consecutive free ports.
fn free_ports(count: u16) -> u16 {
    (42_000..60_000)
        .step_by(usize::from(count))
        .find(|&base| (base..base + count).all(|port| TcpListener::bind(("127.0.0.1", port)).is_ok()))
        .unwrap()
}

#[test]
fn ports_follow_the_order_of_names_and_skip_busy_ports() {
    let base = free_ports(8);
    let _busy = TcpListener::bind(("127.0.0.1", base + 1)).unwrap();
    let running = Running::start_on(&usual_scene(), SocketSettings { stream_port: base, ..any_ports() });
    let mut client = running.client();
    let expected = format!("i SUCCESS {{\"r.c\": {base}, \"r.s\": {}}}", base + 2);
    assert_eq!(client.ask("i simulation get_all_stream_ports"), expected);
    assert_eq!(client.ask("i simulation list_streams"), "i SUCCESS [\"r.c\", \"r.s\"]");
    assert_eq!(client.ask("i simulation get_stream_port [\"r.s\"]"), format!("i SUCCESS {}", base + 2));
    assert_eq!(
        client.ask("i simulation get_stream_port [\"r.x\"]"),
        "i FAILED \"Stream unavailable for component r.x\""
    );
    assert!(
        client
            .ask("i simulation get_stream_port")
            .contains("parameters expected for service get_stream_port!")
    );
}

#[test]
fn option_sets_the_port_of_a_stream() {
    let chosen = free_ports(4) + 3;
    let running = Running::start(&scene("{}", &format!("{{\"port\": {chosen}}}"), 0));
    assert_eq!(running.stream_port("r.s"), chosen);
    Client::connect(chosen).line();
}

#[test]
fn invalid_options_are_errors() {
    let problem =
        |manager: &str, sensor: &str| assemble(&scene(manager, sensor, 0), any_ports()).err().unwrap();
    assert!(problem("{\"sync_port\": 0}", "{}").contains("`sync_port` must be a port"));
    assert!(problem("{}", "{\"port\": 65536}").contains("from 1 to 65535"));
}

#[test]
fn running_out_of_ports_is_an_error() {
    let _last = TcpListener::bind("127.0.0.1:65535");
    let problem =
        assemble(&usual_scene(), SocketSettings { stream_port: 65_535, ..any_ports() }).err().unwrap();
    assert!(problem.contains("from 65535 to 65535 is free"), "{problem}");
}

fn command(client: &mut Client) -> String {
    client.ask("i r.c command").strip_prefix("i SUCCESS ").unwrap().to_owned()
}

#[test]
fn newest_complete_command_is_used() {
    let running = Running::start(&usual_scene());
    let (mut client, mut driver) = (running.client(), running.stream("r.c"));
    driver.send("{\"v\": 1.0, \"w\": 0}\n");
    wait_for("the command arrives", || command(&mut client) == "[1.0, 0.0]");
    driver.send("{\"v\": 2.0, \"w\": 0}\n{\"v\": 3.0, \"w\": 0.5}\n{\"v\": 9.0, ");
    wait_for("the newest command arrives", || command(&mut client) == "[3.0, 0.5]");
    driver.send("\"w\": 0.25}\n");
    wait_for("a command in pieces arrives", || command(&mut client) == "[9.0, 0.25]");
}

#[test]
fn invalid_commands_keep_the_last_valid_one() {
    let running = Running::start(&usual_scene());
    let (mut client, mut driver) = (running.client(), running.stream("r.c"));
    driver.send("{\"v\": 1.0, \"w\": 2.0}\n");
    wait_for("the command arrives", || command(&mut client) == "[1.0, 2.0]");
    let bad: [&[u8]; 9] = [
        b"{\"v\": 5.0}\n",
        b"{\"v\": \"fast\", \"w\": 0}\n",
        b"{\"v\": NaN, \"w\": 0}\n",
        b"\n",
        b"null\n",
        b"[1, 2]\n",
        b"{\"v\": 1,}\n",
        b"\xff\xfe{}\n",
        b"garbage\n",
    ];
    for line in bad {
        driver.send(line);
    }
    // One thread serves all connections. Once it has answered two requests, it has read the lines; a command acts within
    // three steps.
    now(&mut client);
    let read = now(&mut client);
    wait_for("time advances", || now(&mut client) > read + 3.5 / 60.0);
    assert_eq!(command(&mut client), "[1.0, 2.0]");
    driver.send("x".repeat(morse_socket::LINE_BYTES_MAX + 5));
    assert_eq!(command(&mut client), "[1.0, 2.0]");
    driver.send("\n{\"v\": 4.0, \"w\": 0.0, \"extra\": 1}\n");
    wait_for("the stream still works", || command(&mut client) == "[4.0, 0.0]");
}

#[test]
fn newest_command_of_two_writers_is_used() {
    let running = Running::start(&usual_scene());
    let (mut client, mut one, mut two) = (running.client(), running.stream("r.c"), running.stream("r.c"));
    one.send("{\"v\": 1.0, \"w\": 0.0}\n");
    wait_for("the first writes", || command(&mut client) == "[1.0, 0.0]");
    two.send("{\"v\": 2.0, \"w\": 0.0}\n");
    wait_for("the second writes", || command(&mut client) == "[2.0, 0.0]");
    drop(two);
    one.send("{\"v\": 3.0, \"w\": 0.0}\n");
    wait_for("the first writes again", || command(&mut client) == "[3.0, 0.0]");
}
