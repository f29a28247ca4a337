//! Warnings that may repeat in every tick: each is logged once, and counted.

use std::collections::BTreeMap;

/// Counts of warnings by subject and kind.
#[derive(Debug, Default)]
pub(crate) struct RepeatedWarnings {
    counts: BTreeMap<(String, String), u64>,
}

impl RepeatedWarnings {
    /// Logs a warning, unless one of the same kind about the same subject was logged before.
    pub(crate) fn warn(&mut self, subject: &str, kind: &str, text: impl FnOnce() -> String) {
        if self.count(subject, kind) == 1 {
            tracing::warn!("{}", text());
        }
    }

    /// Counts a warning. Returns how often it occurred.
    fn count(&mut self, subject: &str, kind: &str) -> u64 {
        self.add(subject, kind, 1)
    }

    /// Adds warnings that were logged elsewhere. Returns how often they occurred.
    pub(crate) fn add(&mut self, subject: &str, kind: &str, times: u64) -> u64 {
        let count = self.counts.entry((subject.to_owned(), kind.to_owned())).or_default();
        *count += times;
        *count
    }

    /// Logs how often the warnings occurred that occurred more than once.
    pub(crate) fn log_counts(&mut self) {
        for ((subject, kind), count) in std::mem::take(&mut self.counts) {
            if count > 1 {
                tracing::warn!("{subject}: {kind} ({count} times in this run)");
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn warnings_are_counted_by_subject_and_kind() {
        let mut warnings = RepeatedWarnings::default();
        let counts = [("a", "x"), ("a", "x"), ("b", "x"), ("a", "y"), ("a", "x")];
        assert_eq!(counts.map(|(subject, kind)| warnings.count(subject, kind)), [1, 2, 1, 1, 3]);
    }
}
