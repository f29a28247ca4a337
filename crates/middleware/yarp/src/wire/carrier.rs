//! Carriers: how a connection begins, and numbers as they stand in it.

use std::fmt;

/// Added to the number of a carrier in the header of a connection.
const HEADER: i32 = 7777;
/// The numbers of the carriers; those of others are not spoken.
const UDP: i32 = 0;
const TCP: i32 = 3;
/// Flag of a carrier whose receiver acknowledges each message.
const ACKNOWLEDGED: i32 = 128;

/// Maximum length of the name of a port. [bytes]
pub const NAME_BYTES_MAX: usize = 1000;

/// How messages travel over a connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Carrier {
    /// Binary messages, each acknowledged.
    Tcp,
    /// Binary messages.
    FastTcp,
    /// Binary messages in datagrams.
    Udp,
    /// Lines of text.
    Text,
    /// Lines of text, each acknowledged.
    TextAck,
}

impl Carrier {
    /// All carriers.
    pub const ALL: [Self; 5] = [Self::FastTcp, Self::Tcp, Self::Text, Self::TextAck, Self::Udp];

    /// The name that `yarp connect` takes.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Tcp => "tcp",
            Self::FastTcp => "fast_tcp",
            Self::Udp => "udp",
            Self::Text => "text",
            Self::TextAck => "text_ack",
        }
    }

    /// The carrier of a name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|carrier| carrier.name() == name)
    }

    /// Whether messages are text.
    #[must_use]
    pub const fn is_text(self) -> bool {
        matches!(self, Self::Text | Self::TextAck)
    }

    /// Whether the receiver acknowledges each message.
    #[must_use]
    pub const fn is_acknowledged(self) -> bool {
        matches!(self, Self::Tcp | Self::TextAck)
    }

    /// The first eight bytes of a connection.
    #[must_use]
    pub fn header(self) -> [u8; 8] {
        match self {
            Self::Tcp => number(HEADER + TCP + ACKNOWLEDGED),
            Self::FastTcp => number(HEADER + TCP),
            Self::Udp => number(HEADER + UDP),
            Self::Text => *b"CONNECT ",
            Self::TextAck => *b"CONNACK ",
        }
    }

    /// The carrier whose connections begin with these bytes, if it is known.
    #[must_use]
    pub fn of_header(header: [u8; 8]) -> Option<Self> {
        match &header {
            b"CONNECT " => return Some(Self::Text),
            b"CONNACK " => return Some(Self::TextAck),
            _ => {}
        }
        let specifier = read_number(header)?.checked_sub(HEADER).filter(|specifier| *specifier >= 0)?;
        match (specifier % 16, specifier & ACKNOWLEDGED != 0) {
            (TCP, true) => Some(Self::Tcp),
            (TCP, false) => Some(Self::FastTcp),
            (UDP, _) => Some(Self::Udp),
            _ => None,
        }
    }

    /// The first bytes of a connection from a port: the header and the name of the port.
    #[must_use]
    pub fn hello(self, from: &str) -> Vec<u8> {
        let mut out = self.header().to_vec();
        if self.is_text() {
            out.extend_from_slice(from.as_bytes());
            out.extend_from_slice(b"\r\n");
        } else {
            let length = i32::try_from(from.len() + 1).unwrap_or(i32::MAX);
            out.extend_from_slice(&length.to_le_bytes());
            out.extend_from_slice(from.as_bytes());
            out.push(0);
        }
        out
    }
}

impl fmt::Display for Carrier {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.name())
    }
}

/// A number between its letters, as it stands in connections.
#[must_use]
pub fn number(number: i32) -> [u8; 8] {
    let [a, b, c, d] = number.to_le_bytes();
    [b'Y', b'A', a, b, c, d, b'R', b'P']
}

/// The number between its letters, if these are there.
#[must_use]
pub fn read_number(bytes: [u8; 8]) -> Option<i32> {
    match bytes {
        [b'Y', b'A', a, b, c, d, b'R', b'P'] => Some(i32::from_le_bytes([a, b, c, d])),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_come_back() {
        for carrier in Carrier::ALL {
            assert_eq!(Carrier::of_header(carrier.header()), Some(carrier));
            assert_eq!(Carrier::named(carrier.name()), Some(carrier));
        }
        assert_eq!(Carrier::Tcp.hello("/a"), b"YA\xe4\x1e\0\0RP\x03\0\0\0/a\0");
        assert_eq!(Carrier::TextAck.hello("/a"), b"CONNACK /a\r\n");
    }

    #[test]
    fn other_beginnings_are_none() {
        for header in [*b"GET / HT", number(HEADER + 1), number(0), number(i32::MIN), number(-1)] {
            assert_eq!(Carrier::of_header(header), None);
        }
    }
}
