//! Collects findings, and stops listing them when nobody would read on.

use crate::diagnostic::{Diagnostic, Severity};

/// Most findings that are listed for one document; the last one then says how many there are in all.
pub const FINDINGS_MAX: usize = 1000;

#[derive(Debug, Default)]
pub(super) struct Findings {
    list: Vec<Diagnostic>,
    unlisted: usize,
    unlisted_severity: Option<Severity>,
}

impl Findings {
    pub(super) fn push(&mut self, finding: Diagnostic) {
        if self.list.len() < FINDINGS_MAX {
            self.list.push(finding);
        } else {
            self.unlisted += 1;
            self.unlisted_severity = self.unlisted_severity.max(Some(finding.severity));
        }
    }

    pub(super) fn into_list(mut self) -> Vec<Diagnostic> {
        if let Some(severity) = self.unlisted_severity {
            let message = format!("{} more findings are not listed", self.unlisted);
            self.list.push(match severity {
                Severity::Error => Diagnostic::error("scene::more", message),
                Severity::Warning => Diagnostic::warning("scene::more", message),
            });
        }
        self.list
    }
}
