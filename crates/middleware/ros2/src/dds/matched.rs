//! Which readers and writers of other programs are connected to each of ours.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use rustdds::{DomainParticipantStatusEvent, GUID};

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
    /// For each participant that is there, one of its peers and how many of them were ever connected.
    met: Vec<(GUID, usize)>,
    count: ReaderCount,
}

impl Peers {
    fn add(&mut self, peer: GUID) {
        if !self.known.insert(peer) {
            return;
        }
        match self.met.iter_mut().find(|(met, _)| met.prefix == peer.prefix) {
            Some((_, number)) => *number += 1,
            None => self.met.push((peer, 1)),
        }
    }

    /// How many peers in the participant of an entity were ever connected.
    fn met_beside(&self, entity: GUID) -> usize {
        self.met.iter().find(|(met, _)| met.prefix == entity.prefix).map_or(0, |&(_, number)| number)
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
    /// participant has had a reader of answers for each writer of requests. What of a client comes or goes first in
    /// discovery is not known, and a program may have several clients of one service, one after the other too. So those
    /// that have gone count on both sides.
    #[must_use]
    pub fn reaches(&self, writer: GUID, reader: GUID, client: GUID) -> bool {
        let peers = self.lock();
        // Its request may be here before the event that connected it: then it is not among those that are counted.
        let is_known = peers.get(&reader).is_some_and(|peers| peers.known.contains(&client));
        let met = |local| peers.get(&local).map_or(0, |peers| peers.met_beside(client));
        is_known && met(writer) >= met(reader)
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
                    peers.met.retain(|(met, _)| met.prefix != id);
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
        let reaches = |client| matched.reaches(answers, requests, client);
        assert!(!reaches(guid(2, 1)), "nothing is known of it yet");
        asks(guid(2, 1));
        assert!(!reaches(guid(2, 1)), "its reader is not known yet");
        hears(guid(2, 2));
        assert!(reaches(guid(2, 1)));
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
