//! Writes lines to standard error, above the progress line if there is one.

use std::fmt::Arguments;
use std::io::{self, Write};
use std::sync::{Mutex, OnceLock, PoisonError};

use indicatif::ProgressBar;

#[derive(Default)]
pub(super) struct Sink {
    bar: OnceLock<ProgressBar>,
    /// Buffered lines, while buffering is on.
    buffer: Mutex<Option<String>>,
}

impl Sink {
    pub(super) fn share_with(&self, bar: &ProgressBar) {
        // A run has only one progress line.
        let _ = self.bar.set(bar.clone());
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
        // Ignored: if standard error is closed, the error cannot be reported.
        let write = || drop(io::stderr().write_all(text.as_bytes()));
        match self.bar.get() {
            Some(bar) => bar.suspend(write),
            None => write(),
        }
    }
}
