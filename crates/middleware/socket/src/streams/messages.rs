//! Buffer of messages of one stream.

use std::fmt;

/// Appends one message.
type Encode = Box<dyn FnOnce(&mut Vec<u8>) + Send>;

/// Concatenated messages of one stream.
#[derive(Default)]
pub(super) struct Messages {
    pub(super) bytes: Vec<u8>,
    /// End offset of each message in `bytes`.
    pub(super) ends: Vec<usize>,
    /// Messages after those in `bytes` that are encoded when the transport takes the buffer, such as images.
    later: Vec<Encode>,
    /// Memory that `later` holds. [bytes]
    later_bytes: usize,
    /// Number of messages dropped since the buffer was last taken.
    pub(super) lost: usize,
}

impl Messages {
    pub(super) fn clear(&mut self) {
        self.bytes.clear();
        self.ends.clear();
        self.later.clear();
        self.later_bytes = 0;
        self.lost = 0;
    }

    /// Number of messages.
    pub(super) fn count(&self) -> usize {
        self.ends.len() + self.later.len()
    }

    /// Size of the encoded messages, and memory that the messages to encode later hold. [bytes]
    pub(super) fn size(&self) -> usize {
        self.bytes.len() + self.later_bytes
    }

    /// Adds a message that `encode` appends, if it returns true.
    pub(super) fn push(&mut self, encode: impl FnOnce(&mut Vec<u8>) -> bool) -> bool {
        // Messages keep their order.
        self.encode_later();
        let begin = self.bytes.len();
        if encode(&mut self.bytes) {
            self.ends.push(self.bytes.len());
            true
        } else {
            self.bytes.truncate(begin);
            false
        }
    }

    /// Adds a message that is encoded later, and holds memory until then. [bytes]
    pub(super) fn push_later(&mut self, size: usize, encode: Encode) {
        self.later.push(encode);
        self.later_bytes += size;
    }

    /// Encodes the messages that are not encoded yet.
    pub(super) fn encode_later(&mut self) {
        for encode in self.later.drain(..) {
            encode(&mut self.bytes);
            self.ends.push(self.bytes.len());
        }
        self.later_bytes = 0;
    }
}

impl fmt::Debug for Messages {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Messages")
            .field("count", &self.count())
            .field("lost", &self.lost)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_that_are_encoded_later_keep_their_order() {
        let mut messages = Messages::default();
        let push = |messages: &mut Messages, byte: u8| {
            messages.push(|out| {
                out.push(byte);
                true
            })
        };
        assert!(push(&mut messages, 1));
        messages.push_later(100, Box::new(|out| out.extend([2, 2])));
        assert_eq!((messages.count(), messages.size()), (2, 101));
        assert!(push(&mut messages, 3));
        messages.push_later(100, Box::new(|out| out.push(4)));
        messages.encode_later();
        assert_eq!((&*messages.bytes, &*messages.ends), (&[1, 2, 2, 3, 4][..], &[1, 3, 4, 5][..]));
        assert_eq!(messages.size(), 5);
        assert!(!messages.push(|out| {
            out.push(9);
            false
        }));
        assert_eq!(messages.count(), 4);
    }
}
