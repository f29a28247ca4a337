//! Queue of messages to send.

use std::collections::VecDeque;

use crate::wire::{Content, Message, Packet, WireError};

/// Maximum size of queued messages. If a database reads too slowly, the oldest are dropped. [bytes]
pub const OUTBOX_BYTES_MAX: usize = 8 << 20;

/// Size at which a packet is full: the next message starts a new packet. [bytes]
const PACKET_BYTES_FULL: usize = 128 << 10;

/// Queued messages of one client, in packets.
#[derive(Debug, Default)]
pub(super) struct Outbox {
    packets: VecDeque<Packet>,
    /// Size of all packets. [bytes]
    bytes: usize,
    /// Whether the connection has taken a packet that is not sent yet.
    under_way: bool,
    /// Messages sent at the begin of each connection.
    greetings: Vec<Message>,
    next_id: i32,
}

impl Outbox {
    /// Queues a numbered message of a client. Returns the number of old messages that were dropped to make room.
    pub(super) fn mail(&mut self, source: &str, message: Message) -> usize {
        let message = Message { id: self.next_id(), source: source.to_owned(), ..message };
        self.push(|packet| packet.push(&message))
    }

    /// Queues the value of a variable as a numbered message. Returns the number of dropped messages.
    pub(super) fn value(&mut self, source: &str, key: &str, time_s: f64, content: Content<'_>) -> usize {
        let id = self.next_id();
        self.push(|packet| packet.push_value(id, source, key, time_s, content))
    }

    /// Id of the next numbered message.
    /// Takes the id for the next numbered message.
    fn next_id(&mut self) -> i32 {
        let id = self.next_id;
        self.next_id = self.next_id.checked_add(1).unwrap_or(0);
        id
    }

    /// Adds a message to the last packet. Returns the number of old messages that were dropped to make room.
    fn push(&mut self, add: impl FnOnce(&mut Packet) -> Result<(), WireError>) -> usize {
        if self.packets.back().is_none_or(|packet| packet.size() >= PACKET_BYTES_FULL) {
            let packet = Packet::default();
            self.bytes += packet.size();
            self.packets.push_back(packet);
        }
        if let Some(packet) = self.packets.back_mut() {
            let before = packet.size();
            // Fails only for a message of two gigabytes, which no component produces.
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

    /// Adds a message to send at the begin of each later connection. It replaces an earlier one of the same variable.
    pub(super) fn greet(&mut self, message: Message) {
        self.greetings.retain(|greeting| greeting.key != message.key);
        self.greetings.push(message);
    }

    /// Called when a connection begins. Queues registrations, then greetings.
    pub(super) fn begin(&mut self, source: &str, registrations: impl Iterator<Item = Message>) {
        self.end();
        let time_s = super::now_s();
        let greetings: Vec<Message> =
            self.greetings.iter().map(|greeting| Message { time_s, ..greeting.clone() }).collect();
        for message in registrations.chain(greetings) {
            self.mail(source, message);
        }
    }

    /// Called when a connection has ended. Drops queued messages: they would be outdated at the next connection.
    pub(super) fn end(&mut self) {
        self.packets.clear();
        self.bytes = 0;
        self.under_way = false;
    }

    /// Takes the next packet with messages. The connection calls [`Outbox::sent`] once the packet is sent.
    pub(super) fn take(&mut self) -> Option<Packet> {
        let packet = self.packets.pop_front()?;
        self.bytes -= packet.size();
        self.under_way = true;
        (!packet.is_empty()).then_some(packet)
    }

    /// Called when the taken packet has been passed to the system.
    pub(super) fn sent(&mut self) {
        self.under_way = false;
    }

    /// Whether no message is queued.
    pub(super) fn is_empty(&self) -> bool {
        self.packets.is_empty()
    }

    /// Whether a message is queued or being sent.
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
    fn messages_between_two_takes_share_a_packet_and_are_numbered() {
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
    fn full_outbox_drops_the_oldest_messages() {
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
