//! Ports of a node: connections and registration, with a small name server.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use std::sync::Arc;

use common::{DIALECTS, Running, TIMEOUT, TestNameServer, settings, wait_for};
use morse_yarp::bottle::{Bottle, Dialect, parse, print};
use morse_yarp::wire::{Carrier, Message};
use morse_yarp::yarp_node::{NodeError, OpenPort, PortConfig, YarpNode};

fn bottle(text: &str) -> Bottle {
    parse(text).unwrap()
}

fn publish(port: &OpenPort, text: &str) {
    port.publish_now(&Message::data(&bottle(text), port.dialect()));
}

fn config(name: &str) -> PortConfig {
    PortConfig { name: name.to_owned(), topic: None, receive: None, queue: 10 }
}

#[test]
fn data_arrive_over_every_carrier() {
    for (_, dialect) in DIALECTS {
        let running = Running::start_with(|settings| settings.dialect = dialect);
        let out = running.output("/a/out");
        let (_, received) = running.input("/b/in");
        for carrier in Carrier::ALL {
            let answer = running.connect("/a/out", "/b/in", carrier.name());
            assert_eq!(answer, format!("0 \"Added connection from /a/out to {carrier}://b/in\\r\\n\""));
            for text in ["1 2.5 \"a b\" (x 1)", "2", "()"] {
                publish(&out, text);
                assert_eq!(print(&received.recv_timeout(TIMEOUT).unwrap()), text, "{carrier}");
            }
        }
        // The last connection has replaced the earlier ones.
        publish(&out, "3");
        assert_eq!(print(&received.recv_timeout(TIMEOUT).unwrap()), "3");
        assert!(received.try_recv().is_err());
    }
}

#[test]
fn message_in_several_datagrams_arrives() {
    let running = Running::start();
    let out = running.output("/a/out");
    let (_, received) = running.input("/b/in");
    running.connect("/a/out", "/b/in", "udp");
    let long = (0..20_000).map(|number| number.to_string()).collect::<Vec<_>>().join(" ");
    publish(&out, &long);
    assert_eq!(print(&received.recv_timeout(TIMEOUT).unwrap()), long);
}

#[test]
fn only_rpc_callers_receive_a_reply() {
    let running = Running::start();
    let (_, received) = running.input("/b/in");
    let dialect = Dialect::Yarp3;
    let mut caller = running.peer("/b/in");
    caller.hello(Carrier::Tcp, "/rpc");
    caller.data(b'd', &bottle("1"), dialect);
    let expected = morse_yarp::bottle::encode(&bottle("heard"), dialect);
    assert_eq!(caller.bytes(expected.len()), expected, "a bottle without an index");
    assert_eq!(caller.bytes(8), b"YA\0\0\0\0RP");
    caller.data(b'D', &bottle("2"), dialect);
    assert_eq!(caller.bytes(8), b"YA\0\0\0\0RP");
    let mut line = running.peer("/b/in");
    line.hello(Carrier::TextAck, "someone");
    line.send(b"d\r\n3\r\n");
    assert_eq!((line.line(), line.line()), ("heard".to_owned(), "<ACK>".to_owned()));
    for text in ["1", "2", "3"] {
        assert_eq!(print(&received.recv_timeout(TIMEOUT).unwrap()), text);
    }
}

#[test]
fn users_can_type_commands() {
    let running = Running::start();
    let out = running.output("/a/out");
    let mut user = running.peer("/a/out");
    user.hello(Carrier::Text, "me");
    user.send(b"what\r\n");
    assert_eq!(user.line(), "Port command not understood.");
    user.send(b"?\r\n");
    while !user.line().starts_with("?") {}
    user.send(b"a\r\n[list] [in]\r\n");
    assert_eq!(user.line(), "me");
    user.send(b"a\r\n[nothing]\r\n");
    assert!(user.line().starts_with("[fail]"));
    // A reversed connection receives the data of the port.
    user.send(b"r\r\n");
    wait_for("reversed", || out.has_receivers());
    publish(&out, "1 2");
    assert_eq!((user.line(), user.line()), ("D".to_owned(), "1 2".to_owned()));
    drop(user);
    wait_for("left", || !out.has_receivers());
}

#[test]
fn failed_connections_are_reported() {
    let running = Running::start();
    running.output("/a/out");
    let answer = running.connect("/a/out", "/nowhere", "tcp");
    assert_eq!(answer, "-1 \"Do not know how to connect to tcp://nowhere\\r\\n\"");
    let closed = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    running.server.register("/gone", closed);
    assert!(running.connect("/a/out", "/gone", "tcp").starts_with("-1 \"Cannot connect to tcp://gone"));
    let answer = running.connect("/a/out", "/gone", "mcast");
    assert!(
        answer.contains("there is no carrier mcast, only fast_tcp, tcp, text, text_ack, udp"),
        "{answer}"
    );
}

#[test]
fn closed_receiver_is_removed() {
    let running = Running::start();
    let out = running.output("/a/out");
    let (port, _received) = running.input("/b/in");
    running.connect("/a/out", "/b/in", "tcp");
    assert!(out.has_receivers());
    running.node.close(&port);
    wait_for("forgotten", || !out.has_receivers());
    wait_for("unregistered", || running.server.address("/b/in").is_none());
    publish(&out, "1");
}

#[test]
fn ports_are_registered_again_when_the_name_server_restarts() {
    let folder = tempfile::tempdir().unwrap();
    let node = YarpNode::start(settings(folder.path())).unwrap();
    let out = node.open(config("/a/out")).unwrap();
    let server = TestNameServer::start();
    let copy = |server: &TestNameServer| {
        std::fs::copy(server.folder().join("yarp.conf"), folder.path().join("yarp.conf")).unwrap();
    };
    copy(&server);
    wait_for("registered", || server.address("/a/out").is_some());
    let first = server.address("/a/out").unwrap();

    let (sender, received) = std::sync::mpsc::channel();
    let sender = std::sync::Mutex::new(sender);
    let receive: morse_yarp::yarp_node::Receive =
        Box::new(move |incoming| sender.lock().unwrap().send(incoming.bottle).unwrap());
    let _in = node.open(PortConfig { receive: Some(receive), ..config("/b/in") }).unwrap();
    wait_for("registered", || server.address("/b/in").is_some());
    let mut admin = common::Peer::connect(first);
    admin.hello(Carrier::TextAck, "admin");
    admin.send(b"a\r\n[add] \"tcp://b/in\"\r\n");
    assert!(admin.line().starts_with("0 "));

    let server = server.restart();
    publish(&out, "1");
    assert_eq!(
        print(&received.recv_timeout(TIMEOUT).unwrap()),
        "1",
        "connected ports work without the server"
    );
    wait_for("registered again", || server.ports().len() == 2);
    assert_eq!(server.address("/a/out"), Some(first), "the address is the same");
    publish(&out, "2");
    assert_eq!(print(&received.recv_timeout(TIMEOUT).unwrap()), "2", "the connection is not affected");

    let server = server.restart_elsewhere();
    copy(&server);
    wait_for("registered at another server", || server.address("/a/out") == Some(first));
    node.finish();
    assert!(server.ports().is_empty(), "all names are unregistered");
}

#[test]
fn ports_subscribe_to_topics() {
    let server = TestNameServer::start();
    let node = YarpNode::start(settings(server.folder())).unwrap();
    node.open(PortConfig { topic: Some("/poses".to_owned()), ..config("/a/out") }).unwrap();
    let receive: morse_yarp::yarp_node::Receive = Box::new(|_| {});
    node.open(PortConfig { topic: Some("/goals".to_owned()), receive: Some(receive), ..config("/b/in") })
        .unwrap();
    let expected = [("/a/out", "topic://poses"), ("topic://goals", "/b/in")]
        .map(|(from, to)| (from.to_owned(), to.to_owned()));
    wait_for("subscribed", || server.subscriptions() == expected);
}

#[test]
fn names_are_checked_and_have_the_prefix() {
    let running = Running::start_with(|settings| settings.prefix = "/lab".to_owned());
    let port = running.node.open(config("/a/out")).unwrap();
    assert_eq!(port.name(), "/lab/a/out");
    wait_for("registered", || running.server.address("/lab/a/out").is_some());
    assert!(matches!(running.node.open(config("/a/out")), Err(NodeError::Taken(_))));
    let long = format!("/{}", "a".repeat(300));
    assert!(matches!(running.node.open(config(&long)), Err(NodeError::Name(_))));
    assert!(matches!(running.node.open(config("/a b")), Err(NodeError::Name(_))));
}

#[test]
fn many_ports_lose_nothing() {
    const PORTS: usize = 60;
    const MESSAGES: usize = 50;
    let running = Running::start();
    let (_, received) = running.input("/all/in");
    let outs: Vec<OpenPort> = (0..PORTS).map(|index| running.output(&format!("/p{index}/out"))).collect();
    for out in &outs {
        assert!(running.connect(out.name(), "/all/in", "tcp").starts_with("0 "));
    }
    let sent = Arc::new(bottle("1.0 2.0 3.0"));
    for _ in 0..MESSAGES {
        for out in &outs {
            out.publish(&Message::data(&sent, Dialect::Yarp3));
        }
        running.node.flush();
        running.node.wait_until_sent();
        for _ in 0..PORTS {
            assert_eq!(received.recv_timeout(TIMEOUT).unwrap(), *sent);
        }
    }
}
