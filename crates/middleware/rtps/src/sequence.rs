//! Sequence numbers of samples, and sets of sequence or fragment numbers (DDSI-RTPS 2.5, 9.4.2.6 and 9.4.2.8).

use crate::wire::{Cursor, Malformed, Put};

/// The number of a sample of a writer. The first sample has number 1.
pub type SequenceNumber = i64;

/// Largest number of members of a set.
pub const SET_MAX: i64 = 256;

/// A set of at most 256 numbers from a base on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NumberSet {
    /// The lowest number that the set can have. All lower numbers are acknowledged by an acknowledgment.
    pub base: i64,
    length: u32,
    words: [u32; 8],
}

impl NumberSet {
    /// The set of the members from `base` to `base + 255`. Other members are left out.
    pub fn new(base: i64, members: impl IntoIterator<Item = i64>) -> Self {
        let mut set = Self { base, length: 0, words: [0; 8] };
        for member in members {
            let offset = member - base;
            if (0..SET_MAX).contains(&offset) {
                let offset = offset as u32;
                set.words[(offset / 32) as usize] |= 1 << (31 - offset % 32);
                set.length = set.length.max(offset + 1);
            }
        }
        set
    }

    /// The members in ascending order.
    pub fn members(&self) -> impl Iterator<Item = i64> {
        (0..self.length)
            .filter(|offset| self.words[(offset / 32) as usize] & (1 << (31 - offset % 32)) != 0)
            .map(|offset| self.base + i64::from(offset))
    }

    /// Reads a set of sequence numbers.
    pub fn read_sequences(cursor: &mut Cursor<'_>) -> Result<Self, Malformed> {
        let base = cursor.sequence()?;
        Self::read_bits(base, cursor)
    }

    /// Reads a set of fragment numbers.
    pub fn read_fragments(cursor: &mut Cursor<'_>) -> Result<Self, Malformed> {
        let base = i64::from(cursor.u32()?);
        Self::read_bits(base, cursor)
    }

    fn read_bits(base: i64, cursor: &mut Cursor<'_>) -> Result<Self, Malformed> {
        let length = cursor.u32()?;
        if i64::from(length) > SET_MAX {
            return Err(Malformed("set: more than 256 numbers"));
        }
        let mut words = [0; 8];
        for word in words.iter_mut().take(length.div_ceil(32) as usize) {
            *word = cursor.u32()?;
        }
        Ok(Self { base, length, words })
    }

    /// Appends the set as sequence numbers.
    pub fn put_sequences(&self, bytes: &mut Vec<u8>) {
        bytes.put_sequence(self.base);
        self.put_bits(bytes);
    }

    /// The set with at least one bit, which some readers require in a gap.
    pub fn with_a_bit(mut self) -> Self {
        self.length = self.length.max(1);
        self
    }

    /// Appends the set as fragment numbers.
    pub fn put_fragments(&self, bytes: &mut Vec<u8>) {
        bytes.put_u32(self.base as u32);
        self.put_bits(bytes);
    }

    fn put_bits(&self, bytes: &mut Vec<u8>) {
        bytes.put_u32(self.length);
        self.words.iter().take(self.length.div_ceil(32) as usize).for_each(|&word| bytes.put_u32(word));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_are_ordered_from_the_highest() {
        let set = NumberSet::new(1234, [1234, 1236, 1300, 1000, 9999]);
        assert_eq!(set.members().collect::<Vec<_>>(), [1234, 1236, 1300]);
        let mut bytes = Vec::new();
        set.put_sequences(&mut bytes);
        assert_eq!(bytes.len(), 8 + 4 + 12);
        assert_eq!(bytes[12..16], 0xa000_0000_u32.to_le_bytes());
        assert_eq!(NumberSet::read_sequences(&mut Cursor::new(&bytes, true)), Ok(set));
    }

    #[test]
    fn empty_set_has_only_its_base() {
        let mut bytes = Vec::new();
        NumberSet::new(7, []).put_fragments(&mut bytes);
        assert_eq!(bytes, [7, 0, 0, 0, 0, 0, 0, 0]);
        let set = NumberSet::read_fragments(&mut Cursor::new(&bytes, true)).unwrap();
        assert_eq!((set.base, set.members().count()), (7, 0));
    }

    #[test]
    fn too_many_numbers_are_refused() {
        let bytes = [0, 0, 0, 0, 1, 0, 0, 0, 1, 1, 0, 0];
        assert!(NumberSet::read_sequences(&mut Cursor::new(&bytes, true)).is_err());
    }
}
