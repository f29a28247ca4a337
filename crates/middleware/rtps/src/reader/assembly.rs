//! Assembles samples from fragments, with bounded memory.

use std::collections::BTreeMap;
use std::time::Instant;

use bytes::Bytes;

use crate::messages::DataFragments;
use crate::parameters::InlineParameters;
use crate::sequence::{NumberSet, SET_MAX};

/// Largest sample that is assembled. [bytes]
const SAMPLE_MAX: u32 = 256 * 1024 * 1024;

/// Largest number of fragments of a sample.
const FRAGMENTS_MAX: u32 = 1 << 18;

/// A sample of which some fragments have arrived. Memory is used for arrived fragments only.
#[derive(Debug)]
pub struct Assembly {
    fragment_length: u32,
    sample_length: u32,
    fragments: BTreeMap<u32, Bytes>,
    /// Length of the arrived fragments. [bytes]
    pub bytes: usize,
    pub inline: InlineParameters,
    /// Time of the last fragment or request.
    pub touched: Instant,
}

impl Assembly {
    /// Begins with the first message of a sample; `None` if the sample is too large.
    pub fn new(data: &DataFragments<'_>, now: Instant) -> Option<Self> {
        let assembly = Self {
            fragment_length: data.fragment_length.into(),
            sample_length: data.sample_length,
            fragments: BTreeMap::new(),
            bytes: 0,
            inline: data.inline,
            touched: now,
        };
        (data.sample_length <= SAMPLE_MAX && assembly.count() <= FRAGMENTS_MAX).then_some(assembly)
    }

    /// Number of all fragments.
    fn count(&self) -> u32 {
        self.sample_length.div_ceil(self.fragment_length)
    }

    /// Length of a fragment, by its number from 1. [bytes]
    fn length_of(&self, fragment: u32) -> usize {
        let begin = (fragment - 1) * self.fragment_length;
        self.fragment_length.min(self.sample_length - begin) as usize
    }

    /// Adds the fragments of a message. A message that contradicts the first one is ignored. Returns whether the sample is
    /// complete.
    pub fn add(&mut self, data: &DataFragments<'_>, now: Instant) -> bool {
        if (data.fragment_length.into(), data.sample_length) != (self.fragment_length, self.sample_length) {
            return false;
        }
        self.touched = now;
        if data.inline.related.is_some() {
            self.inline = data.inline;
        }
        let mut rest = data.payload;
        for fragment in data.first..data.first + u32::from(data.count) {
            let Some((bytes, after)) = rest.split_at_checked(self.length_of(fragment)) else { break };
            rest = after;
            self.fragments.entry(fragment).or_insert_with(|| {
                self.bytes += bytes.len();
                Bytes::copy_from_slice(bytes)
            });
        }
        self.is_complete()
    }

    fn is_complete(&self) -> bool {
        self.fragments.len() == self.count() as usize
    }

    /// The sample of a complete assembly.
    pub fn finish(self) -> Bytes {
        let mut sample = Vec::with_capacity(self.bytes);
        self.fragments.into_values().for_each(|fragment| sample.extend_from_slice(&fragment));
        sample.into()
    }

    /// The first missing fragments up to fragment `last`; `None` if none is missing.
    pub fn missing(&self, last: u32) -> Option<NumberSet> {
        let last = last.min(self.count());
        let is_missing = |fragment: &u32| !self.fragments.contains_key(fragment);
        let first = (1..=last).find(is_missing)?;
        let window = first..=last.min(first.saturating_add(SET_MAX as u32 - 1));
        Some(NumberSet::new(first.into(), window.filter(is_missing).map(i64::from)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::guid::EntityId;

    fn fragments(first: u32, count: u16, payload: &[u8]) -> DataFragments<'_> {
        DataFragments {
            reader: EntityId::UNKNOWN,
            writer: EntityId::UNKNOWN,
            sequence: 1,
            first,
            count,
            fragment_length: 4,
            sample_length: 10,
            inline: InlineParameters::default(),
            payload,
        }
    }

    #[test]
    fn fragments_are_assembled_in_any_order() {
        let now = Instant::now();
        let mut assembly = Assembly::new(&fragments(3, 1, b"ijxx"), now).unwrap();
        assert!(!assembly.add(&fragments(3, 1, b"ijxx"), now));
        assert_eq!(assembly.missing(u32::MAX).unwrap().members().collect::<Vec<_>>(), [1, 2]);
        assert_eq!(assembly.missing(1).unwrap().members().collect::<Vec<_>>(), [1]);
        assert!(assembly.add(&fragments(1, 2, b"abcdefgh"), now));
        assert!(assembly.missing(u32::MAX).is_none());
        assert_eq!(&*assembly.finish(), b"abcdefghij");
    }

    #[test]
    fn contradicting_and_short_fragments_are_ignored() {
        let now = Instant::now();
        let mut assembly = Assembly::new(&fragments(1, 1, b"abcd"), now).unwrap();
        let other = DataFragments { sample_length: 12, ..fragments(1, 3, b"abcdefghijkl") };
        assert!(!assembly.add(&other, now) && !assembly.add(&fragments(2, 1, b"ef"), now));
        assert_eq!(assembly.bytes, 0);
    }

    #[test]
    fn huge_samples_are_refused() {
        let now = Instant::now();
        let huge = DataFragments { sample_length: u32::MAX, fragment_length: 60000, ..fragments(1, 1, b"") };
        assert!(Assembly::new(&huge, now).is_none());
        let split =
            DataFragments { sample_length: FRAGMENTS_MAX + 1, fragment_length: 1, ..fragments(1, 1, b"") };
        assert!(Assembly::new(&split, now).is_none());
    }
}
