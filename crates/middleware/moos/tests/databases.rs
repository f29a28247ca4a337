//! Databases, well-behaved and hostile, on raw sockets: a client connects, is disconnected and reconnects.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use std::io::Write;
use std::net::TcpListener;
use std::sync::mpsc::channel;

use common::{Session, WAIT, address, listener, until};
use morse_moos::client::{Content, Transport};
use morse_moos::wire::{BANNER, DataType, Message, MessageKind, Packet};

#[test]
fn database_receives_notifications_and_registrations() {
    let (listener, port) = listener();
    let mut transport = Transport::start().unwrap();
    let client = transport.client(address(port, "iMorse"));
    let (sender, received) = channel();
    client.subscribe("robot.motion", "SPEED", Box::new(move |message| sender.send(message.clone()).unwrap()));
    let mut database = Session::accept(&listener);
    assert_eq!(database.hello.text, b"iMorse");
    assert_eq!(database.next_mail(MessageKind::REGISTER).key, "SPEED");
    until(|| client.is_connected());
    client.notify("X", Content::Double(1.5));
    client.notify("S", Content::Text("a b"));
    client.flush();
    client.wait_until_sent();
    let (x, s) = (database.next_mail(MessageKind::NOTIFY), database.next_mail(MessageKind::NOTIFY));
    assert_eq!((x.key.as_str(), x.number(), x.source.as_str(), x.id), ("X", Some(1.5), "iMorse", 1));
    assert_eq!((s.key.as_str(), s.text.as_slice(), s.id), ("S", b"a b".as_slice(), 2));
    let speed = Message { value: 0.75, ..Message::new(MessageKind::NOTIFY, DataType::Double, "SPEED", 1.0) };
    let other = Message { value: 9.0, ..Message::new(MessageKind::NOTIFY, DataType::Double, "OTHER", 1.0) };
    database.send([other, speed]);
    assert_eq!(received.recv_timeout(WAIT).unwrap().number(), Some(0.75));
    client.unsubscribe("robot.motion");
    assert_eq!(database.next_mail(MessageKind::UNREGISTER).key, "SPEED");
    assert!(received.recv().is_err(), "the receiver was dropped");
}

#[test]
fn clients_send_heartbeats() {
    let (listener, port) = listener();
    let mut transport = Transport::start().unwrap();
    transport.client(address(port, "iMorse"));
    let mut database = Session::accept(&listener);
    for _ in 0..2 {
        let timing = database.next_any(MessageKind::TIMING);
        assert_eq!((timing.key.as_str(), timing.value, timing.value2), ("_async_timing", 0.0, -1.0));
        database.send([timing]);
    }
}

#[test]
fn client_reconnects_when_the_database_restarts() {
    let (first, port) = listener();
    drop(first);
    let mut transport = Transport::start().unwrap();
    let client = transport.client(address(port, "iMorse"));
    client.subscribe("robot.motion", "SPEED", Box::new(|_| {}));
    client.notify_each_connection("RANGE", Content::Double(30.0));
    client.notify("LOST", Content::Double(1.0));
    for round in 0..3 {
        let listener = TcpListener::bind(("127.0.0.1", port)).unwrap();
        let mut database = Session::accept(&listener);
        assert_eq!(database.next_mail(MessageKind::REGISTER).key, "SPEED", "round {round}");
        let range = database.next_mail(MessageKind::NOTIFY);
        assert_eq!((range.key.as_str(), range.number()), ("RANGE", Some(30.0)), "round {round}");
        until(|| client.is_connected());
        drop((listener, database));
        until(|| !client.is_connected());
    }
}

#[test]
fn a_refused_client_tries_again() {
    let (listener, port) = listener();
    let mut transport = Transport::start().unwrap();
    let client = transport.client(address(port, "iMorse"));
    let text = b"A client of this name already exists".to_vec();
    let poison = Message { text, ..Message::new(MessageKind::POISON, DataType::Text, "", 1.0) };
    Session::accept_with(&listener, poison);
    assert!(!client.is_connected());
    let _database = Session::accept(&listener);
    until(|| client.is_connected());
}

/// Malformed answers, which a client must survive.
fn malformed_packets() -> Vec<Vec<u8>> {
    let welcome = Message::new(MessageKind::WELCOME, DataType::Double, "", 1.0);
    let packet = Packet::from_iter([welcome]).into_bytes();
    let mut compressed = packet.clone();
    compressed[8] = 1;
    let mut too_many = packet.clone();
    too_many[4..8].copy_from_slice(&i32::MAX.to_le_bytes());
    let mut unknown_type = packet.clone();
    unknown_type[9 + 9] = b'?';
    vec![
        Vec::new(),
        b"HTTP/1.0 400 Bad Request\r\n\r\n".to_vec(),
        vec![0; 64],
        vec![0xff; 64],
        [i32::MAX.to_le_bytes().as_slice(), &[1, 0, 0, 0, 0]].concat(),
        [i32::MIN.to_le_bytes().as_slice(), &[1, 0, 0, 0, 0]].concat(),
        packet[..packet.len() - 1].to_vec(),
        [9_i32.to_le_bytes().as_slice(), &[0; 5]].concat(),
        Packet::from_iter([Message::new(MessageKind::NOTIFY, DataType::Double, "X", 1.0)]).into_bytes(),
        compressed,
        too_many,
        unknown_type,
    ]
}

#[test]
fn malformed_packets_end_the_connection_and_the_client_reconnects() {
    let (listener, port) = listener();
    let mut transport = Transport::start().unwrap();
    let client = transport.client(address(port, "iMorse"));
    for bytes in malformed_packets() {
        let (mut socket, _) = listener.accept().unwrap();
        socket.write_all(&bytes).unwrap();
    }
    // The same bytes after the welcome.
    for bytes in malformed_packets().into_iter().filter(|bytes| bytes.len() > 9) {
        let mut database = Session::accept(&listener);
        until(|| client.is_connected());
        if database.socket.write_all(&bytes).is_ok() {
            drop(database);
        }
        until(|| !client.is_connected());
    }
    let mut database = Session::accept(&listener);
    until(|| client.is_connected());
    client.notify("X", Content::Double(1.0));
    client.flush();
    assert_eq!(database.next_mail(MessageKind::NOTIFY).key, "X");
}

#[test]
fn database_that_never_reads_blocks_nothing() {
    let (listener, port) = listener();
    let mut transport = Transport::start().unwrap();
    let client = transport.client(address(port, "iMorse"));
    let database = Session::accept(&listener);
    until(|| client.is_connected());
    let text = "x".repeat(1 << 20);
    for _ in 0..24 {
        client.notify("X", Content::Text(&text));
        client.flush();
        client.wait_until_sent();
    }
    // The database does not answer timing messages either, so the client closes the connection and reconnects.
    let again = listener.accept().unwrap();
    assert!(!client.is_connected());
    drop((database, again));
}

#[test]
fn finish_sends_queued_messages() {
    let (listener, port) = listener();
    let mut transport = Transport::start().unwrap();
    let client = transport.client(address(port, "iMorse"));
    let mut database = Session::accept(&listener);
    until(|| client.is_connected());
    client.notify("LAST", Content::Double(1.0));
    transport.finish();
    assert_eq!(database.next_mail(MessageKind::NOTIFY).key, "LAST");
    assert!(!client.is_connected());
}

#[test]
fn a_client_that_waits_for_its_welcome_can_be_stopped() {
    let (listener, port) = listener();
    let mut transport = Transport::start().unwrap();
    transport.client(address(port, "iMorse"));
    let (mut socket, _) = listener.accept().unwrap();
    let mut banner = [0; 32];
    std::io::Read::read_exact(&mut socket, &mut banner).unwrap();
    assert_eq!(banner, BANNER);
    let (done, finished) = channel();
    std::thread::spawn(move || {
        transport.finish();
        done.send(()).unwrap();
    });
    finished.recv_timeout(WAIT).unwrap();
    drop(socket);
}

#[test]
fn streams_with_the_same_address_share_a_client() {
    let mut transport = Transport::start().unwrap();
    let client = transport.client(address(1, "a"));
    assert!(std::sync::Arc::ptr_eq(&client, &transport.client(address(1, "a"))));
    assert!(!std::sync::Arc::ptr_eq(&client, &transport.client(address(1, "b"))));
    // Without a connection it returns at once.
    client.wait_until_sent();
}
