//! What a build can do beyond its catalogue.

use std::collections::BTreeMap;

use crate::description::ExtensionDescription;

/// The capabilities of a build beyond the catalogue.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Capabilities {
    /// Short names of the middlewares that it supports: `socket`, `text`…
    pub middlewares: Vec<String>,
    /// Classes of the user that cannot run, each with the reason.
    pub refusals: BTreeMap<String, String>,
    /// Classes of the user that can run and are no components, by class path.
    pub extensions: BTreeMap<String, ExtensionDescription>,
}

impl Capabilities {
    /// The capabilities of a build with these middlewares.
    pub fn speaking<S: Into<String>>(middlewares: impl IntoIterator<Item = S>) -> Self {
        let middlewares = middlewares.into_iter().map(Into::into).collect();
        Self { middlewares, ..Self::default() }
    }

    pub(crate) fn speaks(&self, middleware: &str) -> bool {
        self.middlewares.iter().any(|known| known == middleware)
    }
}
