//! The samples that a writer keeps: the newest ones for late readers, and some more for repairs.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use bytes::Bytes;

use crate::guid::Guid;
use crate::parameters::InlineParameters;
use crate::sequence::SequenceNumber;
use crate::time::Timestamp;

/// Bytes of samples that are kept beyond the depth, so that a short burst can be repaired. [bytes]
const REPAIR_BYTES: usize = 256 * 1024;

/// Number of samples that are kept at most beyond the depth.
const REPAIR_SAMPLES: usize = 8192;

/// Length of the encapsulation header. [bytes]
pub const ENCAPSULATION_LENGTH: usize = 4;

/// Plain CDR in little endian.
pub const CDR_LE: [u8; 2] = [0, 1];

/// Parameter list in little endian.
pub const PL_CDR_LE: [u8; 2] = [0, 3];

/// Content of one sample of a writer.
#[derive(Debug, Clone)]
pub struct Content {
    /// The encoding: the first two bytes of the encapsulation header.
    pub(crate) encapsulation: [u8; 2],
    /// The data without encapsulation header.
    pub(crate) payload: Bytes,
    pub(crate) inline: InlineParameters,
    /// Whether the payload is only a key, of an entity that ends.
    pub(crate) is_key: bool,
    /// The entity that the sample describes, in a keyed history.
    pub(crate) key: Option<Guid>,
    /// Time of writing.
    pub(crate) timestamp: Timestamp,
}

impl Content {
    /// Data of a topic without keys, in plain CDR, little endian.
    #[must_use]
    pub fn new(payload: Bytes) -> Self {
        Self {
            encapsulation: CDR_LE,
            payload,
            inline: InlineParameters::default(),
            is_key: false,
            key: None,
            timestamp: Timestamp::now(),
        }
    }
}

/// A sample with its number.
#[derive(Debug)]
pub struct Change {
    pub sequence: SequenceNumber,
    pub content: Content,
    written: Instant,
}

impl Change {
    /// Length of the data with their encapsulation header. [bytes]
    pub fn length(&self) -> usize {
        self.content.payload.len() + ENCAPSULATION_LENGTH
    }
}

/// The samples of a writer.
#[derive(Debug)]
pub struct History {
    changes: BTreeMap<SequenceNumber, Arc<Change>>,
    next: SequenceNumber,
    depth: usize,
    lifespan: Option<Duration>,
    /// Whether each sample replaces the earlier ones of its key.
    is_keyed: bool,
    bytes: usize,
}

impl History {
    pub fn new(depth: u32, lifespan: Option<Duration>, is_keyed: bool) -> Self {
        let depth = if is_keyed { usize::MAX } else { (depth as usize).clamp(1, REPAIR_SAMPLES) };
        Self { changes: BTreeMap::new(), next: 1, depth, lifespan, is_keyed, bytes: 0 }
    }

    pub fn is_keyed(&self) -> bool {
        self.is_keyed
    }

    /// Number of the next sample.
    pub fn next(&self) -> SequenceNumber {
        self.next
    }

    /// Number of the oldest sample; of the next one if there are none.
    pub fn first(&self) -> SequenceNumber {
        self.changes.first_key_value().map_or(self.next, |(&sequence, _)| sequence)
    }

    pub fn get(&self, sequence: SequenceNumber) -> Option<&Arc<Change>> {
        self.changes.get(&sequence)
    }

    /// Number of the oldest sample for a reader that requests earlier samples.
    pub fn first_for_late_reader(&self, now: Instant) -> SequenceNumber {
        let is_valid = |change: &Change| {
            self.lifespan.is_none_or(|lifespan| now.duration_since(change.written) < lifespan)
        };
        let kept = self.changes.iter().rev().take(self.depth).take_while(|(_, change)| is_valid(change));
        kept.last().map_or(self.next, |(&sequence, _)| sequence)
    }

    /// Adds a sample and removes samples that are no longer kept.
    pub fn push(&mut self, content: Content, now: Instant) -> Arc<Change> {
        if self.is_keyed && content.key.is_some() {
            let key = content.key;
            self.changes.retain(|_, change| change.content.key != key);
        }
        let change = Arc::new(Change { sequence: self.next, content, written: now });
        self.next += 1;
        self.bytes += change.length();
        self.changes.insert(change.sequence, Arc::clone(&change));
        while self.changes.len() > self.depth
            && (self.bytes > REPAIR_BYTES || self.changes.len() > REPAIR_SAMPLES)
            && let Some((_, oldest)) = self.changes.pop_first()
        {
            self.bytes -= oldest.length();
        }
        change
    }

    /// Removes the ends of entities that all readers have acknowledged.
    pub fn forget_ends(&mut self, acknowledged: SequenceNumber) {
        self.changes.retain(|&sequence, change| sequence > acknowledged || !change.content.is_key);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn content(length: usize) -> Content {
        Content::new(vec![0; length].into())
    }

    #[test]
    fn depth_is_kept_and_small_samples_longer() {
        let mut history = History::new(2, None, false);
        let now = Instant::now();
        (0..5).for_each(|_| drop(history.push(content(10), now)));
        assert_eq!((history.first(), history.first_for_late_reader(now)), (1, 4));
        (0..3).for_each(|_| drop(history.push(content(200_000), now)));
        assert_eq!((history.first(), history.next()), (7, 9));
        assert!(history.get(6).is_none() && history.get(7).is_some());
    }

    #[test]
    fn memory_of_a_large_depth_is_bounded_in_samples() {
        let mut history = History::new(u32::MAX, None, false);
        let now = Instant::now();
        (0..REPAIR_SAMPLES + 10).for_each(|_| drop(history.push(content(100), now)));
        assert_eq!(history.first(), 11);
    }

    #[test]
    fn expired_samples_are_not_for_late_readers() {
        let mut history = History::new(10, Some(Duration::from_secs(10)), false);
        let begin = Instant::now();
        history.push(content(1), begin);
        history.push(content(1), begin + Duration::from_secs(8));
        assert_eq!(history.first_for_late_reader(begin + Duration::from_secs(9)), 1);
        assert_eq!(history.first_for_late_reader(begin + Duration::from_secs(11)), 2);
        assert_eq!(history.first_for_late_reader(begin + Duration::from_secs(30)), 3);
    }

    #[test]
    fn description_replaces_the_earlier_one_of_its_entity() {
        let mut history = History::new(1, None, true);
        let now = Instant::now();
        let describe =
            |key: u8, is_key| Content { key: Some(Guid::from_bytes([key; 16])), is_key, ..content(4) };
        history.push(describe(1, false), now);
        history.push(describe(2, false), now);
        history.push(describe(1, true), now);
        assert!(history.get(1).is_none() && history.get(2).is_some() && history.get(3).is_some());
        history.forget_ends(3);
        assert!(history.get(2).is_some() && history.get(3).is_none());
    }
}
