//! A value with a cached hash, which is invalidated when the value may have changed.

use std::ops::{Deref, DerefMut};
use std::sync::OnceLock;

/// A value with its hash. The hash is cached until the value is mutably borrowed.
#[derive(Debug, Clone)]
pub(crate) struct Hashed<T> {
    value: T,
    hash: OnceLock<u64>,
}

impl<T> Hashed<T> {
    pub(crate) fn new(value: T) -> Self {
        Self { value, hash: OnceLock::new() }
    }

    /// The cached hash, or else the result of `compute`.
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
    fn hash_is_recomputed_only_after_a_change() {
        let mut value = Hashed::new(1_u64);
        let hash = |value: &Hashed<u64>| value.hash(|&it| Ok::<_, ()>(it + 1)).unwrap();
        assert_eq!(hash(&value), 2);
        assert_eq!(value.hash(|_| Err(())), Ok(2));
        *value = 5;
        assert_eq!(hash(&value), 6);
    }
}
