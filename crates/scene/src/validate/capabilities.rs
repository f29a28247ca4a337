//! Capabilities of a build in addition to its catalog.

use std::collections::BTreeMap;

use crate::description::ExtensionDescription;

/// Capabilities of a build in addition to its catalog: middlewares, and classes written by users.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Capabilities {
    /// Short names of the supported middlewares, such as `socket` and `text`.
    pub middlewares: Vec<String>,
    /// Class paths of classes written by users that cannot run, each with the reason.
    pub refusals: BTreeMap<String, String>,
    /// Classes written by users that can run and are not components, by class path.
    pub extensions: BTreeMap<String, ExtensionDescription>,
}

impl Capabilities {
    /// Creates the capabilities of a build with these middlewares.
    pub fn speaking<S: Into<String>>(middlewares: impl IntoIterator<Item = S>) -> Self {
        let middlewares = middlewares.into_iter().map(Into::into).collect();
        Self { middlewares, ..Self::default() }
    }

    pub(crate) fn speaks(&self, middleware: &str) -> bool {
        self.middlewares.iter().any(|known| known == middleware)
    }
}
