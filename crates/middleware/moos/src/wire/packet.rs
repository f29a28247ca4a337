//! Packets: groups of messages, exchanged by clients and databases after the banner.

use super::message::{Content, DataType, Message, MessageKind, NO_VALUE, WireError, encode};

/// Size of a packet's header. [bytes]
pub const HEADER_BYTES: usize = 9;

/// Maximum size of a packet from a database. [bytes]
pub const PACKET_BYTES_MAX: usize = 16 << 20;

/// Maximum number of messages for which memory is reserved before they are read.
const CAPACITY_MAX: usize = 1024;

/// Size of the shortest message. [bytes]
const MESSAGE_BYTES_MIN: usize = 54;

/// A packet that is being filled.
#[derive(Debug, Clone)]
pub struct Packet {
    bytes: Vec<u8>,
    count: i32,
}

impl Default for Packet {
    fn default() -> Self {
        Self { bytes: vec![0; HEADER_BYTES], count: 0 }
    }
}

impl Packet {
    /// Adds a message.
    ///
    /// # Errors
    /// When the message is too long. The packet is unchanged.
    pub fn push(&mut self, message: &Message) -> Result<(), WireError> {
        message.encode(&mut self.bytes)?;
        self.count += 1;
        Ok(())
    }

    /// Adds the value of a variable, without an intermediate [`Message`].
    ///
    /// # Errors
    /// When the message is too long. The packet is unchanged.
    pub fn push_value(
        &mut self,
        id: i32,
        source: &str,
        key: &str,
        time_s: f64,
        content: Content<'_>,
    ) -> Result<(), WireError> {
        let (data, value, text): (_, _, &[u8]) = match content {
            Content::Double(value) => (DataType::Double, value, &[]),
            Content::Text(text) => (DataType::Text, NO_VALUE, text.as_bytes()),
        };
        let (strings, numbers) = ([source, "", "", key], [time_s, value, NO_VALUE]);
        encode(&mut self.bytes, id, MessageKind::NOTIFY, data, strings, numbers, text)?;
        self.count += 1;
        Ok(())
    }

    /// Size including the header. [bytes]
    #[must_use]
    pub fn size(&self) -> usize {
        self.bytes.len()
    }

    /// Whether it has no messages.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Number of its messages.
    #[must_use]
    pub fn count(&self) -> usize {
        self.count.unsigned_abs() as usize
    }

    /// The bytes to send.
    #[must_use]
    pub fn into_bytes(mut self) -> Vec<u8> {
        let length = (self.bytes.len() as i32).to_le_bytes();
        let header = length.into_iter().chain(self.count.to_le_bytes()).chain([0]);
        self.bytes.iter_mut().zip(header).for_each(|(byte, value)| *byte = value);
        self.bytes
    }
}

impl FromIterator<Message> for Packet {
    /// Builds a packet of all messages that are not too long.
    fn from_iter<I: IntoIterator<Item = Message>>(messages: I) -> Self {
        let mut packet = Self::default();
        for message in messages {
            // A message that is too long leaves the packet unchanged.
            let _ = packet.push(&message);
        }
        packet
    }
}

/// Header of a packet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PacketHeader {
    /// Size of the messages that follow. [bytes]
    pub body_bytes: usize,
    /// Number of messages.
    pub count: usize,
}

impl PacketHeader {
    /// Parses a header.
    ///
    /// # Errors
    /// When its length or count is invalid or too large, or the packet is compressed.
    pub fn parse(header: [u8; HEADER_BYTES]) -> Result<Self, WireError> {
        let [l0, l1, l2, l3, c0, c1, c2, c3, compression] = header;
        let (length, count) = (i32::from_le_bytes([l0, l1, l2, l3]), i32::from_le_bytes([c0, c1, c2, c3]));
        let body_bytes = usize::try_from(length).ok().and_then(|length| length.checked_sub(HEADER_BYTES));
        let body_bytes =
            body_bytes.ok_or_else(|| WireError(format!("the length {length} of a packet is too small")))?;
        if body_bytes > PACKET_BYTES_MAX {
            return Err(WireError(format!(
                "a packet of {length} bytes is too long, the limit is {PACKET_BYTES_MAX}"
            )));
        }
        let count = usize::try_from(count).ok().filter(|count| *count <= body_bytes / MESSAGE_BYTES_MIN);
        let count = count.ok_or_else(|| {
            WireError(format!("a packet of {length} bytes cannot hold the number of messages in its header"))
        })?;
        match compression {
            0 => Ok(Self { body_bytes, count }),
            _ => Err(WireError("the packet is compressed, which no MOOSDB does".to_owned())),
        }
    }

    /// Decodes the messages of a body.
    ///
    /// # Errors
    /// When a message is invalid, or bytes remain after the last message.
    pub fn messages(self, mut body: &[u8]) -> Result<Vec<Message>, WireError> {
        let mut messages = Vec::with_capacity(self.count.min(CAPACITY_MAX));
        for _ in 0..self.count {
            let (message, rest) = Message::decode(body)?;
            messages.push(message);
            body = rest;
        }
        match body {
            [] => Ok(messages),
            more => Err(WireError(format!("{} bytes follow the messages of a packet", more.len()))),
        }
    }
}
