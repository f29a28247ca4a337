//! Collects omissions by kind, so that a hundred similar objects cause one warning.

use std::collections::BTreeMap;

use crate::Warnings;
use crate::warnings::names;

#[derive(Default)]
pub(super) struct Omissions(BTreeMap<String, Vec<String>>);

impl Omissions {
    /// Records an omission at an object. The sentence is completed by the names of the objects.
    pub(super) fn note(&mut self, sentence: impl Into<String>, object: &str) {
        let objects = self.0.entry(sentence.into()).or_default();
        if objects.last().is_none_or(|last| last != object) {
            objects.push(object.to_owned());
        }
    }

    pub(super) fn report(self, warnings: &mut Warnings) {
        for (sentence, objects) in self.0 {
            warnings.add(format!("{sentence}: {}", names(objects.iter().map(String::as_str))));
        }
    }
}
