//! A value whose hash is kept until the value may have changed.

use std::ops::{Deref, DerefMut};
use std::sync::OnceLock;

/// A value with its hash, if that was asked for since the value was last borrowed for a change.
#[derive(Debug)]
pub(crate) struct Hashed<T> {
    value: T,
    hash: OnceLock<u64>,
}

impl<T> Hashed<T> {
    pub(crate) fn new(value: T) -> Self {
        Self { value, hash: OnceLock::new() }
    }

    /// The hash, which `compute` gives if it is not known.
    pub(crate) fn hash<E>(&self, compute: impl FnOnce(&T) -> Result<u64, E>) -> Result<u64, E> {
        match self.hash.get() {
            Some(hash) => Ok(*hash),
            None => {
                let hash = compute(&self.value)?;
                Ok(*self.hash.get_or_init(|| hash))
            }
        }
    }
}

impl<T> Deref for Hashed<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.value
    }
}

impl<T> DerefMut for Hashed<T> {
    fn deref_mut(&mut self) -> &mut T {
        self.hash.take();
        &mut self.value
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_is_computed_again_after_a_change_only() {
        let mut value = Hashed::new(1_u64);
        let hash = |value: &Hashed<u64>| value.hash(|&it| Ok::<_, ()>(it + 1)).unwrap();
        assert_eq!(hash(&value), 2);
        assert_eq!(value.hash(|_| Err(())), Ok(2));
        *value = 5;
        assert_eq!(hash(&value), 6);
    }
}
