//! An outside clock drives the simulation.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use std::net::{TcpListener, TcpStream};

use common::{Client, Running, any_ports, assemble, scene, wait_for};

fn sync_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

fn now(client: &mut Client) -> f64 {
    client.ask("i time now").strip_prefix("i SUCCESS ").unwrap().parse().unwrap()
}

/// Waits until time stands still.
fn frozen(client: &mut Client) -> f64 {
    let mut last = now(client);
    wait_for("time stands still", || {
        std::thread::sleep(std::time::Duration::from_millis(60));
        std::mem::replace(&mut last, now(client)) == last
    });
    last
}

#[test]
fn each_message_of_the_clock_is_one_step() {
    let port = sync_port();
    let running = Running::start(&scene(&format!("{{\"time_sync\": true, \"sync_port\": {port}}}"), "{}", 0));
    let mut client = running.client();
    let begun = now(&mut client);
    wait_for("time runs without a clock", || now(&mut client) > begun);

    let mut clock = Client::connect(port);
    let stopped = frozen(&mut client);
    for nth in 1..=5 {
        clock.send("foo");
        let due = stopped + f64::from(nth) / 60.0;
        wait_for("one step is made", || (now(&mut client) - due).abs() < 1e-4);
        assert!(client.is_silent());
        assert!((now(&mut client) - due).abs() < 1e-4);
    }

    // The second clock waits for its turn; both ends are noticed.
    let second = TcpStream::connect(("127.0.0.1", port)).unwrap();
    drop(clock);
    let stopped = frozen(&mut client);
    drop(second);
    wait_for("time runs again", || now(&mut client) > stopped + 0.1);
}

#[test]
fn a_busy_sync_port_is_an_error() {
    let busy = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = busy.local_addr().unwrap().port();
    let scene = scene(&format!("{{\"time_sync\": true, \"sync_port\": {port}}}"), "{}", 0);
    let problem = assemble(&scene, any_ports()).err().unwrap();
    assert!(
        problem.contains(&format!("time synchronisation: port {port} of 127.0.0.1 is in use")),
        "{problem}"
    );
}
