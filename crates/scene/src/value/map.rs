//! An ordered dictionary with string keys.

use std::collections::BTreeMap;

use crate::value::Value;

/// Dictionary with unique string keys, in insertion order.
///
/// Equality is Python's: the same keys with the same values, in any order.
#[derive(Clone, Debug, Default)]
pub struct Map(Vec<(String, Value)>);

impl Map {
    /// Creates an empty dictionary.
    #[must_use]
    pub const fn new() -> Self {
        Self(Vec::new())
    }

    /// Returns the value of a key.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&Value> {
        self.0.iter().find(|(known, _)| known == key).map(|(_, value)| value)
    }

    /// Returns the value of a key, to change it in place.
    #[must_use]
    pub fn get_mut(&mut self, key: &str) -> Option<&mut Value> {
        self.0.iter_mut().find(|(known, _)| known == key).map(|(_, value)| value)
    }

    /// Whether the key exists.
    #[must_use]
    pub fn contains_key(&self, key: &str) -> bool {
        self.get(key).is_some()
    }

    /// Sets a key and returns its former value. An existing key keeps its position, as in Python.
    pub fn insert(&mut self, key: impl Into<String>, value: impl Into<Value>) -> Option<Value> {
        let (key, value) = (key.into(), value.into());
        match self.get_mut(&key) {
            Some(known) => Some(std::mem::replace(known, value)),
            None => {
                self.0.push((key, value));
                None
            }
        }
    }

    /// Removes a key and returns its value. All other keys keep their order.
    pub fn remove(&mut self, key: &str) -> Option<Value> {
        let index = self.0.iter().position(|(known, _)| known == key)?;
        Some(self.0.remove(index).1)
    }

    /// Iterates over keys and values in insertion order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&str, &Value)> + DoubleEndedIterator {
        self.0.iter().map(|(key, value)| (key.as_str(), value))
    }

    /// Iterates over the keys in insertion order.
    pub fn keys(&self) -> impl ExactSizeIterator<Item = &str> {
        self.0.iter().map(|(key, _)| key.as_str())
    }

    /// Iterates over the values in insertion order.
    pub fn values(&self) -> impl ExactSizeIterator<Item = &Value> {
        self.0.iter().map(|(_, value)| value)
    }

    /// Number of keys.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether the dictionary is empty.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Creates a dictionary from entries with distinct keys, without the search for each key that `insert` makes.
    #[must_use]
    pub const fn from_distinct(entries: Vec<(String, Value)>) -> Self {
        Self(entries)
    }
}

impl PartialEq for Map {
    fn eq(&self, other: &Self) -> bool {
        if self.len() != other.len() {
            return false;
        }
        if self.keys().eq(other.keys()) {
            return self.values().eq(other.values());
        }
        let by_key: BTreeMap<&str, &Value> = other.iter().collect();
        self.iter().all(|(key, value)| by_key.get(key) == Some(&value))
    }
}

impl<K: Into<String>, V: Into<Value>> FromIterator<(K, V)> for Map {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(entries: I) -> Self {
        let mut map = Self::new();
        map.extend(entries);
        map
    }
}

impl<K: Into<String>, V: Into<Value>> Extend<(K, V)> for Map {
    fn extend<I: IntoIterator<Item = (K, V)>>(&mut self, entries: I) {
        for (key, value) in entries {
            self.insert(key, value);
        }
    }
}

impl<const N: usize, K: Into<String>, V: Into<Value>> From<[(K, V); N]> for Map {
    fn from(entries: [(K, V); N]) -> Self {
        entries.into_iter().collect()
    }
}

impl IntoIterator for Map {
    type Item = (String, Value);
    type IntoIter = std::vec::IntoIter<(String, Value)>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<'a> IntoIterator for &'a Map {
    type Item = (&'a str, &'a Value);
    type IntoIter = std::iter::Map<
        std::slice::Iter<'a, (String, Value)>,
        fn(&'a (String, Value)) -> (&'a str, &'a Value),
    >;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter().map(|(key, value)| (key.as_str(), value))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inserting_an_existing_key_replaces_its_value_in_place() {
        let mut map = Map::from([("a", 1), ("b", 2)]);
        assert_eq!(map.insert("a", 3), Some(Value::Int(1)));
        assert_eq!(map.keys().collect::<Vec<_>>(), ["a", "b"]);
        assert_eq!(map.get("a"), Some(&Value::Int(3)));
        assert_eq!(map.remove("a"), Some(Value::Int(3)));
        assert_eq!(map.len(), 1);
    }

    #[test]
    fn equality_ignores_order_but_not_content() {
        assert_eq!(Map::from([("a", 1), ("b", 2)]), Map::from([("b", 2), ("a", 1)]));
        assert_ne!(Map::from([("a", 1), ("b", 2)]), Map::from([("b", 1), ("a", 2)]));
        assert_ne!(Map::from([("a", 1)]), Map::from([("a", 1), ("b", 2)]));
    }
}
