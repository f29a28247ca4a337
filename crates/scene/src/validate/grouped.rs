//! Groups diagnostics, so that a script line that made many objects is reported once.

use std::collections::BTreeMap;

use crate::source::Source;

/// Items grouped by the line that made them, in the order of the first item of each line. An item without a line is a
/// group of its own.
pub(super) struct Grouped<'a, T> {
    groups: Vec<(Option<&'a Source>, Vec<T>)>,
    places: BTreeMap<&'a Source, usize>,
}

impl<T> Default for Grouped<'_, T> {
    fn default() -> Self {
        Self { groups: Vec::new(), places: BTreeMap::new() }
    }
}

impl<'a, T> Grouped<'a, T> {
    pub(super) fn add(&mut self, source: Option<&'a Source>, item: T) {
        let new = self.groups.len();
        let place = source.map_or(new, |source| *self.places.entry(source).or_insert(new));
        match self.groups.get_mut(place) {
            Some((_, items)) => items.push(item),
            None => self.groups.push((source, vec![item])),
        }
    }

    pub(super) fn into_groups(self) -> impl Iterator<Item = (Option<&'a Source>, Vec<T>)> {
        self.groups.into_iter()
    }
}
