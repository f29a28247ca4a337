//! The protocol of one participant without sockets and threads: datagrams and samples in, datagrams and events out.

mod announcing;
mod matching;
mod receiving;
mod sending;

use std::collections::BTreeMap;
use std::net::{Ipv4Addr, SocketAddrV4};
use std::time::{Duration, Instant};

use crate::discovery::endpoint::EndpointData;
use crate::discovery::participant::ParticipantData;
use crate::guid::{EntityId, Guid, GuidPrefix};
use crate::pacing::{FRAGMENT_LENGTH, Job, Pacer};
use crate::qos::{Durability, Mismatch, Qos};
use crate::reader::{LocalReader, Sample};
use crate::writer::LocalWriter;
use crate::writer::history::{Change, Content, ENCAPSULATION_LENGTH};

/// Period of announcements of the participant. Its lease is longer than three periods.
pub(crate) const ANNOUNCEMENT_PERIOD: Duration = Duration::from_secs(3);

/// Time after which other participants remove this one, if they hear nothing from it.
pub(crate) const LEASE: Duration = Duration::from_secs(10);

/// Period of [`Engine::tick`] while readers or writers wait for answers.
const BUSY_PERIOD: Duration = Duration::from_millis(10);

/// Period of [`Engine::tick`] otherwise.
const IDLE_PERIOD: Duration = Duration::from_millis(250);

/// Largest number of other participants.
const PARTICIPANTS_MAX: usize = 1024;

/// Largest number of writers or readers of a participant.
const ENDPOINTS_MAX: usize = 8192;

/// An event of the participant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Event {
    /// A reader has received a sample.
    Sample {
        /// The reader.
        reader: EntityId,
        /// The sample.
        sample: Sample,
    },
    /// A reader appears that is compatible with a writer of this participant.
    ReaderMatched {
        /// The writer of this participant.
        writer: EntityId,
        /// The reader.
        reader: Guid,
    },
    /// A matched reader receives samples from now on.
    ReaderReady {
        /// The writer of this participant.
        writer: EntityId,
        /// The reader.
        reader: Guid,
    },
    /// A matched reader is gone.
    ReaderLost {
        /// The writer of this participant.
        writer: EntityId,
        /// The reader.
        reader: Guid,
    },
    /// A writer appears that is compatible with a reader of this participant.
    WriterMatched {
        /// The reader of this participant.
        reader: EntityId,
        /// The writer.
        writer: Guid,
    },
    /// A matched writer is gone.
    WriterLost {
        /// The reader of this participant.
        reader: EntityId,
        /// The writer.
        writer: Guid,
    },
    /// Another participant is gone, with its writers and readers.
    ParticipantLost(GuidPrefix),
    /// A writer and a reader of one topic do not match.
    Incompatible(Box<Incompatibility>),
}

/// Why a writer and a reader of one topic do not match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Incompatibility {
    /// The writer or reader of this participant.
    pub own: EndpointData,
    /// Whether this participant has the writer.
    pub own_writes: bool,
    /// The reader or writer of the other participant.
    pub peer: EndpointData,
    /// The address of the other participant.
    pub address: Ipv4Addr,
    /// The policies, at least one.
    pub mismatches: Vec<Mismatch>,
}

/// A datagram to send.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Datagram {
    /// Where it goes.
    pub to: Destination,
    /// Its content.
    pub bytes: Vec<u8>,
}

/// Where a datagram goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Destination {
    /// To all participants: by multicast, and to the usual ports of this machine.
    Everyone,
    /// Discovery, to one participant.
    Metatraffic(SocketAddrV4),
    /// Samples of topics, to one participant.
    User(SocketAddrV4),
}

/// Description of a new writer or reader.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct EndpointOptions {
    /// The name of the topic.
    pub topic: String,
    /// The name of its type.
    pub type_name: String,
    /// The policies.
    pub qos: Qos,
    /// Bytes that other participants receive with the description.
    pub user_data: Vec<u8>,
    /// For a reader: whether it ignores writers of this participant.
    pub ignores_own: bool,
}

/// Another participant.
#[derive(Debug)]
struct RemoteParticipant {
    data: ParticipantData,
    metatraffic: SocketAddrV4,
    user: SocketAddrV4,
    /// Length of the fragments that it receives, constant because repairs are requested by their numbers. [bytes]
    fragment_length: u16,
    /// Addresses of writers and readers that have their own.
    addresses: BTreeMap<EntityId, SocketAddrV4>,
    last_seen: Instant,
    writers: BTreeMap<EntityId, EndpointData>,
    readers: BTreeMap<EntityId, EndpointData>,
}

/// The protocol of one participant.
#[derive(Debug)]
pub struct Engine {
    own: ParticipantData,
    /// Version of the announcement.
    version: i64,
    next_announcement: Instant,
    announcements: u32,
    others: BTreeMap<GuidPrefix, RemoteParticipant>,
    writers: BTreeMap<EntityId, LocalWriter>,
    readers: BTreeMap<EntityId, LocalReader>,
    pacer: Pacer,
    datagrams: Vec<Datagram>,
    events: Vec<Event>,
}

impl Engine {
    /// The protocol of a participant with its addresses.
    #[must_use]
    pub fn new(
        prefix: GuidPrefix,
        domain: u16,
        metatraffic: Vec<SocketAddrV4>,
        user: Vec<SocketAddrV4>,
        user_data: Vec<u8>,
        now: Instant,
    ) -> Self {
        let own = ParticipantData {
            prefix,
            domain: Some(domain.into()),
            metatraffic,
            user,
            lease: LEASE,
            endpoints: crate::discovery::participant::builtin::ALL,
            user_data,
        };
        let mut engine = Self {
            own,
            version: 1,
            next_announcement: now,
            announcements: 0,
            others: BTreeMap::new(),
            writers: BTreeMap::new(),
            readers: BTreeMap::new(),
            pacer: Pacer::default(),
            datagrams: Vec::new(),
            events: Vec::new(),
        };
        for id in [EntityId::PUBLICATIONS_WRITER, EntityId::SUBSCRIPTIONS_WRITER] {
            engine.writers.insert(id, LocalWriter::new(engine.discovery_endpoint(id), true));
        }
        for id in [EntityId::PUBLICATIONS_READER, EntityId::SUBSCRIPTIONS_READER] {
            engine.readers.insert(id, LocalReader::new(engine.discovery_endpoint(id), false));
        }
        engine
    }

    fn discovery_endpoint(&self, id: EntityId) -> EndpointData {
        EndpointData {
            guid: self.guid_of(id),
            topic: String::new(),
            type_name: String::new(),
            qos: Qos { reliable: true, durability: Durability::TransientLocal, ..Qos::default() },
            user_data: Vec::new(),
            addresses: Vec::new(),
        }
    }

    fn guid_of(&self, id: EntityId) -> Guid {
        Guid::new(self.own.prefix, id)
    }

    fn describe(&self, id: EntityId, options: &EndpointOptions) -> EndpointData {
        EndpointData {
            guid: self.guid_of(id),
            topic: options.topic.clone(),
            type_name: options.type_name.clone(),
            qos: options.qos.clone(),
            user_data: options.user_data.clone(),
            addresses: Vec::new(),
        }
    }

    /// Opens a writer.
    pub fn open_writer(&mut self, now: Instant, id: EntityId, options: &EndpointOptions) {
        let data = self.describe(id, options);
        self.writers.insert(id, LocalWriter::new(data.clone(), false));
        self.match_new_writer(id, now);
        self.publish_description(EntityId::PUBLICATIONS_WRITER, &data, now);
    }

    /// Opens a reader.
    pub fn open_reader(&mut self, now: Instant, id: EntityId, options: &EndpointOptions) {
        let data = self.describe(id, options);
        self.readers.insert(id, LocalReader::new(data.clone(), !options.ignores_own));
        self.match_new_reader(id, now);
        self.publish_description(EntityId::SUBSCRIPTIONS_WRITER, &data, now);
    }

    /// Closes a writer. Samples that were not sent yet are dropped.
    pub fn close_writer(&mut self, now: Instant, id: EntityId) {
        self.transmit(now);
        if self.writers.remove(&id).is_some() {
            self.pacer.remove_writer(id);
            self.publish_end(EntityId::PUBLICATIONS_WRITER, self.guid_of(id), now);
        }
    }

    /// Closes a reader.
    pub fn close_reader(&mut self, now: Instant, id: EntityId) {
        if self.readers.remove(&id).is_some() {
            let guid = self.guid_of(id);
            for (writer, local) in &mut self.writers {
                if local.local_readers.contains(&id) {
                    local.local_readers.retain(|reader| *reader != id);
                    self.events.push(Event::ReaderLost { writer: *writer, reader: guid });
                }
            }
            self.publish_end(EntityId::SUBSCRIPTIONS_WRITER, guid, now);
        }
    }

    /// Length of fragments for a participant. [bytes]
    fn fragment_length(&self, to: GuidPrefix) -> u16 {
        self.others.get(&to).map_or(FRAGMENT_LENGTH, |other| other.fragment_length)
    }

    /// Writes a sample to all matched readers.
    pub fn write(&mut self, now: Instant, writer: EntityId, content: Content) {
        let Some(local) = self.writers.get_mut(&writer) else { return };
        let change = local.history.push(content, now);
        let guid = local.data.guid;
        for &reader in &local.local_readers {
            let sample = sample_of(guid, &change);
            self.events.push(Event::Sample { reader, sample });
        }
        for to in local.destinations() {
            let job = Job::new(writer, std::sync::Arc::clone(&change), self.fragment_length(to));
            self.pacer.push(to, job, now);
        }
    }

    /// Sends what is due: announcements, heartbeats, acknowledgments, and samples within their budgets.
    pub fn tick(&mut self, now: Instant) {
        self.announce_if_due(now);
        self.remove_expired(now);
        self.send_due_heartbeats(now);
        self.send_due_requests(now);
        self.transmit(now);
    }

    /// Time until the next tick.
    #[must_use]
    pub fn until_tick(&self, now: Instant) -> Duration {
        let is_busy = self
            .writers
            .values()
            .any(|writer| writer.readers.values().any(|reader| reader.next_heartbeat.is_some()))
            || self.readers.values().any(|reader| reader.writers.values().any(|writer| writer.is_waiting()));
        let period = if is_busy { BUSY_PERIOD } else { IDLE_PERIOD };
        period.min(self.next_announcement.saturating_duration_since(now))
    }

    /// Whether samples wait for budget, so that [`Self::transmit`] has more to send in a millisecond.
    #[must_use]
    pub fn is_transmitting(&self) -> bool {
        self.pacer.is_waiting()
    }

    /// Removes and returns the datagrams to send, in order.
    pub fn take_datagrams(&mut self) -> Vec<Datagram> {
        std::mem::take(&mut self.datagrams)
    }

    /// Removes and returns the events, in order.
    pub fn take_events(&mut self) -> Vec<Event> {
        std::mem::take(&mut self.events)
    }
}

/// A sample for a reader of the same participant.
fn sample_of(writer: Guid, change: &Change) -> Sample {
    debug_assert!(change.length() >= ENCAPSULATION_LENGTH);
    Sample {
        writer,
        sequence: change.sequence,
        encapsulation: change.content.encapsulation,
        payload: change.content.payload.clone(),
        related: change.content.inline.related,
    }
}

#[cfg(test)]
mod tests;
