//! Tests of a node with peers on raw connections: well-behaved, slow and hostile ones. They need no master.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use bytes::Bytes;
use morse_ros1::settings::NodeSettings;
use morse_ros1::tcpros::header::Header;
use morse_ros1::tcpros::{ServiceType, TopicType};
use morse_ros1::tcpros_node::{RawSender, Ros1Handle, Ros1Node};
use morse_ros1::xmlrpc::{self, CallError, Endpoint, Value};

const WAIT: Duration = Duration::from_secs(20);

fn node(name: &str) -> Ros1Node {
    Ros1Node::start(settings(name)).unwrap()
}

fn settings(name: &str) -> NodeSettings {
    // No master listens on port 1.
    let variable = |name: &str| match name {
        "ROS_MASTER_URI" => Some("http://127.0.0.1:1".to_owned()),
        "ROS_IP" => Some("127.0.0.1".to_owned()),
        _ => None,
    };
    NodeSettings::from_environment(name, variable).unwrap()
}

fn text_type() -> TopicType {
    TopicType {
        name: "std_msgs/String".to_owned(),
        md5sum: "992ce8a1687cec8c8bd883ec73ca41d1".into(),
        definition: "string data\n".into(),
    }
}

fn framed(content: &[u8]) -> Bytes {
    [&(content.len() as u32).to_le_bytes(), content].concat().into()
}

/// A raw connection to the TCPROS port of a node.
struct Peer(TcpStream);

impl Peer {
    fn connect(node: &Ros1Node) -> Self {
        let stream = TcpStream::connect(("127.0.0.1", node.tcpros_port())).unwrap();
        stream.set_read_timeout(Some(WAIT)).unwrap();
        Self(stream)
    }

    fn subscribe(node: &Ros1Node, topic: &str, md5sum: &str) -> (Self, Header) {
        let mut peer = Self::connect(node);
        let fields =
            [("callerid", "/raw"), ("topic", topic), ("type", "std_msgs/String"), ("md5sum", md5sum)];
        peer.0.write_all(&Header::new(fields).encode()).unwrap();
        let header = Header::parse(&peer.message().unwrap()).unwrap();
        (peer, header)
    }

    /// The next message; `None` at the end of the connection.
    fn message(&mut self) -> Option<Vec<u8>> {
        let mut length = [0; 4];
        self.0.read_exact(&mut length).ok()?;
        let mut content = vec![0; u32::from_le_bytes(length) as usize];
        self.0.read_exact(&mut content).ok()?;
        Some(content)
    }
}

/// Waits until a condition holds.
fn wait_until(condition: impl Fn() -> bool) {
    let begun = Instant::now();
    while !condition() {
        assert!(begun.elapsed() < WAIT, "timeout");
        std::thread::sleep(Duration::from_millis(1));
    }
}

fn send(node: &Ros1Node, sender: &RawSender, content: &[u8]) {
    sender.send(framed(content));
    node.flush();
}

fn call(uri: &str, method: &str, params: &[Value]) -> Result<Value, CallError> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(xmlrpc::call(&Endpoint::parse(uri).unwrap(), method, params))
}

#[test]
fn two_subscribers_get_the_same_messages() {
    let node = node("/morse");
    let sender = node.advertise_raw("/talk", text_type(), false, 10).unwrap();
    assert!(!sender.has_listeners());
    let (mut one, header) = Peer::subscribe(&node, "/talk", "*");
    assert_eq!(header.get("type"), Some("std_msgs/String"));
    assert_eq!(header.get("latching"), Some("0"));
    let (mut two, _) = Peer::subscribe(&node, "/talk", &text_type().md5sum);
    assert!(sender.has_listeners());
    send(&node, &sender, b"a");
    send(&node, &sender, b"b");
    for peer in [&mut one, &mut two] {
        assert_eq!([peer.message().unwrap(), peer.message().unwrap()], [b"a", b"b"]);
    }
    drop((one, two));
    wait_until(|| !sender.has_listeners());
}

#[test]
fn late_subscriber_gets_the_last_message_of_each_latching_sender() {
    let node = node("/morse");
    let one = node.advertise_raw("/tf_static", text_type(), true, 1).unwrap();
    let two = node.advertise_raw("/tf_static", text_type(), true, 1).unwrap();
    assert!(one.has_listeners(), "a latching topic needs messages");
    for (sender, content) in [(&one, b"old"), (&one, b"one"), (&two, b"two")] {
        send(&node, sender, content);
    }
    let (mut peer, header) = Peer::subscribe(&node, "/tf_static", "*");
    assert!(header.is_set("latching"));
    assert_eq!([peer.message().unwrap(), peer.message().unwrap()], [b"one", b"two"]);
}

#[test]
fn stalled_subscriber_does_not_affect_other_subscribers() {
    let node = node("/morse");
    let sender = node.advertise_raw("/talk", text_type(), false, 5).unwrap();
    let (mut stalled, _) = Peer::subscribe(&node, "/talk", "*");
    let (mut good, _) = Peer::subscribe(&node, "/talk", "*");
    const COUNT: usize = 500;
    let content = |number: usize| [&number.to_le_bytes()[..], &[7; 100_000]].concat();
    for number in 0..COUNT {
        send(&node, &sender, &content(number));
        assert_eq!(good.message().unwrap(), content(number), "the reading subscriber loses no messages");
    }
    drop(sender);
    node.finish();
    let mut received = Vec::new();
    while let Some(message) = stalled.message() {
        assert_eq!(message.len(), content(0).len(), "messages are complete");
        received.push(usize::from_le_bytes(*message.first_chunk().unwrap()));
    }
    assert!(received.len() < COUNT, "the stalled subscriber loses messages");
    assert!(received.is_sorted(), "the received messages are in order");
}

#[test]
fn refused_subscriber_gets_an_error_header() {
    let node = node("/morse");
    let _sender = node.advertise_raw("/talk", text_type(), false, 5).unwrap();
    let problem = |topic: &str, md5sum: &str| {
        let (mut peer, header) = Peer::subscribe(&node, topic, md5sum);
        assert!(peer.message().is_none(), "the connection ends");
        header.get("error").unwrap().to_owned()
    };
    assert!(problem("/talk", "0123").contains("do not match"));
    assert!(problem("/other", "*").contains("does not publish /other"));
}

#[test]
fn hostile_bytes_end_only_their_connection() {
    let node = node("/morse");
    let sender = node.advertise_raw("/talk", text_type(), false, 5).unwrap();
    let whole = Header::new([("topic", "/talk"), ("md5sum", "*")]).encode();
    let hostile: [&[u8]; 7] = [
        b"",
        b"GET / HTTP/1.1\r\n\r\n",
        &[0xff; 64],
        b"\x08\0\0\0\xff\xff\xff\x7fabcd",
        b"\x05\0\0\0\x01\0\0\0x",
        &whole[..whole.len() - 3],
        b"\0\0\0\0",
    ];
    for bytes in hostile {
        let mut peer = Peer::connect(&node);
        let mut answer = Vec::new();
        // The node may close the connection during these calls.
        let _ = peer.0.write_all(bytes);
        let _ = peer.0.shutdown(std::net::Shutdown::Write);
        let _ = peer.0.read_to_end(&mut answer);
        if !answer.is_empty() {
            assert!(Header::parse(&answer[4..]).unwrap().get("error").is_some(), "{bytes:?}");
        }
    }
    let (mut good, _) = Peer::subscribe(&node, "/talk", "*");
    send(&node, &sender, b"still here");
    assert_eq!(good.message().unwrap(), b"still here");
}

#[test]
fn hostile_calls_are_answered_with_a_fault() {
    let node = node("/morse");
    node.advertise_raw("/talk", text_type(), false, 5).unwrap();
    let name = || Value::from("/raw");
    assert!(matches!(call(node.uri(), "noSuchMethod", &[name()]), Err(CallError::Fault(_))));
    assert!(matches!(call(node.uri(), "getPid", &[]), Err(CallError::Fault(_))));
    for params in
        [vec![name()], vec![name(), 1.into(), 2.into()], vec![name(), "/talk".into(), "TCPROS".into()]]
    {
        assert!(matches!(
            call(node.uri(), "requestTopic", &params),
            Err(CallError::Refused { code: -1, .. })
        ));
    }
    let udp = Value::from([Value::from(["UDPROS".into()])]);
    let refused = call(node.uri(), "requestTopic", &[name(), "/talk".into(), udp]);
    assert!(matches!(refused, Err(CallError::Refused { code: 0, .. })));
    let endpoint = Endpoint::parse(node.uri()).unwrap();
    for text in ["POST / HTTP/1.1\r\nContent-Length: 3\r\n\r\n<a>", "\r\n\r\n", "GET / HTTP/1.1\r\n\r\n"] {
        let mut stream = TcpStream::connect((endpoint.host.as_str(), endpoint.port)).unwrap();
        stream.write_all(text.as_bytes()).unwrap();
        stream.shutdown(std::net::Shutdown::Write).unwrap();
        let _ = stream.read_to_end(&mut Vec::new());
    }
    assert_eq!(call(node.uri(), "getName", &[name()]).unwrap(), Value::from("/morse"));
}

fn subscribe(node: &Ros1Node, topic: &str, kind: TopicType) -> (Receiver<Vec<u8>>, Ros1Handle) {
    let (sender, receiver) = channel();
    let receive = move |content: &[u8]| {
        sender.send(content.to_vec()).unwrap();
        Ok(())
    };
    (receiver, node.subscribe_raw(topic, kind, Box::new(receive)).unwrap())
}

fn update(subscriber: &Ros1Node, publishers: &[&str]) {
    let publishers = Value::from(publishers.iter().map(|&uri| Value::from(uri)).collect::<Vec<_>>());
    call(subscriber.uri(), "publisherUpdate", &["/master".into(), "/talk".into(), publishers]).unwrap();
}

#[test]
fn subscription_follows_the_list_of_publishers() {
    let (talker, other, listener) = (node("/talker"), node("/other"), node("/listener"));
    let sender = talker.advertise_raw("/talk", text_type(), false, 10).unwrap();
    let second = other.advertise_raw("/talk", text_type(), false, 10).unwrap();
    let (received, _subscription) = subscribe(&listener, "/talk", text_type());
    update(&listener, &[talker.uri()]);
    wait_until(|| sender.has_listeners());
    send(&talker, &sender, b"one");
    assert_eq!(received.recv_timeout(WAIT).unwrap(), b"one");
    update(&listener, &[talker.uri(), other.uri()]);
    wait_until(|| second.has_listeners());
    send(&other, &second, b"two");
    assert_eq!(received.recv_timeout(WAIT).unwrap(), b"two");
    update(&listener, &[]);
    wait_until(|| !sender.has_listeners() && !second.has_listeners());
}

#[test]
fn topic_is_closed_with_its_last_sender() {
    let node = node("/morse");
    let one = node.advertise_raw("/talk", text_type(), false, 10).unwrap();
    let other = node.advertise_raw("/talk", text_type(), false, 10).unwrap();
    let (mut peer, _) = Peer::subscribe(&node, "/talk", "*");
    drop(one);
    send(&node, &other, b"still here");
    assert_eq!(peer.message().unwrap(), b"still here");
    drop(other);
    assert!(peer.message().is_none(), "the connection ends");
    let kind = TopicType { name: "a/B".to_owned(), md5sum: "0".into(), definition: "".into() };
    assert!(node.advertise_raw("/talk", kind, false, 1).is_ok(), "the name is free");
}

#[test]
fn subscription_and_service_end_with_their_handles() {
    let (talker, listener) = (node("/talker"), node("/listener"));
    let sender = talker.advertise_raw("/talk", text_type(), false, 10).unwrap();
    let (_received, subscription) = subscribe(&listener, "/talk", text_type());
    update(&listener, &[talker.uri()]);
    wait_until(|| sender.has_listeners());
    drop(subscription);
    wait_until(|| !sender.has_listeners());
    let kind = ServiceType { name: "test/Echo".to_owned(), md5sum: "abc" };
    let echo = || talker.serve_raw("/echo", kind.clone(), Box::new(|_, _| {}));
    let service = echo().unwrap();
    assert!(echo().is_err());
    drop(service);
    assert!(echo().is_ok(), "the name is free");
}

/// A publisher of `/talk` that the test controls: it can announce any type.
struct RawPublisher(TcpListener);

impl RawPublisher {
    fn bind() -> Self {
        Self(TcpListener::bind("127.0.0.1:0").unwrap())
    }

    fn uri(&self) -> String {
        format!("http://{}/", self.0.local_addr().unwrap())
    }

    /// Accepts a connection of the subscriber: first its call `requestTopic`, which is answered with the same port, then its
    /// TCPROS connection, to which a header with this MD5 sum and a message are sent.
    fn publish(&self, md5sum: &str, content: &[u8]) -> Peer {
        let mut call = self.accept();
        let mut request = Vec::new();
        while !request.ends_with(b"</methodCall>\n") {
            let mut byte = [0];
            call.0.read_exact(&mut byte).unwrap();
            request.push(byte[0]);
        }
        let port = i32::from(self.0.local_addr().unwrap().port());
        let endpoint = Value::from(["TCPROS".into(), "127.0.0.1".into(), port.into()]);
        let body = xmlrpc::write_response(&Value::from([1.into(), "ready".into(), endpoint]));
        write!(call.0, "HTTP/1.1 200 OK\r\nContent-Length: {}\r\n\r\n{body}", body.len()).unwrap();
        let mut peer = self.accept();
        let header = Header::parse(&peer.message().unwrap()).unwrap();
        assert_eq!(header.get("topic"), Some("/talk"));
        let header = Header::new([("callerid", "/raw"), ("type", "std_msgs/String"), ("md5sum", md5sum)]);
        peer.0.write_all(&[&header.encode(), &*framed(content)].concat()).unwrap();
        peer
    }

    fn accept(&self) -> Peer {
        self.0.set_nonblocking(true).unwrap();
        let begun = Instant::now();
        loop {
            if let Ok((stream, _)) = self.0.accept() {
                stream.set_nonblocking(false).unwrap();
                stream.set_read_timeout(Some(WAIT)).unwrap();
                return Peer(stream);
            }
            assert!(begun.elapsed() < WAIT, "timeout");
            std::thread::sleep(Duration::from_millis(1));
        }
    }
}

#[test]
fn publisher_of_another_type_is_refused() {
    let (listener, publisher) = (node("/listener"), RawPublisher::bind());
    let (received, _subscription) = subscribe(&listener, "/talk", text_type());
    update(&listener, &[publisher.uri().as_str(), "http://127.0.0.1:1/", "nonsense"]);
    let mut refused = publisher.publish("0123", b"another type");
    assert!(refused.message().is_none(), "the subscriber ends the connection");
    // The subscriber tries again, and now the type matches.
    let _accepted = publisher.publish(&text_type().md5sum, b"marker");
    assert_eq!(received.recv_timeout(WAIT).unwrap(), b"marker", "the first message was not received");
}

#[test]
fn service_connection_serves_one_call_or_many_or_a_probe() {
    let node = node("/morse");
    let kind = ServiceType { name: "test/Echo".to_owned(), md5sum: "abc" };
    let _service = node
        .serve_raw(
            "/echo",
            kind.clone(),
            Box::new(|request, respond| match request {
                b"fail" => respond(Err("no".to_owned())),
                b"drop" => drop(respond),
                request => respond(Ok(request.to_vec())),
            }),
        )
        .unwrap();
    assert!(node.serve_raw("/echo", kind, Box::new(|_, _| {})).is_err(), "a service has one server");
    let client = |extra: &[(&'static str, &'static str)], md5sum: &'static str| {
        let mut peer = Peer::connect(&node);
        let fields = [("callerid", "/raw"), ("service", "/echo"), ("md5sum", md5sum)];
        peer.0.write_all(&Header::new(fields.into_iter().chain(extra.iter().copied())).encode()).unwrap();
        let header = Header::parse(&peer.message().unwrap()).unwrap();
        (peer, header)
    };
    let ask = |peer: &mut Peer, request: &[u8]| {
        peer.0.write_all(&framed(request)).unwrap();
        let mut flag = [0];
        peer.0.read_exact(&mut flag).ok()?;
        Some((flag[0], peer.message().unwrap()))
    };
    let (mut once, header) = client(&[], "abc");
    assert_eq!(header.get("response_type"), Some("test/EchoResponse"));
    assert_eq!(ask(&mut once, b"hello"), Some((1, b"hello".to_vec())));
    assert!(once.message().is_none(), "the connection ends");
    let (mut often, _) = client(&[("persistent", "1")], "*");
    assert_eq!(ask(&mut often, b"a"), Some((1, b"a".to_vec())));
    assert_eq!(ask(&mut often, b"fail"), Some((0, b"no".to_vec())));
    assert_eq!(ask(&mut often, b"drop").unwrap().0, 0);
    assert_eq!(ask(&mut often, b"b"), Some((1, b"b".to_vec())));
    let (mut probe, header) = client(&[("probe", "1")], "*");
    assert_eq!(header.get("type"), Some("test/Echo"));
    assert!(probe.message().is_none());
    assert!(client(&[], "wrong").1.get("error").unwrap().contains("do not match"));
}

#[test]
fn forbidden_names_are_refused() {
    let node = node("/morse");
    assert!(node.advertise_raw("talk", text_type(), false, 1).is_err());
    assert!(node.subscribe_raw("/a b", text_type(), Box::new(|_| Ok(()))).is_err());
    let _sender = node.advertise_raw("/talk", text_type(), false, 1).unwrap();
    let other = TopicType { name: "a/B".to_owned(), md5sum: "0".into(), definition: "".into() };
    assert!(node.advertise_raw("/talk", other, false, 1).is_err(), "a topic has one type");
}

#[test]
fn node_without_a_master_ends_at_once() {
    let node = node("/morse");
    let _sender = node.advertise_raw("/talk", text_type(), false, 1).unwrap();
    let begun = Instant::now();
    node.finish();
    assert!(begun.elapsed() < Duration::from_secs(10));
}

#[test]
fn connections_beyond_the_limit_are_refused_until_some_end() {
    let node = Ros1Node::start(NodeSettings { connections_max: 3, ..settings("/morse") }).unwrap();
    let sender = node.advertise_raw("/talk", text_type(), false, 5).unwrap();
    let (mut good, _) = Peer::subscribe(&node, "/talk", "*");
    let idle: Vec<Peer> = (0..2).map(|_| Peer::connect(&node)).collect();
    let mut beyond = Peer::connect(&node);
    assert!(beyond.message().is_none(), "the connection is refused");
    send(&node, &sender, b"still here");
    assert_eq!(good.message().unwrap(), b"still here");
    drop(idle);
    let begun = Instant::now();
    loop {
        let mut again = Peer::connect(&node);
        let fields = [("callerid", "/raw"), ("topic", "/talk"), ("md5sum", "*")];
        // The connection may be refused before the header is sent.
        let _ = again.0.write_all(&Header::new(fields).encode());
        if again.message().is_some() {
            break;
        }
        assert!(begun.elapsed() < WAIT, "the limit is not lifted");
    }
}
