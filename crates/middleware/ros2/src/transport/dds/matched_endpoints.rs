//! The remote readers and writers that are matched with the endpoints of this node.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use rustdds::{DomainParticipantStatusEvent, GUID};

/// Delay between the match of a reader and the first answer to it. rustdds reports the match first and then announces its
/// newest sample to the reader. A reader of Cyclone DDS drops all samples up to that one as older than itself.
const SETTLING: Duration = Duration::from_millis(200);

/// The number of readers that are matched with a writer.
#[derive(Debug, Clone, Default)]
pub struct ReaderCount(Arc<AtomicUsize>);

impl ReaderCount {
    /// The number of readers after the last event.
    #[must_use]
    pub fn get(&self) -> usize {
        self.0.load(Ordering::Relaxed)
    }
}

/// The readers of each local writer, and the writers of each local reader.
#[derive(Debug, Default)]
pub struct MatchedEndpoints {
    peers: Mutex<BTreeMap<GUID, Peers>>,
    /// Readers of this node that are not counted.
    ignored: Mutex<BTreeSet<GUID>>,
}

/// The remote endpoints of one local endpoint.
#[derive(Debug, Default)]
struct Peers {
    /// The endpoints that are matched now.
    known: BTreeSet<GUID>,
    /// For each present participant, the endpoints that have ever been matched.
    history: Vec<MatchHistory>,
    count: ReaderCount,
}

/// The endpoints of one participant that have ever been matched.
#[derive(Debug)]
struct MatchHistory {
    /// The newest endpoint.
    newest: GUID,
    /// Time of its match.
    at: Instant,
    /// Number of endpoints.
    number: usize,
}

impl Peers {
    fn add(&mut self, peer: GUID) {
        if !self.known.insert(peer) {
            return;
        }
        let at = Instant::now();
        match self.history.iter_mut().find(|history| history.newest.prefix == peer.prefix) {
            Some(history) => *history = MatchHistory { newest: peer, at, number: history.number + 1 },
            None => self.history.push(MatchHistory { newest: peer, at, number: 1 }),
        }
    }

    /// The history of the participant of an entity.
    fn history_of(&self, entity: GUID) -> Option<&MatchHistory> {
        self.history.iter().find(|history| history.newest.prefix == entity.prefix)
    }
}

impl MatchedEndpoints {
    /// The counter of a writer's readers. It is updated by later events.
    #[must_use]
    pub fn count(&self, writer: GUID) -> ReaderCount {
        self.lock().entry(writer).or_default().count.clone()
    }

    /// Excludes a reader of this node from the counters.
    pub fn ignore(&self, reader: GUID) {
        self.ignored.lock().unwrap_or_else(PoisonError::into_inner).insert(reader);
        // Its match may already have been counted.
        self.change(None, |peers| {
            peers.known.remove(&reader);
        });
    }

    fn is_ignored(&self, reader: GUID) -> bool {
        self.ignored.lock().unwrap_or_else(PoisonError::into_inner).contains(&reader)
    }

    /// Removes a local writer or reader that is closed.
    pub fn forget(&self, local: GUID) {
        self.lock().remove(&local);
    }

    /// Whether responses from `writer` reach the client that has sent a request to `reader`. This is so if the writer of the
    /// client is matched with `reader`, and the participant of the client has had a reader of responses for each writer of
    /// requests, of which the newest was matched at least [`SETTLING`] before `now`.
    ///
    /// Reader and writer of a client are discovered and lost in any order, and a program may have several clients of one
    /// service, also in succession. Therefore closed readers and writers are counted too.
    #[must_use]
    pub fn reaches(&self, writer: GUID, reader: GUID, client: GUID, now: Instant) -> bool {
        let peers = self.lock();
        // The request may arrive before the event of the match. The client is then not counted yet.
        let is_known = peers.get(&reader).is_some_and(|peers| peers.known.contains(&client));
        let history = |local| peers.get(&local).and_then(|peers| peers.history_of(client));
        let (Some(readers), Some(writers)) = (history(writer), history(reader)) else { return false };
        is_known && readers.number >= writers.number && now >= readers.at + SETTLING
    }

    /// Processes an event of the participant.
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
                    peers.history.retain(|history| history.newest.prefix != id);
                });
            }
            _ => {}
        }
    }

    /// Changes the peers of one local endpoint, or of all local endpoints.
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
    fn readers_are_counted_once_and_removed_with_their_participant() {
        let matched = MatchedEndpoints::default();
        let (writer, other) = (guid(1, 1), guid(1, 2));
        let count = matched.count(writer);
        let match_reader = |local_writer, remote_reader| {
            matched
                .update(&DomainParticipantStatusEvent::RemoteReaderMatched { local_writer, remote_reader });
        };
        match_reader(writer, guid(2, 1));
        match_reader(writer, guid(2, 1));
        match_reader(writer, guid(2, 2));
        match_reader(writer, guid(3, 1));
        match_reader(other, guid(3, 1));
        assert_eq!((count.get(), matched.count(other).get()), (3, 1));
        let reason = rustdds::LostReason::Disposed;
        matched
            .update(&DomainParticipantStatusEvent::ReaderLost { guid: guid(3, 1), reason: reason.clone() });
        assert_eq!((count.get(), matched.count(other).get()), (2, 0));
        matched.update(&DomainParticipantStatusEvent::ParticipantLost { id: guid(2, 9).prefix, reason });
        assert_eq!(count.get(), 0);
    }

    #[test]
    fn ignored_reader_is_not_counted() {
        let matched = MatchedEndpoints::default();
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
    fn responses_reach_a_client_whose_program_has_a_reader_for_each_writer() {
        let matched = MatchedEndpoints::default();
        let (answers, requests) = (guid(1, 1), guid(1, 2));
        let add_reader = |remote_reader| {
            let event =
                DomainParticipantStatusEvent::RemoteReaderMatched { local_writer: answers, remote_reader };
            matched.update(&event);
        };
        let add_writer = |remote_writer| {
            let event =
                DomainParticipantStatusEvent::RemoteWriterMatched { local_reader: requests, remote_writer };
            matched.update(&event);
        };
        let begin = Instant::now();
        let reaches = |client| matched.reaches(answers, requests, client, Instant::now() + SETTLING);
        assert!(!reaches(guid(2, 1)), "no endpoint of the client is known");
        add_writer(guid(2, 1));
        assert!(!reaches(guid(2, 1)), "the reader of the client is not known");
        add_reader(guid(2, 2));
        assert!(reaches(guid(2, 1)));
        assert!(
            !matched.reaches(answers, requests, guid(2, 1), begin),
            "the reader was matched less than SETTLING ago"
        );
        assert!(!reaches(guid(2, 3)), "the known reader belongs to the first client");
        add_writer(guid(2, 3));
        add_reader(guid(3, 4));
        assert!(!reaches(guid(2, 3)), "the reader of the second client is not known");
        add_reader(guid(2, 4));
        assert!(reaches(guid(2, 3)));
        // Both clients are closed, their writers first, while a third client is created.
        let reason = rustdds::LostReason::Disposed;
        for writer in [guid(2, 1), guid(2, 3)] {
            let reason = reason.clone();
            matched.update(&DomainParticipantStatusEvent::WriterLost { guid: writer, reason });
        }
        add_writer(guid(2, 5));
        assert!(!reaches(guid(2, 5)), "the known readers belong to closed clients");
        add_reader(guid(2, 6));
        assert!(reaches(guid(2, 5)));
        matched.update(&DomainParticipantStatusEvent::ParticipantLost { id: guid(2, 9).prefix, reason });
        add_writer(guid(2, 1));
        assert!(!reaches(guid(2, 1)), "the history of a lost participant is removed");
    }
}
