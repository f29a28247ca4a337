//! Messages that wait to be sent.

use std::collections::VecDeque;

use crate::wire::{Content, Message, Packet, WireError};

/// Maximum size of waiting messages. A database that reads slower than this loses the oldest. [bytes]
pub const OUTBOX_BYTES_MAX: usize = 8 << 20;

/// Size from which messages go into a further packet. [bytes]
const PACKET_BYTES_FULL: usize = 128 << 10;

/// The messages of one client, in packets.
#[derive(Debug, Default)]
pub(super) struct Outbox {
    packets: VecDeque<Packet>,
    /// Size of all packets. [bytes]
    bytes: usize,
    /// Packets that the connection has taken and not sent yet.
    under_way: bool,
    /// What each connection begins with.
    greetings: Vec<Message>,
    next_id: i32,
}

impl Outbox {
    /// Adds mail of a client, numbers it and gives the number of old messages that were dropped for it.
    pub(super) fn mail(&mut self, source: &str, message: Message) -> usize {
        let message = Message { id: self.number(), source: source.to_owned(), ..message };
        self.push(|packet| packet.push(&message))
    }

    /// Adds the value of a variable as mail.
    pub(super) fn value(&mut self, source: &str, key: &str, time_s: f64, content: Content<'_>) -> usize {
        let id = self.number();
        self.push(|packet| packet.push_value(id, source, key, time_s, content))
    }

    /// The number of the next mail.
    fn number(&mut self) -> i32 {
        let id = self.next_id;
        self.next_id = self.next_id.checked_add(1).unwrap_or(0);
        id
    }

    /// Adds a message, and gives the number of old ones that were dropped for it.
    fn push(&mut self, add: impl FnOnce(&mut Packet) -> Result<(), WireError>) -> usize {
        if self.packets.back().is_none_or(|packet| packet.size() >= PACKET_BYTES_FULL) {
            let packet = Packet::default();
            self.bytes += packet.size();
            self.packets.push_back(packet);
        }
        if let Some(packet) = self.packets.back_mut() {
            let before = packet.size();
            // A message of two gigabytes does not come from a component.
            let _ = add(packet);
            self.bytes += packet.size() - before;
        }
        let mut dropped = 0;
        while self.bytes > OUTBOX_BYTES_MAX && self.packets.len() > 1 {
            let Some(oldest) = self.packets.pop_front() else { break };
            self.bytes -= oldest.size();
            dropped += oldest.count();
        }
        dropped
    }

    /// Adds a message that each later connection begins with, in place of an earlier one of the same variable.
    pub(super) fn greet(&mut self, message: Message) {
        self.greetings.retain(|greeting| greeting.key != message.key);
        self.greetings.push(message);
    }

    /// A connection begins: registrations, then greetings.
    pub(super) fn begin(&mut self, source: &str, registrations: impl Iterator<Item = Message>) {
        self.end();
        let time_s = super::now_s();
        let greetings: Vec<Message> =
            self.greetings.iter().map(|greeting| Message { time_s, ..greeting.clone() }).collect();
        for message in registrations.chain(greetings) {
            self.mail(source, message);
        }
    }

    /// A connection has ended: what waits would be old at the next one.
    pub(super) fn end(&mut self) {
        self.packets.clear();
        self.bytes = 0;
        self.under_way = false;
    }

    /// The next packet that has messages. The connection calls [`Outbox::sent`] when it has sent it.
    pub(super) fn take(&mut self) -> Option<Packet> {
        let packet = self.packets.pop_front()?;
        self.bytes -= packet.size();
        self.under_way = true;
        (!packet.is_empty()).then_some(packet)
    }

    /// The packet that was taken has been passed to the system.
    pub(super) fn sent(&mut self) {
        self.under_way = false;
    }

    /// Whether no message waits.
    pub(super) fn is_empty(&self) -> bool {
        self.packets.is_empty()
    }

    /// Whether a message waits or is under way.
    pub(super) fn is_unsent(&self) -> bool {
        self.under_way || !self.packets.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::{DataType, HEADER_BYTES, MessageKind, PacketHeader};

    fn message(key: &str, bytes: usize) -> Message {
        let text = vec![b'x'; bytes];
        Message { text, ..Message::new(MessageKind::NOTIFY, DataType::Text, key, 1.0) }
    }

    fn messages(packet: Packet) -> Vec<Message> {
        let bytes = packet.into_bytes();
        let (header, body) = bytes.split_at(HEADER_BYTES);
        PacketHeader::parse(header.try_into().unwrap()).unwrap().messages(body).unwrap()
    }

    #[test]
    fn mail_of_one_round_is_one_packet_with_numbers() {
        let mut outbox = Outbox::default();
        outbox.mail("me", message("A", 3));
        outbox.mail("me", message("B", 0));
        let sent = messages(outbox.take().unwrap());
        assert_eq!(sent.iter().map(|m| (m.id, m.key.as_str())).collect::<Vec<_>>(), [(0, "A"), (1, "B")]);
        assert!(outbox.is_unsent() && outbox.is_empty());
        outbox.sent();
        assert!(!outbox.is_unsent());
    }

    #[test]
    fn what_nobody_takes_is_bounded_and_the_newest_stays() {
        let mut outbox = Outbox::default();
        let mut dropped = 0;
        for _ in 0..200 {
            dropped += outbox.mail("me", message("A", 100 << 10));
            assert!(outbox.bytes <= OUTBOX_BYTES_MAX + (300 << 10));
        }
        let mut ids = Vec::new();
        while let Some(packet) = outbox.take() {
            ids.extend(messages(packet).into_iter().map(|message| message.id));
        }
        assert_eq!(ids.len() + dropped, 200);
        assert_eq!(ids.last(), Some(&199));
        assert_eq!(outbox.bytes, 0);
    }

    #[test]
    fn a_connection_begins_with_registrations_and_the_newest_greetings() {
        let mut outbox = Outbox::default();
        outbox.greet(message("A", 1));
        outbox.greet(message("A", 2));
        outbox.mail("me", message("old", 1));
        outbox.begin("me", std::iter::once(message("R", 0)));
        let sent = messages(outbox.take().unwrap());
        assert_eq!(
            sent.iter().map(|m| (m.key.as_str(), m.text.len())).collect::<Vec<_>>(),
            [("R", 0), ("A", 2)]
        );
    }
}
