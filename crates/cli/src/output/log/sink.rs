//! Writes lines to standard error, above the progress line if there is one.

use std::fmt::Arguments;
use std::io::Stderr;
use std::sync::{Mutex, OnceLock, PoisonError};

use indicatif::ProgressBar;

use crate::output::log::standard_error::StandardError;

#[derive(Default)]
pub(super) struct Sink {
    bar: OnceLock<ProgressBar>,
    /// Buffered lines, while buffering is on.
    buffer: Mutex<Option<String>>,
    standard_error: Mutex<StandardError<Stderr>>,
}

impl Sink {
    pub(super) fn share_with(&self, bar: &ProgressBar) {
        // A run has only one progress line.
        let _ = self.bar.set(bar.clone());
    }

    /// Loses lines from now on instead of waiting for a reader of standard error.
    pub(super) fn lose_lines(&self) {
        self.standard_error.lock().unwrap_or_else(PoisonError::into_inner).loses_lines = true;
    }

    /// Starts buffering.
    pub(super) fn start_buffering(&self) {
        *self.buffer.lock().unwrap_or_else(PoisonError::into_inner) = Some(String::new());
    }

    /// Returns the buffered lines and stops buffering.
    pub(super) fn take_buffered(&self) -> String {
        self.buffer.lock().unwrap_or_else(PoisonError::into_inner).take().unwrap_or_default()
    }

    /// Writes a line in a single write, so that lines of several threads and processes do not mix.
    pub(super) fn write(&self, line: Arguments<'_>) {
        let text = format!("{line}\n");
        if let Some(buffer) = self.buffer.lock().unwrap_or_else(PoisonError::into_inner).as_mut() {
            buffer.push_str(&text);
            return;
        }
        let write = || self.standard_error.lock().unwrap_or_else(PoisonError::into_inner).write(&text);
        match self.bar.get() {
            Some(bar) => bar.suspend(write),
            None => write(),
        }
    }
}
