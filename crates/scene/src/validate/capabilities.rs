//! What a build can do beyond its catalogue.

use std::collections::BTreeMap;

/// The capabilities of a build beyond the catalogue.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Capabilities {
    /// Short names of the middlewares that it supports: `socket`, `text`…
    pub middlewares: Vec<String>,
    /// Classes of the user that cannot run, each with the reason.
    pub refusals: BTreeMap<String, String>,
}

impl Capabilities {
    /// The capabilities of a build with these middlewares.
    pub fn speaking<S: Into<String>>(middlewares: impl IntoIterator<Item = S>) -> Self {
        let middlewares = middlewares.into_iter().map(Into::into).collect();
        Self { middlewares, refusals: BTreeMap::new() }
    }

    pub(crate) fn speaks(&self, middleware: &str) -> bool {
        self.middlewares.iter().any(|known| known == middleware)
    }
}
