//! Messages that a slow client has not received yet.

use std::collections::VecDeque;
use std::io::IoSlice;

/// Maximum number of messages queued for one client.
pub const BACKLOG_MESSAGES_MAX: usize = 256;

/// Maximum number of bytes queued for one client. A single message may be longer.
pub const BACKLOG_BYTES_MAX: usize = 4 << 20;

/// A queue of whole messages, oldest first. If there are too many, the oldest are dropped, except a partly sent one:
/// a client never gets half a line.
#[derive(Debug, Default)]
pub(super) struct Backlog {
    messages: VecDeque<Box<[u8]>>,
    /// How much of the first message has been sent.
    sent: usize,
    bytes: usize,
}

impl Backlog {
    pub(super) fn is_empty(&self) -> bool {
        self.messages.is_empty()
    }

    /// Adds the messages that end at `ends` in `bytes`, of which the first `sent` bytes have been sent. Returns how
    /// many older messages were dropped.
    pub(super) fn push_unsent(&mut self, bytes: &[u8], ends: &[usize], sent: usize) -> usize {
        let mut start = 0;
        let mut dropped = 0;
        for &end in ends {
            if end > sent {
                let message = bytes.get(start..end).unwrap_or_default();
                dropped += self.push(message, sent.saturating_sub(start));
            }
            start = end;
        }
        dropped
    }

    fn push(&mut self, message: &[u8], sent: usize) -> usize {
        if self.messages.is_empty() {
            self.sent = sent;
        }
        self.bytes += message.len();
        self.messages.push_back(message.into());
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
        let first = self.messages.front().and_then(|message| message.get(self.sent..));
        let others = self.messages.iter().skip(1).map(|message| &**message);
        first.into_iter().chain(others).take(SLICES_MAX).map(IoSlice::new).collect()
    }

    /// Removes `count` bytes that have been written.
    pub(super) fn advance(&mut self, count: usize) {
        self.sent += count;
        while let Some(length) =
            self.messages.front().map(|message| message.len()).filter(|&l| l <= self.sent)
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

    fn push(backlog: &mut Backlog, message: &[u8]) -> usize {
        backlog.push_unsent(message, &[message.len()], 0)
    }

    /// Takes up to `count` bytes out, as a socket would.
    fn take(backlog: &mut Backlog, count: usize, into: &mut Vec<u8>) {
        let available: Vec<u8> = backlog.slices().iter().flat_map(|slice| slice.to_vec()).collect();
        let taken = count.min(available.len());
        into.extend_from_slice(&available[..taken]);
        backlog.advance(taken);
    }

    #[test]
    fn the_oldest_messages_go_first_but_not_a_half_sent_one() {
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
        assert_eq!(push(&mut backlog, &long), 1, "the older one goes");
        assert_eq!(push(&mut backlog, b"short\n"), 1);
        assert!(!backlog.is_empty());
    }

    #[test]
    fn what_the_system_took_is_not_sent_again() {
        let mut backlog = Backlog::default();
        backlog.push_unsent(b"one\ntwo\nthree\n", &[4, 8, 14], 6);
        let mut received = Vec::new();
        take(&mut backlog, 100, &mut received);
        assert_eq!(received, b"o\nthree\n");
        assert!(backlog.is_empty());
    }

    proptest! {
        #[test]
        fn a_client_gets_whole_lines_in_order(steps in prop::collection::vec((prop::bool::weighted(0.8), 1_usize..60), 1..500)) {
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
            prop_assert!(number == 0 || last == number, "the newest is never lost");
        }
    }
}
