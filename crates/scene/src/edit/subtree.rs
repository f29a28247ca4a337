//! Objects of a document with everything on them.

use std::collections::BTreeSet;

use crate::document::Document;

/// Names of an object and of everything on it, parents first.
pub(super) fn subtree(document: &Document, name: &str) -> BTreeSet<String> {
    let mut names = BTreeSet::from([name.to_owned()]);
    // Parents come before their children.
    for object in &document.objects {
        if object.parent.as_ref().is_some_and(|parent| names.contains(parent)) {
            names.insert(object.name.clone());
        }
    }
    names
}
