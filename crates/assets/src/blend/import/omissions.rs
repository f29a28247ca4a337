//! What is left out of a file, gathered by kind, so that a hundred trees make one warning.

use std::collections::BTreeMap;

use crate::Warnings;
use crate::warnings::names;

#[derive(Default)]
pub(super) struct Omissions(BTreeMap<String, Vec<String>>);

impl Omissions {
    /// Notes that something was left out of an object. The sentence goes on with the names of the objects.
    pub(super) fn note(&mut self, sentence: impl Into<String>, object: &str) {
        let objects = self.0.entry(sentence.into()).or_default();
        if objects.last().is_none_or(|last| last != object) {
            objects.push(object.to_owned());
        }
    }

    pub(super) fn tell(self, warnings: &mut Warnings) {
        for (sentence, objects) in self.0 {
            warnings.add(format!("{sentence}: {}", names(objects.iter().map(String::as_str))));
        }
    }
}
