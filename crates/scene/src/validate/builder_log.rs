//! What the builder had to say is said again: the original only logged it.

use super::findings::Findings;
use crate::diagnostic::{Diagnostic, Severity};
use crate::document::Document;

pub(super) fn check(document: &Document, findings: &mut Findings) {
    for entry in &document.builder_log {
        let code = match entry.severity {
            Severity::Error => "scene::builder-error",
            Severity::Warning => "scene::builder-warning",
        };
        let mut finding = Diagnostic::warning(code, entry.message.as_str()).at(entry.source.as_ref());
        finding.object.clone_from(&entry.object);
        if entry.severity == Severity::Error {
            finding = finding.help("the builder left this part of the script out".to_owned());
        }
        findings.push(finding);
    }
}
