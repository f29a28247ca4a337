//! The destination of lines: standard error, above the progress line if there is one.

use std::fmt::Arguments;
use std::io::{self, Write};
use std::sync::{Mutex, OnceLock, PoisonError};

use indicatif::ProgressBar;

#[derive(Default)]
pub(super) struct Sink {
    bar: OnceLock<ProgressBar>,
    /// Buffered lines, while buffering is on.
    kept: Mutex<Option<String>>,
}

impl Sink {
    pub(super) fn share_with(&self, bar: &ProgressBar) {
        // There is one progress line in a run.
        let _ = self.bar.set(bar.clone());
    }

    /// Starts buffering.
    pub(super) fn keep(&self) {
        *self.kept.lock().unwrap_or_else(PoisonError::into_inner) = Some(String::new());
    }

    /// Returns the buffered lines and stops buffering.
    pub(super) fn take_kept(&self) -> String {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner).take().unwrap_or_default()
    }

    /// Writes one line in one piece, so that lines of several threads and processes do not mix.
    pub(super) fn write(&self, line: Arguments<'_>) {
        let text = format!("{line}\n");
        if let Some(kept) = self.kept.lock().unwrap_or_else(PoisonError::into_inner).as_mut() {
            kept.push_str(&text);
            return;
        }
        // Ignored: if standard error is closed, the error cannot be reported.
        let write = || drop(io::stderr().write_all(text.as_bytes()));
        match self.bar.get() {
            Some(bar) => bar.suspend(write),
            None => write(),
        }
    }
}
