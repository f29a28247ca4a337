//! Ports, their connections and their registration, with a small name server.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use std::sync::Arc;

use common::{DIALECTS, Running, TIMEOUT, TestNameServer, settings, wait_for};
use morse_yarp::bottle::{Bottle, Dialect, parse, print};
use morse_yarp::node::{NodeError, OpenPort, PortPlan, YarpNode};
use morse_yarp::wire::{Carrier, Message};

fn bottle(text: &str) -> Bottle {
    parse(text).unwrap()
}

fn publish(port: &OpenPort, text: &str) {
    port.publish_now(&Message::data(&bottle(text), port.dialect()));
}

fn plan(name: &str) -> PortPlan {
    PortPlan { name: name.to_owned(), topic: None, receive: None, queue: 10 }
}

#[test]
fn data_go_over_every_carrier() {
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
        // The last connection has replaced the others.
        publish(&out, "3");
        assert_eq!(print(&received.recv_timeout(TIMEOUT).unwrap()), "3");
        assert!(received.try_recv().is_err());
    }
}

#[test]
fn data_that_need_several_datagrams_arrive() {
    let running = Running::start();
    let out = running.output("/a/out");
    let (_, received) = running.input("/b/in");
    running.connect("/a/out", "/b/in", "udp");
    let long = (0..20_000).map(|number| number.to_string()).collect::<Vec<_>>().join(" ");
    publish(&out, &long);
    assert_eq!(print(&received.recv_timeout(TIMEOUT).unwrap()), long);
}

#[test]
fn a_caller_gets_a_reply_and_others_do_not_wait() {
    let running = Running::start();
    let (_, received) = running.input("/b/in");
    let dialect = Dialect::Yarp3;
    let mut caller = running.peer("/b/in");
    caller.hello(Carrier::Tcp, "/rpc");
    caller.data(b'd', &bottle("1"), dialect);
    let expected = morse_yarp::bottle::encode(&bottle("heard"), dialect);
    assert_eq!(caller.bytes(expected.len()), expected, "a bare bottle");
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
fn a_person_can_type_at_a_port() {
    let running = Running::start();
    let out = running.output("/a/out");
    let mut person = running.peer("/a/out");
    person.hello(Carrier::Text, "me");
    person.send(b"what\r\n");
    assert_eq!(person.line(), "Port command not understood.");
    person.send(b"?\r\n");
    while !person.line().starts_with("?") {}
    person.send(b"a\r\n[list] [in]\r\n");
    assert_eq!(person.line(), "me");
    person.send(b"a\r\n[nothing]\r\n");
    assert!(person.line().starts_with("[fail]"));
    // A reversed connection takes the data of the port.
    person.send(b"r\r\n");
    wait_for("reversed", || out.has_receivers());
    publish(&out, "1 2");
    assert_eq!((person.line(), person.line()), ("D".to_owned(), "1 2".to_owned()));
    drop(person);
    wait_for("left", || !out.has_receivers());
}

#[test]
fn what_cannot_be_connected_is_told() {
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
fn a_receiver_that_dies_is_forgotten() {
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
fn a_server_may_come_late_go_and_come_back() {
    let folder = tempfile::tempdir().unwrap();
    let node = YarpNode::start(settings(folder.path())).unwrap();
    let out = node.open(plan("/a/out")).unwrap();
    let server = TestNameServer::start();
    let copy = |server: &TestNameServer| {
        std::fs::copy(server.folder().join("yarp.conf"), folder.path().join("yarp.conf")).unwrap();
    };
    copy(&server);
    wait_for("registered", || server.address("/a/out").is_some());
    let first = server.address("/a/out").unwrap();

    let (sender, received) = std::sync::mpsc::channel();
    let sender = std::sync::Mutex::new(sender);
    let receive: morse_yarp::node::Receive =
        Box::new(move |incoming| sender.lock().unwrap().send(incoming.bottle).unwrap());
    let _in = node.open(PortPlan { receive: Some(receive), ..plan("/b/in") }).unwrap();
    wait_for("registered", || server.address("/b/in").is_some());
    let mut admin = common::Peer::connect(first);
    admin.hello(Carrier::TextAck, "admin");
    admin.send(b"a\r\n[add] \"tcp://b/in\"\r\n");
    assert!(admin.line().starts_with("0 "));

    let server = server.restart();
    publish(&out, "1");
    assert_eq!(print(&received.recv_timeout(TIMEOUT).unwrap()), "1", "ports need no server");
    wait_for("registered again", || server.ports().len() == 2);
    assert_eq!(server.address("/a/out"), Some(first), "at the same place");
    publish(&out, "2");
    assert_eq!(print(&received.recv_timeout(TIMEOUT).unwrap()), "2", "nothing else was disturbed");

    let server = server.restart_elsewhere();
    copy(&server);
    wait_for("registered at another server", || server.address("/a/out") == Some(first));
    node.finish();
    assert!(server.ports().is_empty(), "names are taken back");
}

#[test]
fn topics_are_subscribed_to() {
    let server = TestNameServer::start();
    let node = YarpNode::start(settings(server.folder())).unwrap();
    node.open(PortPlan { topic: Some("/poses".to_owned()), ..plan("/a/out") }).unwrap();
    let receive: morse_yarp::node::Receive = Box::new(|_| {});
    node.open(PortPlan { topic: Some("/goals".to_owned()), receive: Some(receive), ..plan("/b/in") })
        .unwrap();
    let expected = [("/a/out", "topic://poses"), ("topic://goals", "/b/in")]
        .map(|(from, to)| (from.to_owned(), to.to_owned()));
    wait_for("subscribed", || server.subscriptions() == expected);
}

#[test]
fn names_have_the_prefix_of_the_environment_and_are_checked() {
    let running = Running::start_with(|settings| settings.prefix = "/lab".to_owned());
    let port = running.node.open(plan("/a/out")).unwrap();
    assert_eq!(port.name(), "/lab/a/out");
    wait_for("registered", || running.server.address("/lab/a/out").is_some());
    assert!(matches!(running.node.open(plan("/a/out")), Err(NodeError::Taken(_))));
    let long = format!("/{}", "a".repeat(300));
    assert!(matches!(running.node.open(plan(&long)), Err(NodeError::Name(_))));
    assert!(matches!(running.node.open(plan("/a b")), Err(NodeError::Name(_))));
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
