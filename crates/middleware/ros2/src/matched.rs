//! Which readers of other programs are connected to each of our writers.

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

/// The readers of each writer.
#[derive(Debug, Default)]
pub struct Matched {
    writers: Mutex<BTreeMap<GUID, Readers>>,
}

#[derive(Debug, Default)]
struct Readers {
    known: BTreeSet<GUID>,
    count: ReaderCount,
}

impl Matched {
    /// The count of a writer's readers, which stays up to date.
    #[must_use]
    pub fn count(&self, writer: GUID) -> ReaderCount {
        self.lock().entry(writer).or_default().count.clone()
    }

    /// Forgets a writer that is closed.
    pub fn forget(&self, writer: GUID) {
        self.lock().remove(&writer);
    }

    /// Whether a writer has a reader in the participant of another entity.
    #[must_use]
    pub fn reaches(&self, writer: GUID, other: GUID) -> bool {
        let writers = self.lock();
        writers
            .get(&writer)
            .is_some_and(|readers| readers.known.iter().any(|known| known.prefix == other.prefix))
    }

    /// Takes note of an event of the participant.
    pub fn update(&self, event: &DomainParticipantStatusEvent) {
        match *event {
            DomainParticipantStatusEvent::RemoteReaderMatched { local_writer, remote_reader } => {
                self.change(Some(local_writer), |known| {
                    known.insert(remote_reader);
                });
            }
            DomainParticipantStatusEvent::ReaderLost { guid, .. } => {
                self.change(None, |known| {
                    known.remove(&guid);
                });
            }
            DomainParticipantStatusEvent::ParticipantLost { id, .. } => {
                self.change(None, |known| known.retain(|reader| reader.prefix != id));
            }
            _ => {}
        }
    }

    /// Changes the readers of one writer or of all.
    fn change(&self, writer: Option<GUID>, mut change: impl FnMut(&mut BTreeSet<GUID>)) {
        let mut writers = self.lock();
        let mut apply = |readers: &mut Readers| {
            change(&mut readers.known);
            readers.count.0.store(readers.known.len(), Ordering::Relaxed);
        };
        match writer {
            Some(writer) => apply(writers.entry(writer).or_default()),
            None => writers.values_mut().for_each(apply),
        }
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<GUID, Readers>> {
        self.writers.lock().unwrap_or_else(PoisonError::into_inner)
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
        assert!(matched.reaches(writer, guid(3, 77)) && !matched.reaches(writer, guid(4, 1)));
        let reason = rustdds::LostReason::Disposed;
        matched
            .update(&DomainParticipantStatusEvent::ReaderLost { guid: guid(3, 1), reason: reason.clone() });
        assert_eq!((count.get(), matched.count(other).get()), (2, 0));
        matched.update(&DomainParticipantStatusEvent::ParticipantLost { id: guid(2, 9).prefix, reason });
        assert_eq!(count.get(), 0);
    }
}
