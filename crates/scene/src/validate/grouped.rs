//! Groups diagnostics, so that a script line that creates many objects is reported once.

use std::collections::BTreeMap;

use crate::source::Source;

/// Items grouped by the script line that created them, in the order of the first item of each line. An item without a
/// line forms its own group.
pub(super) struct Grouped<'a, T> {
    groups: Vec<(Option<&'a Source>, Vec<T>)>,
    indices: BTreeMap<&'a Source, usize>,
}

impl<T> Default for Grouped<'_, T> {
    fn default() -> Self {
        Self { groups: Vec::new(), indices: BTreeMap::new() }
    }
}

impl<'a, T> Grouped<'a, T> {
    pub(super) fn add(&mut self, source: Option<&'a Source>, item: T) {
        let new = self.groups.len();
        let index = source.map_or(new, |source| *self.indices.entry(source).or_insert(new));
        match self.groups.get_mut(index) {
            Some((_, items)) => items.push(item),
            None => self.groups.push((source, vec![item])),
        }
    }

    pub(super) fn into_groups(self) -> impl Iterator<Item = (Option<&'a Source>, Vec<T>)> {
        self.groups.into_iter()
    }
}
