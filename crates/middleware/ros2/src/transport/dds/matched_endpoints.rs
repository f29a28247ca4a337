//! The remote readers and writers that are matched with the endpoints of this node.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use morse_rtps::{EntityId, Event, Guid, GuidPrefix};

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
    peers: Mutex<BTreeMap<EntityId, Peers>>,
}

/// The remote endpoints of one local endpoint.
#[derive(Debug, Default)]
struct Peers {
    /// The endpoints that are matched now. For readers: whether they receive samples already.
    known: BTreeMap<Guid, bool>,
    /// For each present participant, the number of endpoints that have ever been matched.
    history: BTreeMap<GuidPrefix, usize>,
    count: ReaderCount,
}

impl Peers {
    fn add(&mut self, peer: Guid) {
        if self.known.insert(peer, false).is_none() {
            *self.history.entry(peer.prefix).or_default() += 1;
        }
    }

    fn number(&self, prefix: GuidPrefix) -> usize {
        self.history.get(&prefix).copied().unwrap_or_default()
    }

    /// Whether all readers of a participant receive samples.
    fn are_ready(&self, prefix: GuidPrefix) -> bool {
        self.known.iter().filter(|(peer, _)| peer.prefix == prefix).all(|(_, &is_ready)| is_ready)
    }
}

impl MatchedEndpoints {
    /// The counter of a writer's readers. It is updated by later events.
    #[must_use]
    pub fn count(&self, writer: EntityId) -> ReaderCount {
        self.lock().entry(writer).or_default().count.clone()
    }

    /// Removes a local writer or reader that is closed.
    pub fn forget(&self, local: EntityId) {
        self.lock().remove(&local);
    }

    /// Whether a reader receives the samples of `writer`.
    #[must_use]
    pub fn is_ready(&self, writer: EntityId, reader: Guid) -> bool {
        self.lock().get(&writer).is_some_and(|peers| peers.known.get(&reader) == Some(&true))
    }

    /// Whether responses from `writer` reach the client that has sent a request to `reader`. This is so if the writer of the
    /// client is matched with `reader`, and the participant of the client has had a reader of responses for each writer of
    /// requests, all of which are ready.
    ///
    /// Reader and writer of a client are discovered and lost in any order, and a program may have several clients of one
    /// service, also in succession. Therefore closed readers and writers are counted too.
    #[must_use]
    pub fn reaches(&self, writer: EntityId, reader: EntityId, client: Guid) -> bool {
        let peers = self.lock();
        let (Some(readers), Some(writers)) = (peers.get(&writer), peers.get(&reader)) else { return false };
        let prefix = client.prefix;
        // The request may arrive before the event of the match. The client is then not counted yet.
        let is_known = writers.known.contains_key(&client);
        let number = readers.number(prefix);
        is_known && number > 0 && number >= writers.number(prefix) && readers.are_ready(prefix)
    }

    /// Processes an event of the participant.
    pub fn update(&self, event: &Event) {
        match *event {
            Event::ReaderMatched { writer: local, reader: peer } => {
                self.change(local, |peers| peers.add(peer))
            }
            Event::WriterMatched { reader: local, writer: peer } => {
                self.change(local, |peers| peers.add(peer))
            }
            Event::ReaderReady { writer, reader } => self.change(writer, |peers| {
                peers.known.entry(reader).and_modify(|is_ready| *is_ready = true);
            }),
            Event::ReaderLost { writer: local, reader: peer }
            | Event::WriterLost { reader: local, writer: peer } => self.change(local, |peers| {
                peers.known.remove(&peer);
            }),
            Event::ParticipantLost(prefix) => {
                for peers in self.lock().values_mut() {
                    peers.history.remove(&prefix);
                }
            }
            Event::Sample { .. } | Event::Incompatible(_) => {}
        }
    }

    /// Changes the peers of a local endpoint.
    fn change(&self, local: EntityId, change: impl FnOnce(&mut Peers)) {
        let mut all = self.lock();
        let peers = all.entry(local).or_default();
        change(peers);
        peers.count.0.store(peers.known.len(), Ordering::Relaxed);
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<EntityId, Peers>> {
        self.peers.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn guid(participant: u8, entity: u8) -> Guid {
        Guid::new(GuidPrefix([participant; 12]), EntityId([0, 0, entity, 4]))
    }

    const ANSWERS: EntityId = EntityId([0, 0, 1, 3]);
    const REQUESTS: EntityId = EntityId([0, 0, 2, 4]);

    fn add_reader(matched: &MatchedEndpoints, reader: Guid) {
        matched.update(&Event::ReaderMatched { writer: ANSWERS, reader });
    }

    fn make_ready(matched: &MatchedEndpoints, reader: Guid) {
        matched.update(&Event::ReaderReady { writer: ANSWERS, reader });
    }

    fn add_writer(matched: &MatchedEndpoints, writer: Guid) {
        matched.update(&Event::WriterMatched { reader: REQUESTS, writer });
    }

    #[test]
    fn readers_are_counted_once_and_removed() {
        let matched = MatchedEndpoints::default();
        let count = matched.count(ANSWERS);
        add_reader(&matched, guid(2, 1));
        add_reader(&matched, guid(2, 1));
        add_reader(&matched, guid(3, 1));
        assert_eq!(count.get(), 2);
        matched.update(&Event::ReaderLost { writer: ANSWERS, reader: guid(3, 1) });
        assert_eq!(count.get(), 1);
    }

    #[test]
    fn responses_reach_a_client_whose_program_has_a_ready_reader_for_each_writer() {
        let matched = MatchedEndpoints::default();
        let reaches = |client| matched.reaches(ANSWERS, REQUESTS, client);
        assert!(!reaches(guid(2, 1)), "no endpoint of the client is known");
        add_writer(&matched, guid(2, 1));
        assert!(!reaches(guid(2, 1)), "the reader of the client is not known");
        add_reader(&matched, guid(2, 2));
        assert!(!reaches(guid(2, 1)), "the reader is not ready");
        make_ready(&matched, guid(2, 2));
        assert!(reaches(guid(2, 1)) && matched.is_ready(ANSWERS, guid(2, 2)));
        assert!(!reaches(guid(2, 3)), "the known reader belongs to the first client");
        add_writer(&matched, guid(2, 3));
        add_reader(&matched, guid(3, 4));
        assert!(!reaches(guid(2, 3)), "the reader of the second client is not known");
        add_reader(&matched, guid(2, 4));
        make_ready(&matched, guid(2, 4));
        assert!(reaches(guid(2, 3)));
        // Both clients are closed, their writers first, while a third client is created.
        for writer in [guid(2, 1), guid(2, 3)] {
            matched.update(&Event::WriterLost { reader: REQUESTS, writer });
        }
        add_writer(&matched, guid(2, 5));
        assert!(!reaches(guid(2, 5)), "the known readers belong to closed clients");
        add_reader(&matched, guid(2, 6));
        make_ready(&matched, guid(2, 6));
        assert!(reaches(guid(2, 5)));
        matched.update(&Event::ParticipantLost(guid(2, 9).prefix));
        add_writer(&matched, guid(2, 1));
        assert!(!reaches(guid(2, 1)), "the history of a lost participant is removed");
    }
}
