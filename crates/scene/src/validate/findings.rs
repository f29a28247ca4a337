//! List of diagnostics with a maximum length.

use std::collections::BTreeSet;

use crate::diagnostic::{Code, Diagnostic, Severity};

/// Maximum number of diagnostics for a document. A further diagnostic gives the number of unlisted ones.
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

    /// Names of the objects with listed errors.
    pub(super) fn objects_with_errors(&self) -> BTreeSet<String> {
        let errors = self.list.iter().filter(|finding| finding.is_error());
        errors.filter_map(|finding| finding.object.clone()).collect()
    }

    pub(super) fn into_list(mut self) -> Vec<Diagnostic> {
        if let Some(severity) = self.unlisted_severity {
            let message = format!("{} more findings are not listed", self.unlisted);
            self.list.push(match severity {
                Severity::Error => Diagnostic::error(Code::SceneMore, message),
                Severity::Warning => Diagnostic::warning(Code::SceneMore, message),
            });
        }
        self.list
    }
}
