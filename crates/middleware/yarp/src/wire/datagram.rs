//! Messages in datagrams: each datagram has a checksum and its index in the message.

use bytes::Bytes;

use super::message::MESSAGE_BYTES_MAX;

/// Size of the header: a CRC-32 of the content, then the index of the datagram in its message. [bytes]
const HEADER_BYTES: usize = 8;

/// Maximum size of a datagram's content. [bytes]
const CONTENT_BYTES_MAX: usize = 65_507 - 2 * HEADER_BYTES;

/// Splits a message into datagrams.
#[must_use]
pub fn split(message: &[u8]) -> Vec<Bytes> {
    let datagram = |(index, content): (usize, &[u8])| {
        let mut out = Vec::with_capacity(HEADER_BYTES + content.len());
        out.extend_from_slice(&crc32fast::hash(content).to_le_bytes());
        out.extend_from_slice(&i32::try_from(index).unwrap_or(i32::MAX).to_le_bytes());
        out.extend_from_slice(content);
        Bytes::from(out)
    };
    message.chunks(CONTENT_BYTES_MAX).enumerate().map(datagram).collect()
}

/// Joins datagrams to messages. A damaged, lost or reordered datagram invalidates only its own message.
#[derive(Debug, Default)]
pub struct Joiner {
    content: Vec<u8>,
    next: i32,
}

impl Joiner {
    /// Adds a datagram. Returns the content of the message so far; `None` if the message is invalid.
    pub fn add(&mut self, datagram: &[u8]) -> Option<&[u8]> {
        let (header, content) = datagram.split_first_chunk::<HEADER_BYTES>()?;
        let [a, b, c, d, place @ ..] = *header;
        let place = i32::from_le_bytes(place);
        if place == 0 {
            self.content.clear();
            self.next = 0;
        }
        let is_next = place == self.next && crc32fast::hash(content) == u32::from_le_bytes([a, b, c, d]);
        if !is_next || self.content.len() + content.len() > MESSAGE_BYTES_MAX + CONTENT_BYTES_MAX {
            // Ignore further datagrams until the next message begins.
            self.next = -1;
            return None;
        }
        self.next += 1;
        self.content.extend_from_slice(content);
        Some(&self.content)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_survive_splitting_and_joining() {
        let message: Vec<u8> = (0..200_000_u32).map(|number| number as u8).collect();
        let datagrams = split(&message);
        assert_eq!(datagrams.len(), 4);
        let mut joiner = Joiner::default();
        let mut joined = Vec::new();
        for datagram in &datagrams {
            joined = joiner.add(datagram).unwrap().to_vec();
        }
        assert_eq!(joined, message);
    }

    #[test]
    fn damaged_and_lost_datagrams_invalidate_only_their_message() {
        let long = split(&[7; 200_000]);
        let short = split(b"abc");
        let mut joiner = Joiner::default();
        assert!(joiner.add(&long[0]).is_some());
        assert!(joiner.add(&long[2]).is_none(), "a datagram is lost");
        assert!(joiner.add(&long[3]).is_none());
        assert_eq!(joiner.add(&short[0]), Some(&b"abc"[..]));
        let mut damaged = short[0].to_vec();
        damaged[9] ^= 1;
        assert!(joiner.add(&damaged).is_none());
        assert!(joiner.add(b"").is_none());
        assert_eq!(joiner.add(&short[0]), Some(&b"abc"[..]));
    }
}
