//! Where lines go: standard error, above the progress line when there is one.

use std::fmt::Arguments;
use std::io::{self, Write};
use std::sync::OnceLock;

use indicatif::ProgressBar;

#[derive(Default)]
pub(super) struct Sink {
    bar: OnceLock<ProgressBar>,
}

impl Sink {
    pub(super) fn share_with(&self, bar: &ProgressBar) {
        // There is one progress line in a run.
        let _ = self.bar.set(bar.clone());
    }

    /// Writes one line in one piece, so that lines of several threads and processes do not mix.
    pub(super) fn write(&self, line: Arguments<'_>) {
        let text = format!("{line}\n");
        // Nobody is left to be told when standard error is closed.
        let write = || drop(io::stderr().write_all(text.as_bytes()));
        match self.bar.get() {
            Some(bar) => bar.suspend(write),
            None => write(),
        }
    }
}
