//! Checks a document in full before any world exists.
//!
//! Every diagnostic names the object, the line of the script, the problem and the allowed values. The checks cover
//! names and numbers; they do not check whether files exist or which options a middleware accepts.

mod builder_log;
pub(crate) mod capabilities;
mod classes;
mod environment;
mod findings;
mod geometry;
mod grouped;
mod hosts;
mod properties;
mod scene;
#[cfg(test)]
mod tests;
mod tree;
pub(crate) mod usage;
mod wiring;

pub use crate::validate::capabilities::Capabilities;
pub use crate::validate::findings::FINDINGS_MAX;

use crate::description::Catalog;
use crate::diagnostic::{Code, Diagnostic};
use crate::document::Document;
use crate::validate::findings::Findings;
use crate::validate::scene::Scene;
use crate::wiring::missing_middlewares;
use crate::wiring::wiring_table::WiringTable;

/// Maximum number of objects of a scene.
pub const OBJECTS_MAX: usize = 1_000_000;

/// Maximum rate of a simulation. [Hz]
pub const FREQUENCY_HZ_MAX: f64 = 10_000.0;

/// Checks a document, and returns all diagnostics in the order of the document; empty if it is valid.
///
/// The scene can run if no diagnostic [is an error](Diagnostic::is_error). At most [`FINDINGS_MAX`] are listed.
#[must_use]
pub fn validate(
    document: &Document,
    catalog: &Catalog,
    wiring: &WiringTable,
    capabilities: &Capabilities,
) -> Vec<Diagnostic> {
    let mut findings = Findings::default();
    if document.objects.len() > OBJECTS_MAX {
        findings.push(
            Diagnostic::error(
                Code::SceneTooManyObjects,
                format!("the scene has {} objects", document.objects.len()),
            )
            .help(format!("at most {OBJECTS_MAX} are allowed")),
        );
        return findings.into_list();
    }
    let scene = Scene::new(document, catalog, wiring, capabilities);
    environment::check(&scene, &mut findings);
    tree::check(&scene, &mut findings);
    for object in &document.objects {
        classes::check(&scene, object, &mut findings);
        geometry::check(object, &mut findings);
        properties::check_object(&scene, object, &mut findings);
    }
    wiring::check(&scene, &mut findings);
    hosts::check(&scene, &mut findings);
    if let Some(finding) = missing_middlewares::refusal(document, wiring, capabilities) {
        findings.push(finding);
    }
    crate::validate::usage::rates::check(&scene, &mut findings);
    crate::validate::usage::unread::check(&scene, &mut findings);
    crate::validate::usage::placement::check(&scene, &mut findings);
    crate::validate::usage::drivers::check(&scene, &mut findings);
    builder_log::check(document, &mut findings);
    findings.into_list()
}
