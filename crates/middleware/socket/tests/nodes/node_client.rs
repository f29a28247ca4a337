//! The node's side, with a scripted server.

use std::io::{BufRead, BufReader, BufWriter, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};

use morse_sim::prelude::{DVec3, Euler, Pose};
use morse_socket::LINE_BYTES_MAX;
use morse_socket::nodes::{Node, NodeSettings, NodeTime};

const START: NodeTime = NodeTime { simulated_s: 0.5, tick_s: 0.25, wall_s: 2.0 };

/// A server whose answers are sent by the test.
struct ScriptedServer {
    socket: TcpStream,
    reader: BufReader<TcpStream>,
}

impl ScriptedServer {
    fn receive(&mut self) -> String {
        let mut line = String::new();
        self.reader.read_line(&mut line).unwrap();
        line
    }

    fn send(&mut self, line: &str) {
        self.socket.write_all(line.as_bytes()).unwrap();
        self.socket.write_all(b"\n").unwrap();
    }
}

fn settings(port: u16) -> NodeSettings {
    NodeSettings { name: "nodeA".to_owned(), host: "127.0.0.1".to_owned(), port }
}

fn connected() -> (Node, ScriptedServer) {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    let node = Node::connect(settings(listener.local_addr().unwrap().port())).unwrap();
    let socket = listener.accept().unwrap().0;
    let reader = BufReader::new(socket.try_clone().unwrap());
    (node, ScriptedServer { socket, reader })
}

/// Names and positions that an exchange returns.
fn exchange(node: &mut Node) -> Vec<(String, [f64; 3])> {
    let own = Pose::from_euler(DVec3::new(1.0, 2.0, 3.0), Euler { roll: 0.0, pitch: 0.0, yaw: 0.5 });
    let others = node.exchange(START, [("a", own)].into_iter());
    others.iter().map(|(name, pose)| (name.clone(), pose.translation.to_array())).collect()
}

/// Exchanges until the result is as expected.
fn exchange_until(node: &mut Node, expected: &[(String, [f64; 3])]) {
    let reached = (0..5_000).any(|_| exchange(node) == expected);
    assert!(reached, "{expected:?} is not received");
}

fn at(name: &str, x: f64) -> Vec<(String, [f64; 3])> {
    vec![(name.to_owned(), [x, 0.0, 0.0])]
}

#[test]
fn node_exchanges_poses_with_the_server() {
    let (mut node, mut server) = connected();
    server.send(r#"{"b": [[4, 0, 0], [0, 0, 1]], "__time": [1.0, 0.1, 2.0]}"#);
    assert_eq!(exchange(&mut node), at("b", 4.0));
    assert_eq!(
        server.receive(),
        "[\"nodeA\", {\"a\": [[1.0, 2.0, 3.0], [0.0, 0.0, 0.5]], \"__time\": [0.5, 0.25, 2.0]}]\n"
    );
    let turned = node.exchange(START, std::iter::empty())[0].1.euler();
    assert!((turned.yaw - 1.0).abs() < 1e-12);
    assert_eq!(server.receive(), "[\"nodeA\", {\"__time\": [0.5, 0.25, 2.0]}]\n");
}

#[test]
fn last_answer_is_kept_until_the_next_arrives() {
    let (mut node, mut server) = connected();
    server.send(r#"{"b": [[4, 0, 0], [0, 0, 0]]}"#);
    assert_eq!(exchange(&mut node), at("b", 4.0));
    assert_eq!(exchange(&mut node), at("b", 4.0), "there is no new answer");
    assert_eq!(exchange(&mut node), at("b", 4.0));
    server.send(r#"{"b": [[5, 0, 0], [0, 0, 0]]}"#);
    // The answer arrives within a few exchanges.
    exchange_until(&mut node, &at("b", 5.0));
}

#[test]
fn newest_of_several_answers_is_used() {
    let (mut node, mut server) = connected();
    server.send("{\"b\": [[4, 0, 0], [0, 0, 0]]}\n{\"b\": [[5, 0, 0], [0, 0, 0]]}");
    exchange_until(&mut node, &at("b", 5.0));
}

#[test]
fn malformed_answers_keep_the_poses() {
    let (mut node, mut server) = connected();
    server.send(r#"{"b": [[4, 0, 0], [0, 0, 0]]}"#);
    assert_eq!(exchange(&mut node), at("b", 4.0));
    let long = "x".repeat(LINE_BYTES_MAX + 1);
    for malformed in ["", "nonsense", "[]", "{\"b\": ", "\u{0}", &long] {
        let mut server = server.socket.try_clone().map(BufWriter::new).unwrap();
        let malformed = malformed.to_owned();
        let sending =
            std::thread::spawn(move || server.write_all(format!("{malformed}\n").as_bytes()).unwrap());
        assert_eq!(exchange(&mut node), at("b", 4.0));
        sending.join().unwrap();
    }
    server.send(r#"{"b": [[NaN, 0, 0], [0, 0, 0]], "c": [[7, 0, 0], [0, 0, 0]], "d": 1, "e": [[1e999, 0, 0], [0, 0, 0]]}"#);
    exchange_until(&mut node, &at("c", 7.0));
}

#[test]
fn lost_server_leaves_no_poses() {
    let (mut node, mut server) = connected();
    server.send(r#"{"b": [[4, 0, 0], [0, 0, 0]]}"#);
    assert_eq!(exchange(&mut node), at("b", 4.0));
    drop(server);
    for _ in 0..3 {
        assert_eq!(exchange(&mut node), []);
    }
}

#[test]
fn missing_server_is_an_error() {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    let port = listener.local_addr().unwrap().port();
    drop(listener);
    assert!(Node::connect(settings(port)).is_err());
}
