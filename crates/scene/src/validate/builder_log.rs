//! Reports the messages of the builder as diagnostics. The original only logged them.

use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::document::{BuilderCode, BuilderMessage, Document};
use crate::validate::findings::Findings;

pub(super) fn check(document: &Document, findings: &mut Findings) {
    for entry in &document.builder_log {
        let (code, help) = code_and_help(entry);
        let mut finding = Diagnostic::warning(code, entry.message.as_str())
            .at(entry.source.as_ref())
            .related(entry.related.iter().map(Some))
            .help(help.map(str::to_owned));
        finding.object.clone_from(&entry.object);
        findings.push(finding);
    }
}

/// Code of the finding, and its help.
fn code_and_help(entry: &BuilderMessage) -> (Code, Option<&'static str>) {
    match (entry.code, entry.severity) {
        (Some(BuilderCode::RobotRenamed), _) => {
            (Code::SceneRobotRenamed, Some("give each robot its own name"))
        }
        (Some(BuilderCode::AppendedTwice), _) => (
            Code::SceneAppendedTwice,
            Some("append each component once, and create a separate component for each additional place"),
        ),
        (Some(BuilderCode::Unnamed), _) => (
            Code::SceneUnnamed,
            Some("give each a name: robot = ATRV(f'robot{i}') in a loop, pose = Pose('pose')"),
        ),
        (None, Severity::Error) => {
            (Code::SceneBuilderError, Some("the builder left out this part of the script"))
        }
        (None, Severity::Warning) => (Code::SceneBuilderWarning, None),
    }
}
