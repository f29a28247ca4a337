//! A database for tests of clients, on raw sockets.
#![allow(dead_code)]

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::time::{Duration, Instant};

use morse_moos::client::Address;
use morse_moos::wire::{BANNER, DataType, HEADER_BYTES, Message, MessageKind, Packet, PacketHeader};

/// Timeout of all waits in tests.
pub const WAIT: Duration = Duration::from_secs(30);

/// A listener on a free port.
pub fn listener() -> (TcpListener, u16) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    (listener, port)
}

/// Address of a local database, with the name of a client.
pub fn address(port: u16, name: &str) -> Address {
    Address { host: "127.0.0.1".to_owned(), port, name: name.to_owned() }
}

/// Waits until a condition holds.
pub fn until(condition: impl Fn() -> bool) {
    let begun = Instant::now();
    while !condition() {
        assert!(begun.elapsed() < WAIT, "the condition never held");
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// The database's side of a connection.
pub struct Session {
    pub socket: TcpStream,
    pub hello: Message,
    waiting: Vec<Message>,
}

impl Session {
    /// Accepts a client and welcomes it.
    pub fn accept(listener: &TcpListener) -> Self {
        let welcome = Message {
            community: "test".to_owned(),
            value: 0.0,
            text: b"asynchronous".to_vec(),
            ..Message::new(MessageKind::WELCOME, DataType::Double, "", 1.0)
        };
        Self::accept_with(listener, welcome)
    }

    /// Accepts a client and answers its first message.
    pub fn accept_with(listener: &TcpListener, answer: Message) -> Self {
        let (mut socket, _) = listener.accept().unwrap();
        socket.set_read_timeout(Some(WAIT)).unwrap();
        let mut banner = [0; 32];
        socket.read_exact(&mut banner).unwrap();
        assert_eq!(banner, BANNER);
        let hello = packet(&mut socket).remove(0);
        let mut session = Self { socket, hello, waiting: Vec::new() };
        session.send([answer]);
        session
    }

    /// Sends a packet.
    pub fn send(&mut self, messages: impl IntoIterator<Item = Message>) {
        self.socket.write_all(&Packet::from_iter(messages).into_bytes()).unwrap();
    }

    /// Receives the next message that is not a timing message. It must have this kind.
    pub fn next_mail(&mut self, kind: MessageKind) -> Message {
        loop {
            let message = self.next();
            if message.kind != MessageKind::TIMING {
                assert_eq!(message.kind, kind, "{message:?}");
                return message;
            }
        }
    }

    /// Receives the next message of this kind. Other messages are dropped.
    pub fn next_any(&mut self, kind: MessageKind) -> Message {
        loop {
            let message = self.next();
            if message.kind == kind {
                return message;
            }
        }
    }

    /// Whether no message arrives for 20 ms.
    pub fn is_quiet(&mut self) -> bool {
        if !self.waiting.is_empty() {
            return false;
        }
        self.socket.set_read_timeout(Some(Duration::from_millis(20))).unwrap();
        let quiet = self.socket.peek(&mut [0]).is_err();
        self.socket.set_read_timeout(Some(WAIT)).unwrap();
        if quiet {
            return true;
        }
        self.waiting = packet(&mut self.socket);
        self.waiting.retain(|message| message.kind != MessageKind::TIMING);
        self.waiting.is_empty()
    }

    fn next(&mut self) -> Message {
        while self.waiting.is_empty() {
            self.waiting = packet(&mut self.socket);
        }
        self.waiting.remove(0)
    }
}

fn packet(socket: &mut TcpStream) -> Vec<Message> {
    let mut header = [0; HEADER_BYTES];
    socket.read_exact(&mut header).unwrap();
    let header = PacketHeader::parse(header).unwrap();
    let mut body = vec![0; header.body_bytes];
    socket.read_exact(&mut body).unwrap();
    header.messages(&body).unwrap()
}
