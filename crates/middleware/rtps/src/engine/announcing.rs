//! Discovery of participants: announcements, leases, and the descriptions of writers and readers.

use std::net::{Ipv4Addr, SocketAddrV4};
use std::time::{Duration, Instant};

use crate::discovery::endpoint::{self, EndpointData};
use crate::discovery::participant::{self, ParticipantData, builtin, participant_guid};
use crate::engine::{
    ANNOUNCEMENT_PERIOD, Datagram, Destination, Engine, Event, PARTICIPANTS_MAX, RemoteParticipant,
};
use crate::guid::{EntityId, Guid, GuidPrefix};
use crate::messages::Data;
use crate::messages::write::MessageBuilder;
use crate::pacing::{FRAGMENT_LENGTH, LOCAL_FRAGMENT_LENGTH};
use crate::parameters::InlineParameters;
use crate::qos::Durability;
use crate::reader::writer_proxy::WriterProxy;
use crate::time::Timestamp;
use crate::writer::history::{Content, PL_CDR_LE};

/// Pauses between the first announcements, one of which may be lost while another program starts.
const FIRST_PAUSES: [Duration; 3] =
    [Duration::from_millis(100), Duration::from_millis(300), Duration::from_secs(1)];

/// The writers and readers of discovery that belong together, with the bit of the other side.
const WRITERS: [(EntityId, EntityId, u32); 2] = [
    (EntityId::PUBLICATIONS_WRITER, EntityId::PUBLICATIONS_READER, builtin::PUBLICATIONS_READER),
    (EntityId::SUBSCRIPTIONS_WRITER, EntityId::SUBSCRIPTIONS_READER, builtin::SUBSCRIPTIONS_READER),
];
const READERS: [(EntityId, EntityId, u32); 2] = [
    (EntityId::PUBLICATIONS_READER, EntityId::PUBLICATIONS_WRITER, builtin::PUBLICATIONS_WRITER),
    (EntityId::SUBSCRIPTIONS_READER, EntityId::SUBSCRIPTIONS_WRITER, builtin::SUBSCRIPTIONS_WRITER),
];

impl Engine {
    pub(super) fn announce_if_due(&mut self, now: Instant) {
        if now < self.next_announcement {
            return;
        }
        let pause = FIRST_PAUSES.get(self.announcements as usize).copied().unwrap_or(ANNOUNCEMENT_PERIOD);
        self.announcements = self.announcements.saturating_add(1);
        self.next_announcement = now + pause;
        let bytes = self.announcement();
        self.datagrams.push(Datagram { to: Destination::Everyone, bytes });
    }

    fn announcement(&self) -> Vec<u8> {
        self.announcement_message(&self.own.encode(), InlineParameters::default(), false)
    }

    fn announcement_message(&self, list: &[u8], inline: InlineParameters, is_key: bool) -> Vec<u8> {
        let mut message = MessageBuilder::new(self.own.prefix, list.len());
        message.timestamp(Timestamp::now());
        let data = Data {
            reader: EntityId::PARTICIPANT_READER,
            writer: EntityId::PARTICIPANT_WRITER,
            sequence: self.version,
            inline,
            payload: list,
            is_key,
        };
        message.data(&data, PL_CDR_LE);
        message.finish()
    }

    /// Changes the addresses of this participant, and announces them if they differ.
    pub fn set_addresses(&mut self, now: Instant, metatraffic: Vec<SocketAddrV4>, user: Vec<SocketAddrV4>) {
        if (&self.own.metatraffic, &self.own.user) != (&metatraffic, &user) {
            (self.own.metatraffic, self.own.user) = (metatraffic, user);
            self.version += 1;
            self.next_announcement = now;
        }
    }

    /// Sends the waiting samples, then announces the end of this participant to all other participants.
    pub fn leave(&mut self, now: Instant) {
        self.pacer.release();
        self.transmit(now);
        self.version += 1;
        let inline = InlineParameters {
            disposed: true,
            key_hash: Some(participant_guid(self.own.prefix)),
            ..InlineParameters::default()
        };
        let bytes = self.announcement_message(&participant::encode_key(self.own.prefix), inline, true);
        for other in self.others.values() {
            self.datagrams
                .push(Datagram { to: Destination::Metatraffic(other.metatraffic), bytes: bytes.clone() });
        }
        self.datagrams.push(Datagram { to: Destination::Everyone, bytes });
    }

    /// Processes an announcement, or the end of a participant.
    pub(super) fn participant_announced(
        &mut self,
        now: Instant,
        source: GuidPrefix,
        from: Ipv4Addr,
        data: &Data<'_>,
    ) {
        if data.inline.disposed || data.is_key {
            let hashed = data.inline.key_hash.map(Guid::from_bytes);
            let ended = endpoint::parse_key(data.payload).or(hashed).map_or(source, |guid| guid.prefix);
            // Only a participant itself reports its end.
            if ended == source {
                self.remove_participant(ended);
            }
            return;
        }
        let announced = match ParticipantData::parse(data.payload) {
            Ok(announced) => announced,
            Err(error) => return tracing::debug!("an announcement from {from} is ignored: {error}"),
        };
        let is_other_domain = announced.domain.is_some() && announced.domain != self.own.domain;
        if announced.prefix != source || announced.prefix == self.own.prefix || is_other_domain {
            return;
        }
        let (Some(metatraffic), Some(user)) = (
            self.reachable(&announced.metatraffic, from),
            self.reachable(&announced.user, from).or_else(|| self.reachable(&announced.metatraffic, from)),
        ) else {
            return tracing::debug!("participant {source:?} at {from} has no address of UDP over IPv4");
        };
        if let Some(known) = self.others.get_mut(&source) {
            known.last_seen = now;
            if known.data != announced {
                (known.metatraffic, known.user) = (metatraffic, user);
                known.data = announced;
            }
            return;
        }
        if self.others.len() >= PARTICIPANTS_MAX {
            return tracing::debug!("participant {source:?} is ignored: there are too many");
        }
        let other = RemoteParticipant {
            data: announced,
            metatraffic,
            user,
            fragment_length: if self.is_here(*user.ip()) { LOCAL_FRAGMENT_LENGTH } else { FRAGMENT_LENGTH },
            addresses: Default::default(),
            last_seen: now,
            writers: Default::default(),
            readers: Default::default(),
        };
        let endpoints = other.data.endpoints;
        self.others.insert(source, other);
        // It can use the following messages only after it knows this participant.
        let bytes = self.announcement();
        self.datagrams.push(Datagram { to: Destination::Metatraffic(metatraffic), bytes });
        self.match_discovery(now, source, endpoints);
    }

    fn match_discovery(&mut self, now: Instant, source: GuidPrefix, endpoints: u32) {
        for (writer, reader, bit) in WRITERS {
            if endpoints & bit != 0
                && let Some(local) = self.writers.get_mut(&writer)
            {
                local.add_reader(Guid::new(source, reader), true, Durability::TransientLocal, now);
                self.send_heartbeat(now, writer, Guid::new(source, reader));
            }
        }
        for (reader, writer, bit) in READERS {
            if endpoints & bit != 0
                && let Some(local) = self.readers.get_mut(&reader)
            {
                local.writers.insert(Guid::new(source, writer), WriterProxy::new(true, false, now));
            }
        }
        self.send_due_requests(now);
    }

    /// Whether an address is of this machine.
    fn is_here(&self, ip: Ipv4Addr) -> bool {
        ip.is_loopback() || self.own.user.iter().any(|address| *address.ip() == ip)
    }

    /// The address of a participant to send to. Several networks may connect it with this one.
    pub(super) fn reachable(&self, addresses: &[SocketAddrV4], from: Ipv4Addr) -> Option<SocketAddrV4> {
        let own: Vec<Ipv4Addr> = self.own.user.iter().map(|address| *address.ip()).collect();
        let is_here = self.is_here(from);
        let near = |address: &Ipv4Addr| {
            own.iter().filter(|own| !own.is_loopback()).any(|own| own.octets()[..3] == address.octets()[..3])
        };
        let rank = |address: &SocketAddrV4| {
            let ip = address.ip();
            match ip {
                _ if ip.is_loopback() && !is_here => 9,
                _ if ip.is_loopback() => 0,
                _ if *ip == from => 1,
                _ if is_here && own.contains(ip) => 2,
                _ if near(ip) => 3,
                _ => 4,
            }
        };
        addresses.iter().copied().filter(|address| !address.ip().is_multicast()).min_by_key(rank)
    }

    /// Removes participants whose lease has ended.
    pub(super) fn remove_expired(&mut self, now: Instant) {
        let is_expired = |other: &RemoteParticipant| now.duration_since(other.last_seen) > other.data.lease;
        let expired: Vec<GuidPrefix> =
            self.others.iter().filter(|(_, other)| is_expired(other)).map(|(&prefix, _)| prefix).collect();
        expired.into_iter().for_each(|prefix| self.remove_participant(prefix));
    }

    fn remove_participant(&mut self, prefix: GuidPrefix) {
        let Some(other) = self.others.remove(&prefix) else { return };
        self.pacer.remove_destination(prefix);
        for &writer in other.writers.keys() {
            self.lose_writer(Guid::new(prefix, writer));
        }
        for &reader in other.readers.keys() {
            self.lose_reader(Guid::new(prefix, reader));
        }
        for local in self.writers.values_mut() {
            local.readers.retain(|guid, _| guid.prefix != prefix);
        }
        for local in self.readers.values_mut() {
            local.writers.retain(|guid, _| guid.prefix != prefix);
        }
        self.events.push(Event::ParticipantLost(prefix));
    }

    /// Describes a writer or reader of this participant to all other participants.
    pub(super) fn publish_description(&mut self, writer: EntityId, data: &EndpointData, now: Instant) {
        let key_hash = Some(data.guid.to_bytes());
        let content = Content {
            encapsulation: PL_CDR_LE,
            inline: InlineParameters { key_hash, ..InlineParameters::default() },
            key: Some(data.guid),
            ..Content::new(data.encode().into())
        };
        self.write(now, writer, content);
    }

    /// Reports the end of a writer or reader of this participant to all other participants.
    pub(super) fn publish_end(&mut self, writer: EntityId, guid: Guid, now: Instant) {
        let inline = InlineParameters {
            disposed: true,
            key_hash: Some(guid.to_bytes()),
            ..InlineParameters::default()
        };
        let content = Content {
            encapsulation: PL_CDR_LE,
            inline,
            is_key: true,
            key: Some(guid),
            ..Content::new(endpoint::encode_key(guid).into())
        };
        self.write(now, writer, content);
    }
}
