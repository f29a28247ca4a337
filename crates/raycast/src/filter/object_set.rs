//! Keys of the objects that own instances, and sets of them.

use std::marker::PhantomData;

/// Identifies the object that an instance belongs to.
///
/// Instances are kept in the order of their keys. Of equally near hits, the hit with the lowest key is returned.
pub trait ObjectKey: Copy + Ord + Send + Sync {
    /// A unique index. It should be small: an [`ObjectSet`] takes one bit for each index up to the largest in the set.
    fn index(self) -> usize;
}

impl ObjectKey for u32 {
    fn index(self) -> usize {
        self as usize
    }
}

/// A set of objects, with one bit per object.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ObjectSet<K> {
    words: Vec<u64>,
    keys: PhantomData<K>,
}

impl<K> Default for ObjectSet<K> {
    /// The empty set.
    fn default() -> ObjectSet<K> {
        ObjectSet { words: Vec::new(), keys: PhantomData }
    }
}

impl<K: ObjectKey> ObjectSet<K> {
    /// Adds an object.
    pub fn insert(&mut self, object: K) {
        let word = object.index() / 64;
        if self.words.len() <= word {
            self.words.resize(word + 1, 0);
        }
        self.words[word] |= 1 << (object.index() % 64);
    }

    /// Whether the set contains an object.
    #[inline]
    pub fn contains(&self, object: K) -> bool {
        self.words.get(object.index() / 64).is_some_and(|word| word >> (object.index() % 64) & 1 == 1)
    }
}

impl<K: ObjectKey> FromIterator<K> for ObjectSet<K> {
    fn from_iter<T: IntoIterator<Item = K>>(objects: T) -> ObjectSet<K> {
        let mut set = ObjectSet::default();
        objects.into_iter().for_each(|object| set.insert(object));
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn set_contains_exactly_the_inserted_objects() {
        let set: ObjectSet<u32> = [3, 64, 200].into_iter().collect();
        let found: Vec<_> = (0..1000).filter(|&object| set.contains(object)).collect();
        assert_eq!(found, [3, 64, 200]);
        assert!(!ObjectSet::default().contains(0_u32));
    }
}
