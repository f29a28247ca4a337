//! Recorded exchanges of YARP 3.9.1 and 4.0.0 are decoded, and encoded to the same bytes.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use std::io::{Read, Write};
use std::net::TcpStream;

use common::{Capture, DIALECTS, Peer, Running, TestNameServer, wait_for};
use morse_yarp::bottle::{Dialect, decode, encode, parse, print};
use morse_yarp::wire::{Carrier, Command, Message, message};

/// Text forms of the recorded bottles, in order.
const BOTTLES: [&str; 9] = [
    "((1.0 2.0 3.0) (4.0 5.0 6.0))",
    "(1.0 2.0)",
    "()",
    "5 ()",
    "1 2.0 \"a b\"",
    "((1 2) (3 x))",
    "\"\"",
    "(timestamp 12.5) (x 1.0) (emit 1)",
    "((a 1) (b 2))",
];

fn received(mut bytes: &[u8]) -> message::Received {
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    runtime.block_on(message::receive(&mut bytes)).unwrap()
}

#[test]
fn bottles_match_the_recordings() {
    for (release, dialect) in DIALECTS {
        let capture = Capture::read(&format!("yarp{release}_bottles.hex"));
        let messages = capture.messages("OUT>IN");
        assert_eq!(messages.len(), BOTTLES.len() + 1);
        for (text, bytes) in BOTTLES.into_iter().zip(&messages) {
            let data = received(bytes);
            assert_eq!(data.command, Command::Data { replies: false });
            let bottle = decode(&data.payload, dialect).unwrap();
            assert_eq!(print(&bottle), text);
            assert_eq!(encode(&parse(text).unwrap(), dialect), data.payload, "{text}");
            assert_eq!(Message::data(&bottle, dialect).parts().concat(), **bytes, "{text}");
        }
        assert_eq!(**messages.last().unwrap(), message::quit());
    }
}

#[test]
fn bottles_of_the_other_release_are_decoded() {
    for (text, bytes) in BOTTLES.into_iter().zip(Capture::read("yarp40_bottles.hex").messages("OUT>IN")) {
        assert_eq!(print(&decode(&received(bytes).payload, Dialect::Yarp3).unwrap()), text);
    }
}

#[test]
fn recorded_messages_encode_to_the_same_bytes() {
    for (release, dialect) in DIALECTS {
        let capture = Capture::read(&format!("yarp{release}_basic.hex"));
        for bytes in capture.messages("OUT>IN") {
            let data = received(bytes);
            if let Command::Data { .. } = data.command {
                let bottle = decode(&data.payload, dialect).unwrap();
                assert_eq!(encode(&bottle, dialect), data.payload);
            }
        }
        let hellos = capture.direction("OUT>IN").into_iter().filter(|bytes| bytes.starts_with(b"YA\xe4"));
        for (name, hello) in ["/morse/robot/pose/out", "/peer/out"].into_iter().zip(hellos) {
            assert_eq!(Carrier::Tcp.hello(name), hello);
        }
    }
}

fn ask(server: &TestNameServer, bytes: &[u8]) -> Vec<u8> {
    let mut stream = TcpStream::connect(server.server_address()).unwrap();
    stream.write_all(bytes).unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).unwrap();
    answer
}

#[test]
fn test_name_server_matches_the_recording() {
    for (release, _) in DIALECTS {
        let capture = Capture::read(&format!("yarp{release}_basic.hex"));
        let server = TestNameServer::start();
        for (question, answer) in capture.direction("C>NS").into_iter().zip(capture.direction("NS>C")) {
            // The real server numbers the ports that it chooses.
            if question.ends_with(b"tcp ... ...\n") {
                continue;
            }
            assert_eq!(ask(&server, question), answer, "{}", String::from_utf8_lossy(question));
        }
    }
    let capture = Capture::read("yarp40_admin_dialog.hex");
    let server = TestNameServer::start();
    server.register("/first", "192.0.2.2:10002".parse().unwrap());
    for stream in [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 18, 20, 22, 24, 38, 39, 44, 46] {
        let (question, answer) = capture.stream(&format!("stream{stream}"));
        let found = ask(&server, &question);
        assert_eq!(String::from_utf8_lossy(&found), String::from_utf8_lossy(&answer), "stream{stream}");
    }
}

/// Sends the recorded `yarp connect`, `exists`, `ping` and `disconnect` of `/peer/out` to a simulator's port with that name.
/// It answers as the port of the real library, and opens and closes the connection to `/peer/in`.
#[test]
fn recorded_tools_receive_the_same_answers() {
    let capture = Capture::read("yarp40_admin_dialog.hex");
    let running = Running::start_with(|settings| settings.dialect = Dialect::Yarp4);
    let port = running.output("/peer/out");
    let receiver = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    running.server.register("/peer/in", receiver.local_addr().unwrap());
    let own = running.server.address("/peer/out").unwrap().to_string();
    let send = |stream: &str| {
        let (request, answer) = capture.stream(stream);
        let answer = String::from_utf8(answer).unwrap().replace("192.0.2.2:10004", &own);
        let mut tool = running.peer("/peer/out");
        tool.send(&request);
        (tool, answer)
    };
    let check = |(mut tool, answer): (Peer, String)| {
        let found = tool.bytes(answer.len());
        assert_eq!(String::from_utf8(found).unwrap(), answer);
        tool
    };
    drop(check(send("stream16")));
    let connecting = send("stream17");
    let (mut peer, _) = receiver.accept().map(|(stream, _)| (Peer { stream }, ())).unwrap();
    let (recorded, _) = capture.stream("stream19");
    let hello = Carrier::Tcp.hello("/peer/out");
    assert_eq!(recorded[..hello.len()], hello);
    assert_eq!(peer.bytes(hello.len()), hello);
    peer.send(b"YA\x13\x27\0\0RP");
    // The first recorded connection stays open, as in the recording.
    let first = check(connecting);
    wait_for("connected", || port.has_receivers());
    drop(check(send("stream23")));
    drop(first);

    let [number, text] = ["1 2.5", "x"].map(|text| Message::data(&parse(text).unwrap(), Dialect::Yarp4));
    let recorded = &recorded[hello.len()..];
    for message in [number, text] {
        port.publish_now(&message);
        let bytes = message.parts().concat();
        assert_eq!(peer.bytes(bytes.len()), bytes);
        peer.send(b"YA\0\0\0\0RP");
        assert!(recorded.windows(bytes.len()).any(|part| part == bytes), "the message was recorded");
    }
    drop(check(send("stream40")));
    drop(check(send("stream41")));
    assert_eq!(peer.bytes(message::quit().len()), message::quit());
    wait_for("disconnected", || !port.has_receivers());
}

#[test]
fn ping_describes_the_connections() {
    let running = Running::start();
    let port = running.output("/peer/out");
    let (_, received) = running.input("/peer/in");
    assert!(running.connect("/peer/out", "/peer/in", "tcp").starts_with("0 \"Added connection"));
    port.publish_now(&Message::data(&parse("1").unwrap(), Dialect::Yarp3));
    assert_eq!(received.recv_timeout(common::TIMEOUT).unwrap(), parse("1").unwrap());
    let mut ping = running.peer("/peer/out");
    ping.send(b"CONNACK <ping>\r\n*\r\n");
    let lines: Vec<String> = (0..5).map(|_| ping.line()).collect();
    assert!(lines[1].starts_with("This is /peer/out at tcp://127.0.0.1:"), "{lines:?}");
    assert_eq!(lines[2], "There is an output connection from /peer/out to /peer/in using tcp");
    assert_eq!(lines[3], "There is an input connection from <ping> to /peer/out using text_ack");
    assert_eq!(lines[4], "<ACK>");
}
