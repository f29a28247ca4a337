//! The messages that wait for a receiver.

use std::collections::VecDeque;
use std::io::IoSlice;

use bytes::Bytes;

use crate::wire::{Carrier, Message, datagram};

/// Maximum size of the messages that wait for a receiver; one message may be longer. [bytes]
const WAITING_BYTES_MAX: usize = 64 << 20;

/// The messages that wait for a receiver, the first of which may be half sent.
#[derive(Debug, Default)]
pub(super) struct Waiting {
    messages: VecDeque<Message>,
    bytes: usize,
    /// What is left to send of the message that was taken last; datagrams are never joined.
    sending: VecDeque<Bytes>,
    /// Whether the receiver has not acknowledged the message that was sent last.
    unacknowledged: bool,
    lost: u64,
}

impl Waiting {
    /// Adds a message; drops the oldest ones beyond `queue`.
    pub(super) fn push(&mut self, message: Message, queue: usize) {
        self.bytes += message.len();
        self.messages.push_back(message);
        while self.messages.len() > 1 && (self.messages.len() > queue || self.bytes > WAITING_BYTES_MAX) {
            self.bytes -= self.messages.pop_front().map_or(0, |message| message.len());
            self.lost += 1;
        }
    }

    /// Number of messages that were dropped.
    pub(super) fn lost(&self) -> u64 {
        self.lost
    }

    /// Whether there is something to send, now or after an acknowledgement.
    pub(super) fn is_empty(&self) -> bool {
        self.messages.is_empty() && self.sending.is_empty()
    }

    /// Whether no message is half sent.
    pub(super) fn is_idle(&self) -> bool {
        self.sending.is_empty()
    }

    /// What is to be sent now: the rest of a message, or the next one.
    pub(super) fn sending(&mut self, carrier: Carrier) -> &VecDeque<Bytes> {
        while self.sending.is_empty() && !self.unacknowledged {
            let Some(message) = self.messages.pop_front() else { break };
            self.bytes -= message.len();
            match carrier {
                Carrier::Udp => self.sending.extend(datagram::split(&message.parts().concat())),
                Carrier::Tcp | Carrier::FastTcp => {
                    self.sending.extend(message.parts().into_iter().filter(|part| !part.is_empty()));
                }
                // A message of our own always is a bottle.
                Carrier::Text | Carrier::TextAck => self.sending.extend(message.text().ok()),
            }
        }
        &self.sending
    }

    /// The same as slices.
    pub(super) fn slices(&mut self, carrier: Carrier) -> Vec<IoSlice<'_>> {
        self.sending(carrier).iter().map(|part| IoSlice::new(part)).collect()
    }

    /// Removes `count` bytes that the system has taken.
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

    /// Removes a datagram that the system has taken.
    pub(super) fn datagram_sent(&mut self) {
        self.sending.pop_front();
    }

    /// The receiver has acknowledged a message.
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

    fn taken(waiting: &mut Waiting, carrier: Carrier) -> Vec<u8> {
        let all: Vec<u8> = waiting.slices(carrier).iter().flat_map(|slice| slice.to_vec()).collect();
        waiting.advance(all.len(), carrier);
        all
    }

    #[test]
    fn the_next_message_waits_for_the_acknowledgement() {
        let mut waiting = Waiting::default();
        waiting.push(message(1), 10);
        waiting.push(message(2), 10);
        assert_eq!(taken(&mut waiting, Carrier::Tcp), message(1).parts().concat());
        assert!(waiting.slices(Carrier::Tcp).is_empty());
        waiting.acknowledged();
        assert_eq!(taken(&mut waiting, Carrier::Tcp), message(2).parts().concat());
        assert!(waiting.is_empty());
    }

    #[test]
    fn the_oldest_messages_are_lost_but_not_a_half_sent_one() {
        let mut waiting = Waiting::default();
        let carrier = Carrier::FastTcp;
        waiting.push(message(1), 2);
        let whole = message(1).parts().concat();
        assert_eq!(waiting.slices(carrier)[0].len(), whole.len());
        waiting.advance(3, carrier);
        for number in 2..6 {
            waiting.push(message(number), 2);
        }
        assert_eq!(taken(&mut waiting, carrier), whole[3..]);
        assert_eq!(taken(&mut waiting, carrier), message(4).parts().concat());
        assert_eq!((waiting.lost(), waiting.bytes), (2, message(5).len()));
    }

    #[test]
    fn texts_and_datagrams_have_their_own_form() {
        let mut waiting = Waiting::default();
        waiting.push(message(1), 2);
        assert_eq!(taken(&mut waiting, Carrier::Text), b"D\r\n1\r\n");
        waiting.push(message(2), 2);
        assert_eq!(waiting.sending(Carrier::Udp)[0][8..], message(2).parts().concat());
        waiting.datagram_sent();
        assert!(waiting.is_empty());
    }
}
