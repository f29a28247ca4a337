//! The server: its answers, and its robustness.

use std::io::{ErrorKind, Write};
use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;

use morse_socket::LINE_BYTES_MAX;
use morse_socket::nodes::{NODES_MAX, NodeServer};

use crate::client::Client;

const LOCAL: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

/// A server on its own thread. It ends on drop.
struct Serving {
    port: u16,
    end: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Serving {
    fn start() -> Self {
        let server = NodeServer::bind(LOCAL, 0).unwrap();
        let port = server.address().port();
        let end = Arc::new(AtomicBool::new(false));
        let stop = Arc::clone(&end);
        let thread = std::thread::spawn(move || server.serve(|| stop.load(Ordering::Relaxed)).unwrap());
        Self { port, end, thread: Some(thread) }
    }

    fn node(&self) -> Client {
        Client::connect(self.port)
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        self.end.store(true, Ordering::Relaxed);
        self.thread.take().unwrap().join().unwrap();
    }
}

#[test]
fn nodes_receive_poses_of_each_other_and_of_disconnected_nodes() {
    let server = Serving::start();
    let mut first = server.node();
    assert_eq!(
        first.ask(r#"["nodeA", {"a": [[1, 2, 3], [0, 0, 0.5]], "__time": [1.5, 0.1, 7]}]"#),
        r#"{"__time": [1.5, 0.1, 7.0]}"#
    );
    let mut second = server.node();
    assert_eq!(
        second.ask(r#"["nodeB", {"b": [[4, 5, 6], [0, 0, 0]]}]"#),
        r#"{"a": [[1.0, 2.0, 3.0], [0.0, 0.0, 0.5]], "__time": [1.5, 0.1, 7.0]}"#
    );
    assert_eq!(first.ask(r#"["nodeA", {"a": [[1, 2, 3], [0, 0, 0]], "c": [[0, 0, 0], [0, 0, 0]]}]"#), {
        r#"{"b": [[4.0, 5.0, 6.0], [0.0, 0.0, 0.0]], "__time": [1.5, 0.1, 7.0]}"#
    });
    drop(first);
    let all = second.ask(r#"["nodeB", {}]"#);
    for robot in ["a", "b", "c"] {
        assert!(all.contains(&format!("{robot:?}: [[")), "{all}");
    }
}

#[test]
fn lines_may_be_fragmented_or_batched() {
    let server = Serving::start();
    let mut node = server.node();
    node.send("[\"a\", {\"x\": [[1, 0, 0], ");
    node.send("[0, 0, 0]]}]\n[\"a\", {\"y\": [[2, 0, 0], [0, 0, 0]]}]\n[\"a\", {}]\n");
    assert_eq!(node.line(), "{}");
    assert!(node.line().starts_with("{\"x\": [[1.0,"));
    assert!(node.line().contains("\"y\": [[2.0,"));
}

#[test]
fn malformed_lines_are_dropped_and_answered() {
    let server = Serving::start();
    let mut node = server.node();
    node.ask(r#"["a", {"x": [[1, 0, 0], [0, 0, 0]]}]"#);
    let known = r#"{"x": [[1.0, 0.0, 0.0], [0.0, 0.0, 0.0]]}"#;
    let deep = "[".repeat(100_000);
    for bad in ["", "hello", "{}", "[1, {}]", "[\"a\", 1]", "[\"a\", {\"x\": ", "\u{0}", &deep] {
        assert_eq!(node.ask(bad), known, "{bad:.20}");
    }
    node.send(b"\xff\xfe\n");
    assert_eq!(node.line(), known);
    node.send("x".repeat(LINE_BYTES_MAX + 1));
    assert_eq!(node.line(), known, "a line that is too long is answered before its end");
    node.send("y\n");
    assert_eq!(node.ask(r#"["a", {"x": [[NaN, 0, 0], [0, 0, 0]], "y": [[1, 0], [0, 0, 0]]}]"#), "{}");
    assert_eq!(node.ask(r#"["a", {}]"#), known);
}

#[test]
fn node_that_does_not_read_answers_does_not_block_the_server() {
    let server = Serving::start();
    let mut silent = server.node();
    silent.send(format!("[\"silent\", {{\"{}\": [[0, 0, 0], [0, 0, 0]]}}]\n", "x".repeat(100_000)));
    silent.socket.set_nonblocking(true).unwrap();
    let lines = "[\"silent\", {}]\n".repeat(1000);
    // Write until the server stops reading, because its answers are not read.
    while silent.socket.write(lines.as_bytes()).map_err(|error| error.kind()) != Err(ErrorKind::WouldBlock) {}
    assert!(server.node().ask(r#"["good", {}]"#).starts_with("{\"xxx"));
}

#[test]
fn number_of_nodes_is_limited() {
    let server = Serving::start();
    let mut nodes: Vec<Client> = (0..NODES_MAX).map(|_| server.node()).collect();
    for node in &mut nodes {
        assert_eq!(node.ask("[\"a\", {}]"), "{}");
    }
    assert_eq!(server.node().try_line(), None, "the connection is closed without an answer");
    assert_eq!(nodes[NODES_MAX - 1].ask("[\"a\", {}]"), "{}");
}

#[test]
fn port_in_use_is_named() {
    let server = Serving::start();
    let problem = NodeServer::bind(LOCAL, server.port).unwrap_err();
    assert!(problem.contains(&format!("port {} of 127.0.0.1 is in use", server.port)), "{problem}");
}
