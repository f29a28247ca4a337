//! Composes the datagrams to other participants.

use std::time::Instant;

use crate::engine::{Datagram, Destination, Engine};
use crate::guid::{EntityId, Guid, GuidPrefix};
use crate::messages::write::MessageBuilder;
use crate::messages::{Acknowledgment, Data, DataFragments, FragmentRequest, Gap, Heartbeat};
use crate::pacing::{Part, Piece};
use crate::reader::writer_proxy::{Answer, FragmentsMissing};
use crate::sequence::NumberSet;
use crate::writer::history::ENCAPSULATION_LENGTH;

impl Engine {
    /// A message to one participant.
    fn message_to(&self, to: GuidPrefix, capacity: usize) -> MessageBuilder {
        let mut message = MessageBuilder::new(self.own.prefix, capacity);
        message.destination(to);
        message
    }

    /// Where messages to a writer or reader of another participant go.
    fn destination(&self, to: Guid) -> Option<Destination> {
        let other = self.others.get(&to.prefix)?;
        Some(if to.entity.is_builtin() {
            Destination::Metatraffic(other.metatraffic)
        } else {
            Destination::User(other.addresses.get(&to.entity).copied().unwrap_or(other.user))
        })
    }

    /// Queues a message to a writer or reader of another participant.
    fn send(&mut self, to: Guid, message: MessageBuilder) {
        if let Some(to) = self.destination(to) {
            self.datagrams.push(Datagram { to, bytes: message.finish() });
        }
    }

    /// Sends samples within the budgets of their destinations.
    pub fn transmit(&mut self, now: Instant) {
        let writers = &self.writers;
        let is_kept = |writer: EntityId, sequence| {
            writers.get(&writer).is_some_and(|local| local.history.get(sequence).is_some())
        };
        for (to, piece) in self.pacer.take(now, is_kept) {
            self.send_piece(now, to, &piece);
        }
    }

    fn send_piece(&mut self, now: Instant, to: GuidPrefix, piece: &Piece) {
        let (change, writer) = (&piece.change, piece.writer);
        let capacity = change.length().min(piece.fragment_length.into());
        let mut message = self.message_to(to, capacity);
        if piece.part != Part::Dropped {
            message.timestamp(change.content.timestamp);
        }
        let completes = match piece.part {
            Part::Whole => {
                put_whole(&mut message, piece);
                true
            }
            Part::Fragment(number, completes) => {
                put_fragment(&mut message, piece, number);
                completes
            }
            Part::Dropped => true,
        };
        let (mut readers, mut reliable) = (Vec::new(), Vec::new());
        if let Some(local) = self.writers.get_mut(&writer) {
            for (&guid, proxy) in local.readers_of(to) {
                let is_for_it = piece.reader == EntityId::UNKNOWN || piece.reader == guid.entity;
                if is_for_it && change.sequence >= proxy.start {
                    readers.push(guid);
                    if completes {
                        proxy.sample_sent(change.sequence, now);
                        reliable.extend(proxy.reliable.then_some(guid));
                    }
                }
            }
            if piece.part == Part::Dropped {
                reliable.iter().for_each(|guid| message.gap(&gap_of_one(piece, guid.entity)));
            }
            if piece.is_last {
                for guid in reliable {
                    local.heartbeat(guid, now).iter().for_each(|heartbeat| message.heartbeat(heartbeat));
                }
            }
        }
        // Readers of one participant may have addresses of their own.
        let mut destinations: Vec<Destination> =
            readers.into_iter().filter_map(|reader| self.destination(reader)).collect();
        destinations.sort();
        destinations.dedup();
        let bytes = message.finish();
        // The last destination gets the bytes themselves.
        let copies = std::iter::repeat_n(bytes, destinations.len());
        let datagrams = destinations.into_iter().zip(copies).map(|(to, bytes)| Datagram { to, bytes });
        self.datagrams.extend(datagrams);
    }

    /// Sends a heartbeat to a reliable reader.
    pub(super) fn send_heartbeat(&mut self, now: Instant, writer: EntityId, reader: Guid) {
        let heartbeat = self.writers.get_mut(&writer).and_then(|local| local.heartbeat(reader, now));
        if let Some(heartbeat) = heartbeat {
            self.send_composed_heartbeat(reader.prefix, &heartbeat);
        }
    }

    fn send_composed_heartbeat(&mut self, to: GuidPrefix, heartbeat: &Heartbeat) {
        let mut message = self.message_to(to, 0);
        message.heartbeat(heartbeat);
        self.send(Guid::new(to, heartbeat.reader), message);
    }

    pub(super) fn send_due_heartbeats(&mut self, now: Instant) {
        let due: Vec<_> = self.writers.values_mut().flat_map(|local| local.due_heartbeats(now)).collect();
        due.iter().for_each(|(to, heartbeat)| self.send_composed_heartbeat(*to, heartbeat));
    }

    /// Sends the requests of readers that are due.
    pub(super) fn send_due_requests(&mut self, now: Instant) {
        let (mut greetings, mut requests) = (Vec::new(), Vec::new());
        for (&reader, local) in &mut self.readers {
            for (&writer, proxy) in &mut local.writers {
                if proxy.is_waiting() {
                    greetings.extend(proxy.greet(now).map(|answer| (reader, writer, answer)));
                    requests.extend(
                        proxy.overdue_fragments(now).into_iter().map(|missing| (reader, writer, missing)),
                    );
                }
            }
        }
        greetings.iter().for_each(|(reader, writer, answer)| self.send_answer(*reader, *writer, answer));
        requests
            .iter()
            .for_each(|(reader, writer, missing)| self.send_fragment_request(*reader, *writer, missing));
    }

    pub(super) fn send_answer(&mut self, reader: EntityId, writer: Guid, answer: &Answer) {
        let mut message = self.message_to(writer.prefix, 0);
        message.acknowledgment(&Acknowledgment {
            reader,
            writer: writer.entity,
            requested: answer.missing,
            count: answer.count,
            is_final: !answer.wants_heartbeat,
        });
        self.send(writer, message);
    }

    pub(super) fn send_fragment_request(
        &mut self,
        reader: EntityId,
        writer: Guid,
        missing: &FragmentsMissing,
    ) {
        let mut message = self.message_to(writer.prefix, 0);
        message.fragment_request(&FragmentRequest {
            reader,
            writer: writer.entity,
            sequence: missing.sequence,
            requested: missing.missing,
            count: missing.count,
        });
        self.send(writer, message);
    }

    pub(super) fn send_gap(&mut self, to: GuidPrefix, gap: &Gap) {
        let mut message = self.message_to(to, 0);
        message.gap(gap);
        self.send(Guid::new(to, gap.reader), message);
    }
}

fn put_whole(message: &mut MessageBuilder, piece: &Piece) {
    let content = &piece.change.content;
    let data = Data {
        reader: piece.reader,
        writer: piece.writer,
        sequence: piece.change.sequence,
        inline: content.inline,
        payload: &content.payload,
        is_key: content.is_key,
    };
    message.data(&data, content.encapsulation);
}

fn put_fragment(message: &mut MessageBuilder, piece: &Piece, number: u32) {
    let change = &piece.change;
    let mut first = Vec::new();
    message.data_fragments(&DataFragments {
        reader: piece.reader,
        writer: piece.writer,
        sequence: change.sequence,
        first: number,
        count: 1,
        fragment_length: piece.fragment_length,
        sample_length: change.length() as u32,
        inline: change.content.inline,
        payload: fragment(piece, number, &mut first),
    });
}

/// A fragment of a sample with its encapsulation header. The first one is composed in `first`.
fn fragment<'a>(piece: &'a Piece, number: u32, first: &'a mut Vec<u8>) -> &'a [u8] {
    let content = &piece.change.content;
    let (length, payload) = (usize::from(piece.fragment_length), &content.payload);
    if number == 1 {
        let [high, low] = content.encapsulation;
        first.extend([high, low, 0, 0]);
        first.extend(&payload[..(length - ENCAPSULATION_LENGTH).min(payload.len())]);
        return first;
    }
    let begin = (number as usize - 1) * length - ENCAPSULATION_LENGTH;
    &payload[begin.min(payload.len())..(begin + length).min(payload.len())]
}

/// The gap of a sample that the writer no longer keeps.
fn gap_of_one(piece: &Piece, reader: EntityId) -> Gap {
    let start = piece.change.sequence;
    Gap { reader, writer: piece.writer, start, others: NumberSet::new(start + 1, []) }
}
