//! A peer on a raw socket.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};

use morse_yarp::bottle::{Bottle, Dialect, decode, encode};
use morse_yarp::wire::Carrier;

use super::TIMEOUT;

pub struct Peer {
    pub stream: TcpStream,
}

impl Peer {
    pub fn connect(at: SocketAddr) -> Self {
        let stream = TcpStream::connect(at).unwrap();
        stream.set_read_timeout(Some(TIMEOUT)).unwrap();
        stream.set_write_timeout(Some(TIMEOUT)).unwrap();
        Self { stream }
    }

    /// Starts a connection with a carrier, and reads the answer.
    pub fn hello(&mut self, carrier: Carrier, name: &str) {
        self.send(&carrier.hello(name));
        match carrier {
            Carrier::Text | Carrier::TextAck => assert_eq!(self.line(), format!("Welcome {name}")),
            _ => assert_eq!(&self.bytes(8)[..2], b"YA"),
        }
    }

    pub fn send(&mut self, bytes: &[u8]) {
        self.stream.write_all(bytes).unwrap();
    }

    pub fn bytes(&mut self, count: usize) -> Vec<u8> {
        let mut bytes = vec![0; count];
        self.stream.read_exact(&mut bytes).unwrap();
        bytes
    }

    pub fn line(&mut self) -> String {
        let mut line = Vec::new();
        while line.last() != Some(&b'\n') {
            line.extend(self.bytes(1));
        }
        String::from_utf8(line).unwrap().trim_end().to_owned()
    }

    /// Waits until the other side has closed the connection.
    pub fn is_closed(&mut self) -> bool {
        let mut rest = Vec::new();
        self.stream.read_to_end(&mut rest).is_ok() || !rest.is_empty()
    }

    /// Sends data. `command` is `d` for data with a reply, `D` without.
    pub fn data(&mut self, command: u8, bottle: &[morse_yarp::bottle::Item], dialect: Dialect) {
        let payload = encode(bottle, dialect);
        let mut out = b"YA\x0a\0\0\0RP\x02\x01\xff\xff\xff\xff\xff\xff\xff\xff\x08\0\0\0".to_vec();
        out.extend_from_slice(&(payload.len() as i32).to_le_bytes());
        out.extend_from_slice(&[0; 4]);
        out.extend_from_slice(&[0, 0, 0, 0, b'~', command, 0, 1]);
        out.extend_from_slice(&payload);
        self.send(&out);
    }

    /// Reads one message, and acknowledges it.
    pub fn message(&mut self, dialect: Dialect) -> Bottle {
        let head = self.bytes(18);
        assert_eq!(&head[..8], b"YA\x0a\0\0\0RP");
        let sizes: Vec<usize> =
            (0..head[8]).map(|_| i32::from_le_bytes(self.bytes(4).try_into().unwrap()) as usize).collect();
        self.bytes(4);
        let content = self.bytes(sizes.iter().sum());
        self.send(b"YA\0\0\0\0RP");
        decode(&content[8..], dialect).unwrap()
    }
}
