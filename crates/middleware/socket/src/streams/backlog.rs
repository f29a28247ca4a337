//! Queue of messages for a slow client.

use std::collections::VecDeque;
use std::io::IoSlice;
use std::ops::Range;
use std::rc::Rc;

use super::messages::Messages;

/// Maximum number of messages queued for one client.
pub const BACKLOG_MESSAGES_MAX: usize = 256;

/// Maximum size of messages queued for one client. A single message may be longer. [bytes]
pub const BACKLOG_BYTES_MAX: usize = 4 << 20;

/// A message in the buffer of its round, which all clients of the stream share.
#[derive(Debug)]
struct QueuedMessage {
    round: Rc<Messages>,
    range: Range<usize>,
}

impl QueuedMessage {
    fn len(&self) -> usize {
        self.range.len()
    }

    /// Bytes of the message from an offset on.
    fn bytes(&self, from: usize) -> &[u8] {
        self.round.bytes.get(self.range.start + from..self.range.end).unwrap_or_default()
    }
}

/// Queue of complete messages, oldest first. If the limits are exceeded, the oldest are dropped, except a partly sent
/// one: a client never receives an incomplete message.
///
/// Messages are not copied: the queue keeps the buffers of their rounds. Only the buffer of the oldest message can
/// hold messages that were sent or dropped, so the memory is bounded by the limits above plus one buffer.
#[derive(Debug, Default)]
pub(super) struct Backlog {
    messages: VecDeque<QueuedMessage>,
    /// Number of bytes of the first message that have been sent.
    sent: usize,
    bytes: usize,
}

impl Backlog {
    pub(super) fn is_empty(&self) -> bool {
        self.messages.is_empty()
    }

    /// Adds the messages of a round, of which the first `sent` bytes have been sent. Returns the number of dropped older
    /// messages.
    pub(super) fn push_unsent(&mut self, round: &Rc<Messages>, sent: usize) -> usize {
        let mut start = 0;
        let mut dropped = 0;
        for &end in &round.ends {
            if end > sent {
                let message = QueuedMessage { round: Rc::clone(round), range: start..end };
                dropped += self.push(message, sent.saturating_sub(start));
            }
            start = end;
        }
        dropped
    }

    fn push(&mut self, message: QueuedMessage, sent: usize) -> usize {
        if self.messages.is_empty() {
            self.sent = sent;
        }
        self.bytes += message.len();
        self.messages.push_back(message);
        let first_droppable = usize::from(self.sent > 0);
        let mut dropped = 0;
        while self.messages.len() > BACKLOG_MESSAGES_MAX
            || (self.bytes > BACKLOG_BYTES_MAX && self.messages.len() > first_droppable + 1)
        {
            self.bytes -= self.messages.remove(first_droppable).map_or(0, |message| message.len());
            dropped += 1;
        }
        dropped
    }

    /// The oldest bytes, for a vectored write.
    pub(super) fn slices(&self) -> Vec<IoSlice<'_>> {
        const SLICES_MAX: usize = 64;
        let sent = |nth| if nth == 0 { self.sent } else { 0 };
        let messages = self.messages.iter().enumerate().take(SLICES_MAX);
        messages.map(|(nth, message)| IoSlice::new(message.bytes(sent(nth)))).collect()
    }

    /// Removes `count` bytes that have been written.
    pub(super) fn advance(&mut self, count: usize) {
        self.sent += count;
        while let Some(length) =
            self.messages.front().map(QueuedMessage::len).filter(|&length| length <= self.sent)
        {
            self.sent -= length;
            self.bytes -= length;
            self.messages.pop_front();
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn round(bytes: &[u8], ends: &[usize]) -> Rc<Messages> {
        let mut messages = Messages::default();
        (messages.bytes, messages.ends) = (bytes.to_vec(), ends.to_vec());
        Rc::new(messages)
    }

    fn push(backlog: &mut Backlog, message: &[u8]) -> usize {
        backlog.push_unsent(&round(message, &[message.len()]), 0)
    }

    /// Takes up to `count` bytes, as a socket does.
    fn take(backlog: &mut Backlog, count: usize, into: &mut Vec<u8>) {
        let available: Vec<u8> = backlog.slices().iter().flat_map(|slice| slice.to_vec()).collect();
        let taken = count.min(available.len());
        into.extend_from_slice(&available[..taken]);
        backlog.advance(taken);
    }

    #[test]
    fn oldest_messages_are_dropped_except_a_partly_sent_one() {
        let mut backlog = Backlog::default();
        for number in 0..BACKLOG_MESSAGES_MAX {
            assert_eq!(push(&mut backlog, format!("{number}\n").as_bytes()), 0);
        }
        let mut received = Vec::new();
        take(&mut backlog, 1, &mut received);
        assert_eq!(push(&mut backlog, b"new\n"), 1);
        while !backlog.is_empty() {
            take(&mut backlog, 7, &mut received);
        }
        let text = String::from_utf8(received).unwrap();
        assert!(text.starts_with("0\n2\n3\n"), "{text}");
        assert!(text.ends_with("255\nnew\n"), "{text}");
    }

    #[test]
    fn one_long_message_is_always_kept() {
        let mut backlog = Backlog::default();
        let long = vec![b'x'; BACKLOG_BYTES_MAX + 1];
        assert_eq!(push(&mut backlog, &long), 0);
        assert_eq!(push(&mut backlog, &long), 1, "the older one is dropped");
        assert_eq!(push(&mut backlog, b"short\n"), 1);
        assert!(!backlog.is_empty());
    }

    #[test]
    fn sent_bytes_are_not_queued() {
        let mut backlog = Backlog::default();
        backlog.push_unsent(&round(b"one\ntwo\nthree\n", &[4, 8, 14]), 6);
        let mut received = Vec::new();
        take(&mut backlog, 100, &mut received);
        assert_eq!(received, b"o\nthree\n");
        assert!(backlog.is_empty());
    }

    #[test]
    fn clients_share_and_release_the_buffer_of_a_round() {
        let round = round(b"one\ntwo\n", &[4, 8]);
        let (mut fast, mut slow) = (Backlog::default(), Backlog::default());
        fast.push_unsent(&round, 0);
        slow.push_unsent(&round, 4);
        assert_eq!(Rc::strong_count(&round), 4);
        let mut received = Vec::new();
        take(&mut fast, 8, &mut received);
        assert_eq!((received.as_slice(), Rc::strong_count(&round)), (&b"one\ntwo\n"[..], 2));
        drop(slow);
        assert_eq!(Rc::strong_count(&round), 1);
    }

    proptest! {
        #[test]
        fn client_receives_complete_lines_in_order(steps in prop::collection::vec((prop::bool::weighted(0.8), 1_usize..60), 1..500)) {
            let mut backlog = Backlog::default();
            let mut received = Vec::new();
            let mut number = 0_usize;
            for (is_push, size) in steps {
                if is_push {
                    number += 1;
                    push(&mut backlog, format!("{number} {}\n", "x".repeat(size)).as_bytes());
                } else {
                    take(&mut backlog, size, &mut received);
                }
            }
            while !backlog.is_empty() {
                take(&mut backlog, 1000, &mut received);
            }
            let text = String::from_utf8(received).unwrap();
            prop_assert!(text.is_empty() || text.ends_with('\n'));
            let mut last = 0;
            for line in text.lines() {
                let (found, rest) = line.split_once(' ').unwrap();
                let found: usize = found.parse().unwrap();
                prop_assert!(found > last && rest.bytes().all(|byte| byte == b'x'));
                last = found;
            }
            prop_assert!(number == 0 || last == number, "the newest message is never lost");
        }
    }
}
