//! Which readers and writers of other programs are connected to each of ours.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use rustdds::{DomainParticipantStatusEvent, GUID};

/// How long a reader must have been connected before it gets what it waits for. rustdds reports a reader, then tells it which
/// sample was the newest, and a reader of Cyclone DDS takes all up to that one for older than itself.
const SETTLING: Duration = Duration::from_millis(200);

/// The number of readers that are connected to a writer.
#[derive(Debug, Clone, Default)]
pub struct ReaderCount(Arc<AtomicUsize>);

impl ReaderCount {
    /// The number, as of the last event.
    #[must_use]
    pub fn get(&self) -> usize {
        self.0.load(Ordering::Relaxed)
    }
}

/// The readers of each of our writers, and the writers of each of our readers.
#[derive(Debug, Default)]
pub struct Matched {
    peers: Mutex<BTreeMap<GUID, Peers>>,
    /// Readers of this node that do not count.
    ignored: Mutex<BTreeSet<GUID>>,
}

#[derive(Debug, Default)]
struct Peers {
    known: BTreeSet<GUID>,
    /// What was ever connected of each participant that is there.
    met: Vec<Met>,
    count: ReaderCount,
}

/// The peers of a participant that were ever connected.
#[derive(Debug)]
struct Met {
    /// The newest of them.
    newest: GUID,
    /// When it was connected.
    at: Instant,
    number: usize,
}

impl Peers {
    fn add(&mut self, peer: GUID) {
        if !self.known.insert(peer) {
            return;
        }
        let at = Instant::now();
        match self.met.iter_mut().find(|met| met.newest.prefix == peer.prefix) {
            Some(met) => *met = Met { newest: peer, at, number: met.number + 1 },
            None => self.met.push(Met { newest: peer, at, number: 1 }),
        }
    }

    /// The peers in the participant of an entity.
    fn met_beside(&self, entity: GUID) -> Option<&Met> {
        self.met.iter().find(|met| met.newest.prefix == entity.prefix)
    }
}

impl Matched {
    /// The count of a writer's readers, which stays up to date.
    #[must_use]
    pub fn count(&self, writer: GUID) -> ReaderCount {
        self.lock().entry(writer).or_default().count.clone()
    }

    /// Leaves out a reader of this node.
    pub fn ignore(&self, reader: GUID) {
        self.ignored.lock().unwrap_or_else(PoisonError::into_inner).insert(reader);
        // Its match may have been noted before.
        self.change(None, |peers| {
            peers.known.remove(&reader);
        });
    }

    fn is_ignored(&self, reader: GUID) -> bool {
        self.ignored.lock().unwrap_or_else(PoisonError::into_inner).contains(&reader)
    }

    /// Forgets a writer or a reader that is closed.
    pub fn forget(&self, local: GUID) {
        self.lock().remove(&local);
    }

    /// Whether answers from `writer` reach a client whose requests come to `reader`: it is known there, and its
    /// participant has had a reader of answers for each writer of requests, the newest for a while at the time `now`. What
    /// of a client comes or goes first in discovery is not known, and a program may have several clients of one service,
    /// one after the other too. So those that have gone count on both sides.
    #[must_use]
    pub fn reaches(&self, writer: GUID, reader: GUID, client: GUID, now: Instant) -> bool {
        let peers = self.lock();
        // Its request may be here before the event that connected it: then it is not among those that are counted.
        let is_known = peers.get(&reader).is_some_and(|peers| peers.known.contains(&client));
        let met = |local| peers.get(&local).and_then(|peers| peers.met_beside(client));
        let (Some(readers), Some(writers)) = (met(writer), met(reader)) else { return false };
        is_known && readers.number >= writers.number && now >= readers.at + SETTLING
    }

    /// Takes note of an event of the participant.
    pub fn update(&self, event: &DomainParticipantStatusEvent) {
        match *event {
            DomainParticipantStatusEvent::RemoteReaderMatched { remote_reader, .. }
                if self.is_ignored(remote_reader) => {}
            DomainParticipantStatusEvent::RemoteReaderMatched {
                local_writer: local,
                remote_reader: remote,
            }
            | DomainParticipantStatusEvent::RemoteWriterMatched {
                local_reader: local,
                remote_writer: remote,
            } => {
                self.change(Some(local), |peers| peers.add(remote));
            }
            DomainParticipantStatusEvent::ReaderLost { guid, .. }
            | DomainParticipantStatusEvent::WriterLost { guid, .. } => {
                self.change(None, |peers| {
                    peers.known.remove(&guid);
                });
            }
            DomainParticipantStatusEvent::ParticipantLost { id, .. } => {
                self.change(None, |peers| {
                    peers.known.retain(|peer| peer.prefix != id);
                    peers.met.retain(|met| met.newest.prefix != id);
                });
            }
            _ => {}
        }
    }

    /// Changes the peers of one of our entities or of all.
    fn change(&self, local: Option<GUID>, mut change: impl FnMut(&mut Peers)) {
        let mut peers = self.lock();
        let mut apply = |peers: &mut Peers| {
            change(peers);
            peers.count.0.store(peers.known.len(), Ordering::Relaxed);
        };
        match local {
            Some(local) => apply(peers.entry(local).or_default()),
            None => peers.values_mut().for_each(apply),
        }
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<GUID, Peers>> {
        self.peers.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn guid(participant: u8, entity: u8) -> GUID {
        let mut bytes = [participant; 16];
        bytes[12..].copy_from_slice(&[0, 0, entity, 4]);
        GUID::from_bytes(bytes)
    }

    #[test]
    fn readers_are_counted_once_and_go_with_their_participant() {
        let matched = Matched::default();
        let (writer, other) = (guid(1, 1), guid(1, 2));
        let count = matched.count(writer);
        let meet = |local_writer, remote_reader| {
            matched
                .update(&DomainParticipantStatusEvent::RemoteReaderMatched { local_writer, remote_reader });
        };
        meet(writer, guid(2, 1));
        meet(writer, guid(2, 1));
        meet(writer, guid(2, 2));
        meet(writer, guid(3, 1));
        meet(other, guid(3, 1));
        assert_eq!((count.get(), matched.count(other).get()), (3, 1));
        let reason = rustdds::LostReason::Disposed;
        matched
            .update(&DomainParticipantStatusEvent::ReaderLost { guid: guid(3, 1), reason: reason.clone() });
        assert_eq!((count.get(), matched.count(other).get()), (2, 0));
        matched.update(&DomainParticipantStatusEvent::ParticipantLost { id: guid(2, 9).prefix, reason });
        assert_eq!(count.get(), 0);
    }

    #[test]
    fn a_reader_that_is_ignored_is_no_listener() {
        let matched = Matched::default();
        let writer = guid(1, 1);
        let count = matched.count(writer);
        let event = |remote_reader| DomainParticipantStatusEvent::RemoteReaderMatched {
            local_writer: writer,
            remote_reader,
        };
        matched.update(&event(guid(1, 2)));
        matched.ignore(guid(1, 2));
        assert_eq!(count.get(), 0);
        matched.update(&event(guid(1, 2)));
        matched.update(&event(guid(2, 2)));
        assert_eq!(count.get(), 1);
    }

    #[test]
    fn answers_reach_a_client_when_its_program_has_a_reader_for_each_writer() {
        let matched = Matched::default();
        let (answers, requests) = (guid(1, 1), guid(1, 2));
        let hears = |remote_reader| {
            let event =
                DomainParticipantStatusEvent::RemoteReaderMatched { local_writer: answers, remote_reader };
            matched.update(&event);
        };
        let asks = |remote_writer| {
            let event =
                DomainParticipantStatusEvent::RemoteWriterMatched { local_reader: requests, remote_writer };
            matched.update(&event);
        };
        let begin = Instant::now();
        let reaches = |client| matched.reaches(answers, requests, client, Instant::now() + SETTLING);
        assert!(!reaches(guid(2, 1)), "nothing is known of it yet");
        asks(guid(2, 1));
        assert!(!reaches(guid(2, 1)), "its reader is not known yet");
        hears(guid(2, 2));
        assert!(reaches(guid(2, 1)));
        assert!(!matched.reaches(answers, requests, guid(2, 1), begin), "its reader has only just come");
        assert!(!reaches(guid(2, 3)), "the reader that is there belongs to the first client");
        asks(guid(2, 3));
        hears(guid(3, 4));
        assert!(!reaches(guid(2, 3)), "the reader of its second client is not known yet");
        hears(guid(2, 4));
        assert!(reaches(guid(2, 3)));
        // Both clients are closed, and their writers go first, while a third one comes.
        let reason = rustdds::LostReason::Disposed;
        for writer in [guid(2, 1), guid(2, 3)] {
            let reason = reason.clone();
            matched.update(&DomainParticipantStatusEvent::WriterLost { guid: writer, reason });
        }
        asks(guid(2, 5));
        assert!(!reaches(guid(2, 5)), "the readers that are there belong to clients that were closed");
        hears(guid(2, 6));
        assert!(reaches(guid(2, 5)));
        matched.update(&DomainParticipantStatusEvent::ParticipantLost { id: guid(2, 9).prefix, reason });
        asks(guid(2, 1));
        assert!(!reaches(guid(2, 1)), "a program that comes again begins anew");
    }
}
