//! Misbehaving clients do not disturb the simulation or other clients.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use std::io::{ErrorKind, Write};
use std::time::Duration;

use common::{Client, Running, scene, usual_scene, wait_for};
use morse_scene::value::Value;
use morse_socket::json;

fn now(client: &mut Client) -> f64 {
    client.ask("i time now").strip_prefix("i SUCCESS ").unwrap().parse().unwrap()
}

/// Asserts that simulated time advances and requests are answered.
fn assert_alive(running: &Running) {
    let mut client = running.client();
    let begun = now(&mut client);
    wait_for("simulated time advances", || now(&mut client) > begun + 0.2);
}

#[test]
fn a_thousand_connections_are_served() {
    let running = Running::start(&usual_scene());
    let mut clients: Vec<Client> = (0..1000).map(|_| running.client()).collect();
    for (nth, client) in clients.iter_mut().enumerate() {
        client.send(format!("{nth} r.c two [{nth}, 0]\n"));
    }
    for (nth, client) in clients.iter_mut().enumerate() {
        assert_eq!(client.line(), format!("{nth} SUCCESS [{nth}, 0]"));
    }
    drop(clients);
    assert_alive(&running);
}

#[test]
fn a_thousand_connections_open_and_close() {
    let running = Running::start(&usual_scene());
    let (sensor, actuator) = (running.stream_port("r.s"), running.stream_port("r.c"));
    for nth in 0..1000 {
        let mut client = Client::connect([running.port, sensor, actuator][nth % 3]);
        if nth % 2 == 0 {
            // The simulator may already have closed its end of a stream.
            let _ = client.socket.write_all(b"i time now\nhalf a li");
        }
    }
    assert_alive(&running);
    Client::connect(sensor).line();
}

#[test]
fn ten_thousand_connections_open_and_close_without_a_trace() {
    let running = Running::start(&usual_scene());
    let ports = [running.port, running.stream_port("r.s"), running.stream_port("r.c")];
    let handles = || std::fs::read_dir("/proc/self/fd").map_or(0, Iterator::count);
    let before = handles();
    for nth in 0..10_000 {
        drop(Client::connect(ports[nth % 3]));
    }
    wait_for("all connections are closed", || handles() <= before + 1);
    assert_alive(&running);
}

#[test]
fn thousand_clients_that_never_read_do_not_stop_time() {
    // Messages of 4 kB fill the buffers of the system.
    let running = Running::start(&scene("{}", "{}", 500));
    let port = running.stream_port("r.s");
    let clients: Vec<Client> = (0..1000).map(|_| Client::connect(port)).collect();
    let mut reader = Client::connect(port);
    let count = |line: &str| {
        let Value::Map(record) = json::read(line).unwrap() else { panic!("{line:.80}") };
        record.get("count").unwrap().as_i64().unwrap()
    };
    let first = count(&reader.line());
    wait_for("a client that reads gets messages of a second", || count(&reader.line()) >= first + 60);
    assert_alive(&running);
    drop(clients);
}

#[test]
fn client_that_does_not_read_its_answers_is_disconnected() {
    let running = Running::start(&usual_scene());
    let mut client = running.client();
    client.socket.set_write_timeout(Some(Duration::from_millis(100))).unwrap();
    let requests = "i r.c long [100000]\n".repeat(100);
    wait_for("the client is dropped", || match client.socket.write_all(requests.as_bytes()) {
        Ok(()) => false,
        Err(error) => matches!(error.kind(), ErrorKind::BrokenPipe | ErrorKind::ConnectionReset),
    });
    assert_alive(&running);
}

#[test]
fn flooding_client_does_not_stop_time() {
    let running = Running::start(&usual_scene());
    let flooding = running.client();
    let mut writer = flooding.socket.try_clone().unwrap();
    let flood = std::thread::spawn(move || {
        let requests = "i r.c none\n".repeat(1000);
        while writer.write_all(requests.as_bytes()).is_ok() {}
    });
    let reading = std::thread::spawn(move || {
        let mut flooding = flooding;
        (0..20_000).for_each(|_| drop(flooding.line()));
        flooding
    });
    assert_alive(&running);
    let flooding = reading.join().unwrap();
    flooding.socket.shutdown(std::net::Shutdown::Both).unwrap();
    flood.join().unwrap();
}

#[test]
fn slow_client_loses_complete_old_messages() {
    // Each message has about 40 kB, so the buffers of the system fill up quickly.
    let running = Running::start(&scene("{}", "{}", 5000));
    let mut slow = running.stream("r.s");
    let mut quick = running.stream("r.s");
    let count = |line: &str| {
        let Value::Map(record) = json::read(line).unwrap() else { panic!("{line:.80}") };
        assert_eq!(record.get("ranges").unwrap().as_list().unwrap().len(), 5000);
        record.get("count").unwrap().as_i64().unwrap()
    };
    let first = count(&quick.line());
    let mut last = first;
    while last < first + 480 {
        let next = count(&quick.line());
        assert_eq!(next, last + 1, "the other client is not disturbed");
        last = next;
    }
    let mut previous = count(&slow.line());
    let mut lost = 0;
    while previous < last {
        let next = count(&slow.line());
        assert!(next > previous, "counts ascend");
        lost += next - previous - 1;
        previous = next;
    }
    assert!(lost > 0, "nothing was lost: the test did not slow the client down");
    assert_alive(&running);
}

#[test]
fn web_page_commands_nothing() {
    let running = Running::start(&usual_scene());
    let before = running.client().ask("a r.c command");
    let head = "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain\r\n\r\n";
    let mut page = running.client();
    // The connection may be closed before all of it is sent.
    let _ = page.socket.write_all(format!("{head}id1 simulation quit\n").as_bytes());
    assert_eq!(page.remaining_lines(), 0, "no request is answered");
    let mut page = running.stream("r.c");
    let _ = page.socket.write_all(format!("{head}{{\"v\": 5.0, \"w\": 1.0}}\n").as_bytes());
    assert_eq!(page.remaining_lines(), 0);
    assert_eq!(running.client().ask("a r.c command"), before);
    assert_alive(&running);
}
