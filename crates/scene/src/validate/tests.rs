//! Tests of diagnostics: each makes one change to a valid scene and checks the result.

mod environment;
mod hosts;
mod modifiers;
mod objects;
mod properties;
mod tree;
mod usage;
mod wiring;

use crate::diagnostic::{Diagnostic, Severity};
use crate::document::Document;
use crate::test_scene::{catalog, first_scene};
use crate::validate::{Capabilities, validate};
use crate::wiring::wiring_table::WiringTable;

/// Diagnostics of the first scene after a change.
fn findings(change: impl FnOnce(&mut Document)) -> Vec<Diagnostic> {
    let mut document = first_scene();
    change(&mut document);
    let wiring = WiringTable::built_in().unwrap();
    validate(&document, &catalog(), &wiring, &Capabilities::speaking(["socket", "text"]))
}

/// Returns the only diagnostic of the first scene after a change.
fn finding(change: impl FnOnce(&mut Document)) -> Diagnostic {
    let mut all = findings(change);
    assert_eq!(all.len(), 1, "{all:#?}");
    all.remove(0)
}

fn assert_error(finding: &Diagnostic, code: &str, text: &str) {
    assert_finding(finding, Severity::Error, code, text);
}

fn assert_warning(finding: &Diagnostic, code: &str, text: &str) {
    assert_finding(finding, Severity::Warning, code, text);
}

fn assert_finding(finding: &Diagnostic, severity: Severity, code: &str, text: &str) {
    assert_eq!((finding.severity, finding.code.text()), (severity, code), "{finding}");
    assert!(finding.to_string().contains(text), "{finding}");
}

#[test]
fn valid_scene_has_no_findings() {
    assert_eq!(findings(|_| {}), []);
}

#[test]
fn finding_gives_the_line_of_the_script() {
    let finding = finding(|scene| scene.objects[2].level = Some("rw".to_owned()));
    assert_eq!(finding.object.as_deref(), Some("robot.odometry"));
    assert_eq!(finding.source.unwrap().line, 9);
}

#[test]
fn builder_errors_are_reported_as_warnings() {
    use crate::document::BuilderMessage;
    let finding = finding(|scene| {
        scene.builder_log.push(BuilderMessage {
            severity: Severity::Error,
            code: None,
            object: Some("robot.pose".to_owned()),
            message: "no stream on ros at level raw".to_owned(),
            source: None,
            related: Vec::new(),
        });
    });
    assert_warning(&finding, "scene::builder-error", "robot.pose: no stream on ros");
}

#[test]
fn findings_above_the_limit_are_counted() {
    let all = findings(|scene| {
        let lonely = scene.objects[1].clone();
        scene.objects.extend((0..2000).map(|index| {
            let mut object = lonely.clone();
            object.name = format!("lonely{index}");
            object.parent = None;
            object
        }));
    });
    assert_eq!(all.len(), super::FINDINGS_MAX + 1);
    assert_error(all.last().unwrap(), "scene::more", "1000 more findings");
}
