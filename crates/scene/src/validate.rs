//! Checks a document in full before any world exists.
//!
//! Every finding names the object, the line of the script, what is wrong and what is allowed. The checks know names
//! and numbers; whether files exist, and what a middleware does with its options, is for others to say.

mod builder_log;
mod classes;
mod environment;
mod findings;
mod geometry;
mod modifiers;
mod overlays;
mod properties;
mod scene;
mod services;
mod streams;
mod tree;

#[cfg(test)]
mod tests;

pub use findings::FINDINGS_MAX;

use std::collections::BTreeMap;

use crate::description::Catalogue;
use crate::diagnostic::Diagnostic;
use crate::document::Document;
use crate::wiring_table::WiringTable;
use findings::Findings;
use scene::Scene;

/// Most objects that a scene may have.
pub const OBJECTS_MAX: usize = 1_000_000;

/// Highest rate at which a simulation may run (Hz).
pub const FREQUENCY_HZ_MAX: f64 = 10_000.0;

/// What this build can do beyond the catalogue.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Capabilities {
    /// Short names of the middlewares that it speaks: `socket`, `text`…
    pub middlewares: Vec<String>,
    /// Classes of the user that cannot run, each with the reason.
    pub refusals: BTreeMap<String, String>,
}

impl Capabilities {
    /// A build that speaks these middlewares.
    pub fn speaking<S: Into<String>>(middlewares: impl IntoIterator<Item = S>) -> Self {
        let middlewares = middlewares.into_iter().map(Into::into).collect();
        Self { middlewares, refusals: BTreeMap::new() }
    }

    fn speaks(&self, middleware: &str) -> bool {
        self.middlewares.iter().any(|known| known == middleware)
    }
}

/// All findings about a document, in the order of the document; empty: it is good.
///
/// The scene can run if none of them [is an error](Diagnostic::is_error). At most [`FINDINGS_MAX`] are listed.
#[must_use]
pub fn validate(
    document: &Document,
    catalogue: &Catalogue,
    wiring: &WiringTable,
    capabilities: &Capabilities,
) -> Vec<Diagnostic> {
    let mut findings = Findings::default();
    if document.objects.len() > OBJECTS_MAX {
        findings.push(
            Diagnostic::error(
                "scene::too-many-objects",
                format!("the scene has {} objects", document.objects.len()),
            )
            .help(format!("at most {OBJECTS_MAX} are allowed")),
        );
        return findings.into_list();
    }
    let scene = Scene::new(document, catalogue, wiring, capabilities);
    environment::check(&scene, &mut findings);
    tree::check(&scene, &mut findings);
    for object in &document.objects {
        classes::check(&scene, object, &mut findings);
        geometry::check(object, &mut findings);
        properties::check_object(&scene, object, &mut findings);
    }
    streams::check(&scene, &mut findings);
    modifiers::check(&scene, &mut findings);
    services::check(&scene, &mut findings);
    overlays::check(&scene, &mut findings);
    builder_log::check(document, &mut findings);
    findings.into_list()
}
