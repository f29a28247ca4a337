//! A writer: its samples and its readers.

pub mod history;
pub mod reader_proxy;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Instant;

use crate::discovery::endpoint::EndpointData;
use crate::guid::{EntityId, Guid, GuidPrefix};
use crate::messages::{Acknowledgment, Gap, Heartbeat};
use crate::qos::Durability;
use crate::sequence::{NumberSet, SequenceNumber};
use crate::writer::history::{Change, History};
use crate::writer::reader_proxy::ReaderProxy;

/// A writer of this participant.
#[derive(Debug)]
pub struct LocalWriter {
    pub data: EndpointData,
    pub history: History,
    /// The matched readers of other participants.
    pub readers: BTreeMap<Guid, ReaderProxy>,
    /// The matched readers of this participant.
    pub local_readers: Vec<EntityId>,
    heartbeats: u32,
}

/// Requests in an acknowledgment.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Requests {
    /// Samples to send again.
    pub repairs: Vec<SequenceNumber>,
    /// Samples that are not sent.
    pub gap: Option<Gap>,
    /// Whether the reader waits for a heartbeat.
    pub wants_heartbeat: bool,
    /// Whether the reader is now known to receive samples.
    pub is_newly_ready: bool,
}

impl LocalWriter {
    pub fn new(data: EndpointData, is_keyed: bool) -> Self {
        let history = History::new(data.qos.depth, data.qos.lifespan, is_keyed);
        Self { data, history, readers: BTreeMap::new(), local_readers: Vec::new(), heartbeats: 0 }
    }

    pub fn id(&self) -> EntityId {
        self.data.guid.entity
    }

    /// Adds a matched reader. Returns whether it is new.
    pub fn add_reader(&mut self, guid: Guid, reliable: bool, durability: Durability, now: Instant) -> bool {
        if self.readers.contains_key(&guid) {
            return false;
        }
        let keeps = self.data.qos.durability >= Durability::TransientLocal;
        let start = if keeps && durability >= Durability::TransientLocal {
            self.history.first_for_late_reader(now)
        } else {
            self.history.next()
        };
        self.readers.insert(guid, ReaderProxy::new(reliable, start, self.history.next() - 1));
        true
    }

    /// The participants with a matched reader, in order.
    pub fn destinations(&self) -> Vec<GuidPrefix> {
        let mut prefixes: Vec<GuidPrefix> = self.readers.keys().map(|guid| guid.prefix).collect();
        prefixes.dedup();
        prefixes
    }

    /// The readers of a participant.
    pub fn readers_of(&mut self, prefix: GuidPrefix) -> impl Iterator<Item = (&Guid, &mut ReaderProxy)> {
        let (first, last) = (Guid::new(prefix, EntityId([0; 4])), Guid::new(prefix, EntityId([0xff; 4])));
        self.readers.range_mut(first..=last)
    }

    /// A heartbeat for a reliable reader.
    pub fn heartbeat(&mut self, reader: Guid, now: Instant) -> Option<Heartbeat> {
        let first = self.history.first();
        let writer = self.id();
        let proxy = self.readers.get_mut(&reader).filter(|proxy| proxy.reliable)?;
        self.heartbeats = self.heartbeats.wrapping_add(1);
        let first = first.max(proxy.start);
        proxy.sent = proxy.sent.max(first - 1);
        proxy.heartbeat_sent(now);
        let (last, count) = (proxy.sent, self.heartbeats);
        Some(Heartbeat { reader: reader.entity, writer, first, last, count, is_final: false })
    }

    /// Heartbeats that are due, for readers that have not acknowledged everything.
    pub fn due_heartbeats(&mut self, now: Instant) -> Vec<(GuidPrefix, Heartbeat)> {
        let due: Vec<Guid> = self
            .readers
            .iter()
            .filter(|(_, proxy)| proxy.next_heartbeat.is_some_and(|at| at <= now))
            .map(|(guid, _)| *guid)
            .collect();
        due.into_iter()
            .filter_map(|guid| self.heartbeat(guid, now).map(|heartbeat| (guid.prefix, heartbeat)))
            .collect()
    }

    /// Processes an acknowledgment.
    pub fn acknowledge(&mut self, reader: Guid, ack: &Acknowledgment, now: Instant) -> Requests {
        let (id, newest) = (self.id(), self.history.next() - 1);
        let Some(proxy) = self.readers.get_mut(&reader).filter(|proxy| proxy.reliable) else {
            return Requests::default();
        };
        if !proxy.is_new_acknowledgment(ack.count) {
            return Requests::default();
        }
        let is_newly_ready = proxy.acknowledge(ack.requested.base.min(newest + 1));
        let (mut repairs, mut missing) = (Vec::new(), Vec::new());
        for sequence in ack.requested.members().filter(|&sequence| sequence > 0 && sequence <= proxy.sent) {
            if sequence >= proxy.start && self.history.get(sequence).is_some() {
                repairs.push(sequence);
            } else {
                missing.push(sequence);
            }
        }
        let gap = missing.first().map(|&start| Gap {
            reader: reader.entity,
            writer: id,
            start,
            others: NumberSet::new(start + 1, missing.iter().skip(1).copied()),
        });
        let wants_heartbeat = !ack.is_final && proxy.may_send_heartbeat(now);
        if self.history.is_keyed() {
            let acked = self.readers.values().map(|proxy| proxy.acked).min().unwrap_or(newest);
            self.history.forget_ends(acked);
        }
        Requests { repairs, gap, wants_heartbeat, is_newly_ready }
    }

    /// The sample with a number, if it is still kept.
    pub fn sample(&self, sequence: SequenceNumber) -> Option<Arc<Change>> {
        self.history.get(sequence).map(Arc::clone)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::qos::Qos;
    use crate::writer::history::Content;

    const READER: Guid = Guid { prefix: GuidPrefix([2; 12]), entity: EntityId([0, 0, 1, 4]) };

    fn writer(durability: Durability) -> LocalWriter {
        let qos = Qos { reliable: true, durability, depth: 3, ..Qos::default() };
        let guid = Guid::new(GuidPrefix([1; 12]), EntityId::user_writer(1));
        let data = EndpointData {
            guid,
            topic: "t".to_owned(),
            type_name: "T".to_owned(),
            qos,
            user_data: Vec::new(),
            addresses: Vec::new(),
        };
        LocalWriter::new(data, false)
    }

    fn write(writer: &mut LocalWriter, length: usize) {
        writer.history.push(Content::new(vec![0; length].into()), Instant::now());
    }

    fn ack(base: i64, members: &[i64], count: u32) -> Acknowledgment {
        let requested = NumberSet::new(base, members.iter().copied());
        Acknowledgment {
            reader: READER.entity,
            writer: EntityId::user_writer(1),
            requested,
            count,
            is_final: false,
        }
    }

    #[test]
    fn volatile_reader_starts_after_earlier_samples() {
        let mut writer = writer(Durability::Volatile);
        write(&mut writer, 1);
        writer.add_reader(READER, true, Durability::Volatile, Instant::now());
        let heartbeat = writer.heartbeat(READER, Instant::now()).unwrap();
        assert_eq!((heartbeat.first, heartbeat.last), (2, 1));
    }

    #[test]
    fn late_reader_of_a_latched_topic_requests_the_kept_samples() {
        let mut writer = writer(Durability::TransientLocal);
        (0..5).for_each(|_| write(&mut writer, 1));
        writer.add_reader(READER, true, Durability::TransientLocal, Instant::now());
        let heartbeat = writer.heartbeat(READER, Instant::now()).unwrap();
        assert_eq!((heartbeat.first, heartbeat.last), (3, 5));
        let requests = writer.acknowledge(READER, &ack(3, &[3, 4, 5], 1), Instant::now());
        assert_eq!(requests.repairs, [3, 4, 5]);
    }

    #[test]
    fn dropped_samples_are_answered_by_a_gap() {
        let mut writer = writer(Durability::Volatile);
        writer.add_reader(READER, true, Durability::Volatile, Instant::now());
        // Larger than the samples that are kept beyond the depth.
        (0..6).for_each(|_| write(&mut writer, 200_000));
        writer.readers_of(READER.prefix).for_each(|(_, proxy)| proxy.sample_sent(6, Instant::now()));
        let requests = writer.acknowledge(READER, &ack(1, &[1, 2, 3, 4, 9], 1), Instant::now());
        assert_eq!(requests.repairs, [4]);
        let gap = requests.gap.unwrap();
        assert_eq!((gap.start, gap.others.members().collect::<Vec<_>>()), (1, vec![2, 3]));
        assert_eq!(
            writer.acknowledge(READER, &ack(1, &[1], 1), Instant::now()),
            Requests::default(),
            "a repeated count"
        );
    }

    #[test]
    fn reader_is_ready_when_it_answers_a_heartbeat() {
        let mut writer = writer(Durability::Volatile);
        writer.add_reader(READER, true, Durability::Volatile, Instant::now());
        let first = writer.acknowledge(READER, &ack(1, &[], 1), Instant::now());
        assert!(!first.is_newly_ready && first.wants_heartbeat, "it may not have seen a heartbeat");
        assert!(writer.acknowledge(READER, &ack(1, &[], 2), Instant::now()).is_newly_ready);
        assert!(!writer.acknowledge(READER, &ack(1, &[], 3), Instant::now()).is_newly_ready);
    }
}
