//! Matches writers and readers of one topic.

use std::time::Instant;

use crate::discovery::endpoint::{self, EndpointData};
use crate::engine::{ENDPOINTS_MAX, Engine, Event, Incompatibility};
use crate::guid::{EntityId, Guid};
use crate::qos::{Durability, Mismatch};
use crate::reader::Received;
use crate::reader::writer_proxy::WriterProxy;

/// Why a writer and a reader of one topic do not match; empty if they match.
fn mismatches(writer: &EndpointData, reader: &EndpointData) -> Vec<Mismatch> {
    if writer.type_name == reader.type_name {
        writer.qos.mismatches(&reader.qos)
    } else {
        vec![Mismatch::Type]
    }
}

impl Engine {
    /// Processes the description of a writer or reader of another participant, or its end.
    pub(super) fn endpoint_described(&mut self, now: Instant, source: Guid, received: &Received) {
        let describes_writers = source.entity == EntityId::PUBLICATIONS_WRITER;
        if received.inline.disposed || received.is_key {
            let hashed = received.inline.key_hash.map(Guid::from_bytes);
            if let Some(ended) = endpoint::parse_key(&received.payload).or(hashed)
                && ended.prefix == source.prefix
                && let Some(other) = self.others.get_mut(&source.prefix)
            {
                other.addresses.remove(&ended.entity);
                if describes_writers && other.writers.remove(&ended.entity).is_some() {
                    self.lose_writer(ended);
                } else if !describes_writers && other.readers.remove(&ended.entity).is_some() {
                    self.lose_reader(ended);
                }
            }
            return;
        }
        let data = match EndpointData::parse(&received.payload, describes_writers) {
            Ok(data) => data,
            Err(error) => return tracing::debug!("a description from {source:?} is ignored: {error}"),
        };
        let from = self.others.get(&source.prefix).map(|other| *other.user.ip());
        let address = from.and_then(|from| self.reachable(&data.addresses, from));
        let Some(other) = self.others.get_mut(&source.prefix) else { return };
        let known = if describes_writers { &mut other.writers } else { &mut other.readers };
        if data.guid.prefix != source.prefix || known.len() >= ENDPOINTS_MAX {
            return;
        }
        known.insert(data.guid.entity, data.clone());
        if let Some(address) = address {
            other.addresses.insert(data.guid.entity, address);
        }
        if describes_writers {
            let local: Vec<EntityId> = self.readers.keys().copied().collect();
            local.into_iter().for_each(|reader| self.match_remote_writer(reader, &data, now));
        } else {
            let local: Vec<EntityId> = self.writers.keys().copied().collect();
            local.into_iter().for_each(|writer| self.match_remote_reader(writer, &data, now));
        }
    }

    /// Matches a new writer of this participant with all readers.
    pub(super) fn match_new_writer(&mut self, id: EntityId, now: Instant) {
        let readers: Vec<EndpointData> =
            self.others.values().flat_map(|other| other.readers.values()).cloned().collect();
        readers.iter().for_each(|reader| self.match_remote_reader(id, reader, now));
        let own: Vec<EntityId> = self.readers.keys().copied().collect();
        own.into_iter().for_each(|reader| self.match_own(id, reader));
    }

    /// Matches a new reader of this participant with all writers.
    pub(super) fn match_new_reader(&mut self, id: EntityId, now: Instant) {
        let writers: Vec<EndpointData> =
            self.others.values().flat_map(|other| other.writers.values()).cloned().collect();
        writers.iter().for_each(|writer| self.match_remote_writer(id, writer, now));
        let own: Vec<EntityId> = self.writers.keys().copied().collect();
        own.into_iter().for_each(|writer| self.match_own(writer, id));
    }

    /// Matches a writer and a reader of this participant. A late reader receives the kept samples.
    fn match_own(&mut self, writer: EntityId, reader: EntityId) {
        let (Some(local), Some(other)) = (self.writers.get_mut(&writer), self.readers.get(&reader)) else {
            return;
        };
        let fits = local.data.topic == other.data.topic
            && !writer.is_builtin()
            && !reader.is_builtin()
            && other.reads_own
            && mismatches(&local.data, &other.data).is_empty();
        if !fits {
            return;
        }
        local.local_readers.push(reader);
        let guid = other.data.guid;
        self.events.push(Event::ReaderMatched { writer, reader: guid });
        self.events.push(Event::ReaderReady { writer, reader: guid });
        if local.data.qos.durability.min(other.data.qos.durability) >= Durability::TransientLocal {
            let first = local.history.first_for_late_reader(Instant::now());
            for change in (first..local.history.next()).filter_map(|sequence| local.history.get(sequence)) {
                let sample = super::sample_of(local.data.guid, change);
                self.events.push(Event::Sample { reader, sample });
            }
        }
    }

    fn match_remote_reader(&mut self, writer: EntityId, reader: &EndpointData, now: Instant) {
        let Some(local) = self.writers.get_mut(&writer) else { return };
        if writer.is_builtin()
            || local.data.topic != reader.topic
            || !local.data.qos.shares_partition(&reader.qos)
        {
            return;
        }
        let mismatches = mismatches(&local.data, reader);
        if !mismatches.is_empty() {
            let own = local.data.clone();
            return self.report(own, true, reader, mismatches);
        }
        let reliable = reader.qos.reliable;
        if local.add_reader(reader.guid, reliable, reader.qos.durability, now) {
            self.events.push(Event::ReaderMatched { writer, reader: reader.guid });
            if reliable {
                // A reader of Cyclone DDS ignores samples before the first heartbeat.
                self.send_heartbeat(now, writer, reader.guid);
            } else {
                self.events.push(Event::ReaderReady { writer, reader: reader.guid });
            }
        }
    }

    fn match_remote_writer(&mut self, reader: EntityId, writer: &EndpointData, now: Instant) {
        let Some(local) = self.readers.get_mut(&reader) else { return };
        if reader.is_builtin()
            || local.data.topic != writer.topic
            || !local.data.qos.shares_partition(&writer.qos)
        {
            return;
        }
        let mismatches = mismatches(writer, &local.data);
        if !mismatches.is_empty() {
            let own = local.data.clone();
            return self.report(own, false, writer, mismatches);
        }
        if local.writers.contains_key(&writer.guid) {
            return;
        }
        let requested = &local.data.qos;
        let skips = writer.qos.durability >= Durability::TransientLocal
            && requested.durability < Durability::TransientLocal;
        local.writers.insert(writer.guid, WriterProxy::new(requested.reliable, skips, now));
        self.events.push(Event::WriterMatched { reader, writer: writer.guid });
        self.send_due_requests(now);
    }

    fn report(
        &mut self,
        own: EndpointData,
        own_writes: bool,
        peer: &EndpointData,
        mismatches: Vec<Mismatch>,
    ) {
        let Some(other) = self.others.get(&peer.guid.prefix) else { return };
        let address = *other.user.ip();
        let incompatibility = Incompatibility { own, own_writes, peer: peer.clone(), address, mismatches };
        self.events.push(Event::Incompatible(Box::new(incompatibility)));
    }

    /// Removes a writer of another participant from the readers. Samples that wait for lost ones are delivered.
    pub(super) fn lose_writer(&mut self, guid: Guid) {
        for (&reader, local) in &mut self.readers {
            if let Some(proxy) = local.writers.remove(&guid) {
                for sample in proxy.finish().into_iter().filter_map(|received| received.into_sample(guid)) {
                    self.events.push(Event::Sample { reader, sample });
                }
                self.events.push(Event::WriterLost { reader, writer: guid });
            }
        }
    }

    /// Removes a reader of another participant from the writers.
    pub(super) fn lose_reader(&mut self, guid: Guid) {
        for (&writer, local) in &mut self.writers {
            if local.readers.remove(&guid).is_some() {
                self.events.push(Event::ReaderLost { writer, reader: guid });
            }
        }
    }
}
