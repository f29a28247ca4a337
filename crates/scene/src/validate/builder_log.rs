//! Reports the messages of the builder, which the original only logged.

use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::document::{BuilderCode, BuilderMessage, Document};
use crate::validate::findings::Findings;

pub(super) fn check(document: &Document, findings: &mut Findings) {
    for entry in &document.builder_log {
        let (code, help) = kind(entry);
        let mut finding = Diagnostic::warning(code, entry.message.as_str())
            .at(entry.source.as_ref())
            .related(entry.related.iter().map(Some))
            .help(help.map(str::to_owned));
        finding.object.clone_from(&entry.object);
        findings.push(finding);
    }
}

/// The code of the finding, and what to do.
fn kind(entry: &BuilderMessage) -> (Code, Option<&'static str>) {
    match (entry.code, entry.severity) {
        (Some(BuilderCode::RobotRenamed), _) => (Code::SceneRobotRenamed, Some("give each its own name")),
        (Some(BuilderCode::AppendedTwice), _) => (
            Code::SceneAppendedTwice,
            Some("append each component once, and make another one for each other place"),
        ),
        (None, Severity::Error) => {
            (Code::SceneBuilderError, Some("the builder left this part of the script out"))
        }
        (None, Severity::Warning) => (Code::SceneBuilderWarning, None),
    }
}
