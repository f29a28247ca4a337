//! Carriers: the first bytes of a connection, and the encoding of numbers.

use std::fmt;

/// Offset of the carrier number in the header of a connection.
const HEADER: i32 = 7777;
/// Number of the carrier `udp`.
const UDP: i32 = 0;
/// Number of the carriers `tcp` and `fast_tcp`.
const TCP: i32 = 3;
/// Flag of a carrier whose receiver acknowledges each message.
const ACKNOWLEDGED: i32 = 128;

/// Maximum length of a peer's port name. [bytes]
pub const NAME_BYTES_MAX: usize = 1000;

/// Transport protocol of a connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Carrier {
    /// Binary messages, each acknowledged.
    Tcp,
    /// Binary messages without acknowledgements.
    FastTcp,
    /// Binary messages in datagrams.
    Udp,
    /// Lines of text without acknowledgements.
    Text,
    /// Lines of text, each acknowledged.
    TextAck,
}

impl Carrier {
    /// All carriers.
    pub const ALL: [Self; 5] = [Self::FastTcp, Self::Tcp, Self::Text, Self::TextAck, Self::Udp];

    /// Name for `yarp connect`.
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

    /// Looks up a carrier by name.
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

    /// First eight bytes of a connection.
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

    /// Carrier of a connection with these first bytes; `None` if it is not supported.
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

    /// First bytes of a connection: the header, and the name of the connecting port.
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

/// Encodes a number: `YA`, the little-endian number, `RP`.
#[must_use]
pub fn number(number: i32) -> [u8; 8] {
    let [a, b, c, d] = number.to_le_bytes();
    [b'Y', b'A', a, b, c, d, b'R', b'P']
}

/// Decodes a number; `None` without its delimiters `YA` and `RP`.
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
    fn headers_survive_encoding_and_decoding() {
        for carrier in Carrier::ALL {
            assert_eq!(Carrier::of_header(carrier.header()), Some(carrier));
            assert_eq!(Carrier::named(carrier.name()), Some(carrier));
        }
        assert_eq!(Carrier::Tcp.hello("/a"), b"YA\xe4\x1e\0\0RP\x03\0\0\0/a\0");
        assert_eq!(Carrier::TextAck.hello("/a"), b"CONNACK /a\r\n");
    }

    #[test]
    fn unknown_headers_are_none() {
        for header in [*b"GET / HT", number(HEADER + 1), number(0), number(i32::MIN), number(-1)] {
            assert_eq!(Carrier::of_header(header), None);
        }
    }
}
