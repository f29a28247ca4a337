//! Queue of messages for a receiver.

use std::collections::VecDeque;
use std::io::IoSlice;

use bytes::Bytes;

use crate::wire::{Carrier, Message, datagram};

/// Maximum size of queued messages; a single message may be longer. [bytes]
const QUEUED_BYTES_MAX: usize = 64 << 20;

/// Queue of messages for a receiver.
#[derive(Debug, Default)]
pub(super) struct SendQueue {
    messages: VecDeque<Message>,
    bytes: usize,
    /// Unsent parts of the current message. For datagrams, each part is one datagram.
    sending: VecDeque<Bytes>,
    /// Whether the receiver has not acknowledged the last message.
    unacknowledged: bool,
    lost: u64,
}

impl SendQueue {
    /// Adds a message. The oldest messages beyond `queue` are dropped.
    pub(super) fn push(&mut self, message: Message, queue: usize) {
        self.bytes += message.len();
        self.messages.push_back(message);
        while self.messages.len() > 1 && (self.messages.len() > queue || self.bytes > QUEUED_BYTES_MAX) {
            self.bytes -= self.messages.pop_front().map_or(0, |message| message.len());
            self.lost += 1;
        }
    }

    /// Number of dropped messages.
    pub(super) fn lost(&self) -> u64 {
        self.lost
    }

    /// Whether nothing is left to send, now or after an acknowledgement.
    pub(super) fn is_empty(&self) -> bool {
        self.messages.is_empty() && self.sending.is_empty()
    }

    /// Whether no message is partly sent.
    pub(super) fn is_idle(&self) -> bool {
        self.sending.is_empty()
    }

    /// Parts to send now: the rest of the current message, or the next message.
    pub(super) fn sending(&mut self, carrier: Carrier) -> &VecDeque<Bytes> {
        while self.sending.is_empty() && !self.unacknowledged {
            let Some(message) = self.messages.pop_front() else { break };
            self.bytes -= message.len();
            match carrier {
                Carrier::Udp => self.sending.extend(datagram::split(&message.parts().concat())),
                Carrier::Tcp | Carrier::FastTcp => {
                    self.sending.extend(message.parts().into_iter().filter(|part| !part.is_empty()));
                }
                // Cannot fail: own messages are valid bottles.
                Carrier::Text | Carrier::TextAck => self.sending.extend(message.text().ok()),
            }
        }
        &self.sending
    }

    /// Parts to send now, as slices.
    pub(super) fn slices(&mut self, carrier: Carrier) -> Vec<IoSlice<'_>> {
        self.sending(carrier).iter().map(|part| IoSlice::new(part)).collect()
    }

    /// Removes `count` sent bytes.
    pub(super) fn advance(&mut self, mut count: usize, carrier: Carrier) {
        while let Some(part) = self.sending.front_mut() {
            let taken = count.min(part.len());
            count -= taken;
            let _ = part.split_to(taken);
            if !part.is_empty() {
                return;
            }
            self.sending.pop_front();
        }
        self.unacknowledged = carrier.is_acknowledged();
    }

    /// Removes a sent datagram.
    pub(super) fn datagram_sent(&mut self) {
        self.sending.pop_front();
    }

    /// Called when the receiver has acknowledged a message.
    pub(super) fn acknowledged(&mut self) {
        self.unacknowledged = false;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bottle::{Dialect, Item};

    fn message(number: i32) -> Message {
        Message::data(&[Item::Int32(number)], Dialect::Yarp3)
    }

    fn taken(queue: &mut SendQueue, carrier: Carrier) -> Vec<u8> {
        let all: Vec<u8> = queue.slices(carrier).iter().flat_map(|slice| slice.to_vec()).collect();
        queue.advance(all.len(), carrier);
        all
    }

    #[test]
    fn next_message_waits_for_the_acknowledgement() {
        let mut queue = SendQueue::default();
        queue.push(message(1), 10);
        queue.push(message(2), 10);
        assert_eq!(taken(&mut queue, Carrier::Tcp), message(1).parts().concat());
        assert!(queue.slices(Carrier::Tcp).is_empty());
        queue.acknowledged();
        assert_eq!(taken(&mut queue, Carrier::Tcp), message(2).parts().concat());
        assert!(queue.is_empty());
    }

    #[test]
    fn oldest_messages_are_dropped_except_a_partly_sent_one() {
        let mut queue = SendQueue::default();
        let carrier = Carrier::FastTcp;
        queue.push(message(1), 2);
        let whole = message(1).parts().concat();
        assert_eq!(queue.slices(carrier)[0].len(), whole.len());
        queue.advance(3, carrier);
        for number in 2..6 {
            queue.push(message(number), 2);
        }
        assert_eq!(taken(&mut queue, carrier), whole[3..]);
        assert_eq!(taken(&mut queue, carrier), message(4).parts().concat());
        assert_eq!((queue.lost(), queue.bytes), (2, message(5).len()));
    }

    #[test]
    fn text_and_datagram_carriers_have_separate_formats() {
        let mut queue = SendQueue::default();
        queue.push(message(1), 2);
        assert_eq!(taken(&mut queue, Carrier::Text), b"D\r\n1\r\n");
        queue.push(message(2), 2);
        assert_eq!(queue.sending(Carrier::Udp)[0][8..], message(2).parts().concat());
        queue.datagram_sent();
        assert!(queue.is_empty());
    }
}
