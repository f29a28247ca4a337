//! Peers and name servers that are missing, end, send garbage, or do not read.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use std::io::{Read, Write};
use std::net::TcpListener;

use common::{Capture, Peer, Running, TIMEOUT, TestNameServer, settings, wait_for};
use morse_yarp::bottle::{Dialect, decode, parse, print};
use morse_yarp::wire::{Carrier, Message, datagram, message};
use morse_yarp::yarp_node::{PortConfig, YarpNode};

/// Reproducible pseudo-random numbers.
struct Random(u64);

impl Random {
    fn next(&mut self, below: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % below
    }

    /// Edits bytes at random: flips bits; replaces, removes, repeats or truncates bytes.
    fn edit(&mut self, bytes: &[u8]) -> Vec<u8> {
        let mut bytes = bytes.to_vec();
        for _ in 0..=self.next(4) {
            if bytes.is_empty() {
                return bytes;
            }
            let place = self.next(bytes.len());
            match self.next(7) {
                0 => bytes[place] ^= 1 << self.next(8),
                1 => bytes[place] = [0, 0xff, 0x7f, 0x80, b'"', b'(', b'\n'][self.next(7)],
                2 => drop(bytes.remove(place)),
                3 => bytes.truncate(place),
                4 => {
                    let end = (place + 1 + self.next(16)).min(bytes.len());
                    let part = bytes[place..end].to_vec();
                    bytes.splice(place..place, part);
                }
                5 => {
                    let length = [i32::MAX, -1, i32::MIN, 1 << 20][self.next(4)].to_le_bytes();
                    bytes.splice(place..(place + 4).min(place + 1), length);
                }
                _ => bytes.insert(place, self.next(256) as u8),
            }
        }
        bytes
    }
}

/// All recorded bytes from real programs to ports.
fn recorded() -> Vec<Vec<u8>> {
    let mut found = Vec::new();
    for name in ["yarp39_basic.hex", "yarp39_bottles.hex", "yarp39_images.hex", "yarp40_bottles.hex"] {
        found.extend(Capture::read(name).direction("OUT>IN").into_iter().map(<[u8]>::to_vec));
    }
    let dialogue = Capture::read("yarp40_admin_dialog.hex");
    found.extend([16, 17, 19, 23, 25, 40, 41].map(|stream| dialogue.stream(&format!("stream{stream}")).0));
    found
}

/// Runs a number of cases with the recordings.
fn fuzz(cases: u64, seed: u64, mut case: impl FnMut(&mut Random, &[Vec<u8>])) {
    let (seeds, mut random) = (recorded(), Random(seed));
    (0..cases).for_each(|_| case(&mut random, &seeds));
}

/// Passes edited recordings to all parsers.
fn readers(cases: u64) {
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    let mut joiner = datagram::Joiner::default();
    fuzz(cases, 1, |random, seeds| {
        let seed = random.next(seeds.len());
        let edited = random.edit(&seeds[seed]);
        let mut bytes = &edited[..];
        while let Ok(found) = runtime.block_on(message::receive(&mut bytes)) {
            if let Ok(bottle) = decode(&found.payload, Dialect::Yarp3) {
                let text = print(&bottle);
                assert!(parse(&text).is_ok() || text.contains(['[', ']']), "{text}");
            }
        }
        let _ = decode(&edited, Dialect::Yarp4);
        let _ = parse(&String::from_utf8_lossy(&edited));
        let _ = joiner.add(&edited);
    });
}

/// Sends edited recordings to a port, and checks that it still works.
fn ports(cases: u64) {
    let running = Running::start();
    let (_, received) = running.input("/b/in");
    let at = running.server.address("/b/in").unwrap();
    fuzz(cases, 2, |random, seeds| {
        let mut peer = Peer::connect(at);
        for _ in 0..=random.next(3) {
            let seed = random.next(seeds.len());
            let bytes = random.edit(&seeds[seed]);
            // Fails if the port has closed the connection.
            let _ = peer.stream.write_all(&bytes);
        }
        received.try_iter().for_each(drop);
    });
    let mut peer = Peer::connect(at);
    peer.hello(Carrier::Tcp, "/last");
    peer.data(b'D', &parse("(the end)").unwrap(), Dialect::Yarp3);
    let end = parse("(the end)").unwrap();
    while received.recv_timeout(TIMEOUT).unwrap() != end {}
}

#[test]
fn edited_recordings_do_not_panic() {
    readers(2000);
    ports(500);
}

#[test]
#[ignore = "the number of cases is MORSE_HOSTILE_CASES"]
fn many_edited_recordings_do_not_panic() {
    let cases = std::env::var("MORSE_HOSTILE_CASES").map_or(100_000, |cases| cases.parse().unwrap());
    readers(cases);
    ports(cases);
}

#[test]
fn only_peers_that_send_garbage_are_disconnected() {
    let running = Running::start();
    let (_, received) = running.input("/b/in");
    let mut good = running.peer("/b/in");
    good.hello(Carrier::FastTcp, "/good");
    let nested: Vec<u8> = [0, 1, 0, 0, 1, 0, 0, 0].repeat(10_000);
    let mut deep = b"YA\x0a\0\0\0RP\x02\x01\xff\xff\xff\xff\xff\xff\xff\xff\x08\0\0\0".to_vec();
    deep.extend_from_slice(&(nested.len() as i32).to_le_bytes());
    deep.extend_from_slice(&[0, 0, 0, 0, 0, 0, 0, 0, b'~', b'D', 0, 1]);
    deep.extend_from_slice(&nested);
    let hello = Carrier::Tcp.hello("/bad");
    let long_name = [&Carrier::Tcp.header()[..], &i32::MAX.to_le_bytes(), b"/a"].concat();
    let garbage: [Vec<u8>; 8] = [
        b"GET / HTTP/1.0\r\n\r\n".to_vec(),
        long_name,
        [&hello[..], b"garbage garbage"].concat(),
        [&hello[..], &deep].concat(),
        [&hello[..], b"YA\x0a\0\0\0RP\xff\xff"].concat().into_iter().chain([0x7f; 2100]).collect(),
        [&b"CONNECT me\r\n"[..], &vec![b'a'; 100_000]].concat(),
        b"CONNACK me\r\nd\r\n((((((((\r\n".to_vec(),
        b"CONNECT \xff\xfe\r\n".to_vec(),
    ];
    for bytes in garbage {
        let mut peer = running.peer("/b/in");
        let _ = peer.stream.write_all(&bytes);
        assert!(peer.is_closed(), "{:.60}", String::from_utf8_lossy(&bytes));
    }
    good.data(b'D', &parse("1").unwrap(), Dialect::Yarp3);
    assert_eq!(received.recv_timeout(TIMEOUT).unwrap(), parse("1").unwrap());
}

#[test]
fn peers_may_disconnect_at_any_byte() {
    let running = Running::start();
    let (_, received) = running.input("/b/in");
    for end in 0..40 {
        let mut peer = running.peer("/b/in");
        let whole = [Carrier::Tcp.hello("/half"), message::quit()].concat();
        peer.send(&whole[..end.min(whole.len())]);
    }
    let mut peer = running.peer("/b/in");
    peer.hello(Carrier::Tcp, "/whole");
    peer.data(b'D', &parse("1").unwrap(), Dialect::Yarp3);
    assert_eq!(received.recv_timeout(TIMEOUT).unwrap(), parse("1").unwrap());
}

#[test]
fn receiver_that_never_reads_does_not_delay_other_receivers() {
    let running = Running::start();
    let out = running.output("/a/out");
    let (_, received) = running.input("/b/in");
    running.connect("/a/out", "/b/in", "tcp");
    let silent = TcpListener::bind("127.0.0.1:0").unwrap();
    running.server.register("/silent", silent.local_addr().unwrap());
    let accepted = std::thread::spawn(move || {
        let (mut stream, _) = silent.accept().unwrap();
        let mut hello = vec![0; Carrier::Tcp.hello("/a/out").len()];
        stream.read_exact(&mut hello).unwrap();
        stream.write_all(b"YA\0\0\0\0RP").unwrap();
        stream
    });
    assert!(running.connect("/a/out", "/silent", "tcp").starts_with("0 "));
    let stream = accepted.join().unwrap();
    let long = vec![morse_yarp::bottle::Item::Blob(vec![7; 100_000])];
    for _ in 0..200 {
        out.publish_now(&Message::data(&long, Dialect::Yarp3));
        assert_eq!(received.recv_timeout(TIMEOUT).unwrap(), long, "the other receiver gets all messages");
    }
    drop(stream);
    wait_for("one connection is left", || {
        let mut admin = running.peer("/a/out");
        admin.hello(Carrier::Text, "admin");
        admin.send(b"a\r\n[list] [out]\r\n");
        admin.line() == "\"/b/in\""
    });
}

#[test]
fn receiver_that_answers_garbage_is_disconnected() {
    let running = Running::start();
    let out = running.output("/a/out");
    let odd = TcpListener::bind("127.0.0.1:0").unwrap();
    running.server.register("/odd", odd.local_addr().unwrap());
    let answering = std::thread::spawn(move || {
        for answer in [&b"HTTP/1.0 404\r\n\r\n"[..], b"YA\0\0\0\0RPgarbage", b"YA\0\0\0\0RP"] {
            let (mut stream, _) = odd.accept().unwrap();
            stream.write_all(answer).unwrap();
            let mut hello = vec![0; Carrier::Tcp.hello("/a/out").len() + 1];
            // Wait for the first byte after the greeting.
            if stream.read_exact(&mut hello).is_ok() {
                stream.write_all(b"garbage garbage").unwrap();
            }
        }
    });
    assert!(running.connect("/a/out", "/odd", "tcp").starts_with("-1 "));
    assert!(running.connect("/a/out", "/odd", "tcp").starts_with("-1 "));
    assert!(running.connect("/a/out", "/odd", "tcp").starts_with("0 "));
    out.publish_now(&Message::data(&parse("1").unwrap(), Dialect::Yarp3));
    wait_for("left", || !out.has_receivers());
    answering.join().unwrap();
}

#[test]
fn connections_beyond_the_limit_are_closed() {
    let running = Running::start_with(|settings| settings.connections_max = 3);
    running.input("/b/in");
    let peers: Vec<Peer> = (0..3)
        .map(|index| {
            let mut peer = running.peer("/b/in");
            peer.hello(Carrier::Tcp, &format!("/peer{index}"));
            peer
        })
        .collect();
    assert!(running.peer("/b/in").is_closed());
    drop(peers);
    wait_for("a connection slot is free", || {
        let mut peer = running.peer("/b/in");
        let mut answer = [0; 8];
        peer.stream.write_all(&Carrier::Tcp.hello("/again")).is_ok()
            && peer.stream.read_exact(&mut answer).is_ok()
    });
}

#[test]
fn registration_is_retried_after_garbage_from_the_name_server() {
    let folder = tempfile::tempdir().unwrap();
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let at = listener.local_addr().unwrap();
    std::fs::write(folder.path().join("yarp.conf"), format!("127.0.0.1 {} yarp\n", at.port())).unwrap();
    let answers: [&[u8]; 6] = [
        b"",
        b"\xff\xfe\r\n",
        b"HTTP/1.0 404\r\n\r\n",
        b"registration name /a/out ip nowhere port 99999999999 type\r\n*** end of message\r\n",
        b"registration ((((\r\n*** end of message\r\n",
        b"no end",
    ];
    let answering = std::thread::spawn(move || {
        for answer in answers {
            let (mut stream, _) = listener.accept().unwrap();
            let _ = stream.write_all(answer);
            let _ = stream.write_all(&b"x".repeat(if answer == b"no end" { 200_000 } else { 0 }));
        }
    });
    let node = YarpNode::start(settings(folder.path())).unwrap();
    let out =
        node.open(PortConfig { name: "/a/out".to_owned(), topic: None, receive: None, queue: 10 }).unwrap();
    answering.join().unwrap();
    assert!(!out.has_receivers());
    let server = TestNameServer::start();
    std::fs::copy(server.folder().join("yarp.conf"), folder.path().join("yarp.conf")).unwrap();
    wait_for("registered at last", || server.address("/a/out").is_some());
}

#[test]
fn node_without_name_server_ends_at_once() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("yarp.conf"), "127.0.0.1 1 yarp\n").unwrap();
    let node = YarpNode::start(settings(folder.path())).unwrap();
    let out =
        node.open(PortConfig { name: "/a/out".to_owned(), topic: None, receive: None, queue: 10 }).unwrap();
    out.publish_now(&Message::data(&parse("1").unwrap(), Dialect::Yarp3));
    node.finish();
}
