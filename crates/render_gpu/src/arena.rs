//! Words that are uploaded once: objects of a program, each stored at the first use and kept while it is used.

use std::any::Any;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

/// Below this number of words, unused objects are kept.
const KEPT: usize = 4 << 20;

/// An object that is stored.
struct Entry {
    /// Keeps the address of the object in use.
    _object: Arc<dyn Any + Send + Sync>,
    at: u32,
    words: usize,
    /// The batch that used it last.
    batch: u64,
}

/// Stored objects by their addresses.
#[derive(Default)]
pub(crate) struct Arena {
    words: Vec<u32>,
    entries: BTreeMap<[usize; 2], Entry>,
    batch: u64,
    /// The first word that was not uploaded yet.
    fresh: usize,
}

impl Arena {
    /// Begins a batch. All objects are dropped if most of the words belong to objects that the last batch did not use.
    pub(crate) fn begin(&mut self) {
        let used = self.entries.values().filter(|entry| entry.batch == self.batch);
        let used: usize = used.map(|entry| entry.words).sum();
        if self.words.len() > KEPT && 2 * used < self.words.len() {
            self.clear();
        }
        self.batch += 1;
    }

    /// Drops all objects.
    pub(crate) fn clear(&mut self) {
        self.words.clear();
        self.entries.clear();
        self.fresh = 0;
    }

    /// The offset of an object, which `write` appends at the first use. `write` gets the offset of its first word. It
    /// returns the offset of the object.
    pub(crate) fn place(
        &mut self,
        key: [usize; 2],
        object: impl FnOnce() -> Arc<dyn Any + Send + Sync>,
        write: impl FnOnce(&mut Vec<u32>) -> u32,
    ) -> u32 {
        if let Some(entry) = self.entries.get_mut(&key) {
            entry.batch = self.batch;
            return entry.at;
        }
        let first = self.words.len();
        let at = write(&mut self.words);
        let words = self.words.len() - first;
        self.entries.insert(key, Entry { _object: object(), at, words, batch: self.batch });
        at
    }

    /// All words.
    pub(crate) fn words(&self) -> &[u32] {
        &self.words
    }

    /// The range of the words that were appended since the last call.
    pub(crate) fn take_fresh(&mut self) -> Range<usize> {
        let fresh = self.fresh.min(self.words.len())..self.words.len();
        self.fresh = self.words.len();
        fresh
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn object_is_written_once_and_again_after_the_arena_was_emptied() {
        let mut arena = Arena::default();
        let object: Arc<dyn Any + Send + Sync> = Arc::new(());
        let place = |arena: &mut Arena, number: usize, count: usize| {
            arena.place(
                [number, 0],
                || Arc::clone(&object),
                |words| {
                    let at = words.len() as u32;
                    words.resize(words.len() + count, 7);
                    at
                },
            )
        };
        arena.begin();
        assert_eq!((place(&mut arena, 1, 10), place(&mut arena, 2, KEPT)), (0, 10));
        assert_eq!(place(&mut arena, 1, 10), 0);
        assert_eq!(arena.take_fresh(), 0..KEPT + 10);
        arena.begin();
        assert_eq!(place(&mut arena, 1, 10), 0);
        assert!(arena.take_fresh().is_empty());
        // The large object was not used in the last batch.
        arena.begin();
        assert_eq!((place(&mut arena, 3, 5), place(&mut arena, 1, 10)), (0, 5));
        assert_eq!(arena.take_fresh(), 0..15);
    }
}
