//! Standard error for lines of the log. During a run, lines are lost if it is a pipe that is not read: they must not stop the run.

use std::io::{self, Write};

/// A pipe with space has space for this many bytes (`PIPE_BUF` of Linux), so that writing them does not block.
const CHUNK_BYTES: usize = 4096;

/// How long a line waits for a reader. [ms]
const TIMEOUT_MS: i64 = 200;

/// Standard error, or a pipe in tests.
pub(super) struct StandardError<W> {
    out: W,
    /// Whether lines are lost instead of waiting for a reader.
    pub(super) loses_lines: bool,
    /// The number of lines that were lost since the last one that was written.
    lost: u64,
    is_pipe: bool,
}

impl Default for StandardError<io::Stderr> {
    fn default() -> Self {
        Self::new(io::stderr())
    }
}

impl<W: Write + Stream> StandardError<W> {
    fn new(out: W) -> Self {
        let is_pipe = is_pipe(&out);
        Self { out, loses_lines: false, lost: 0, is_pipe }
    }

    /// Writes complete lines. The first line after lost ones is a note about them.
    pub(super) fn write(&mut self, text: &str) {
        if self.lost > 0 {
            if !self.has_space(0) {
                self.lost += 1;
                return;
            }
            let lines = if self.lost == 1 { "line" } else { "lines" };
            let note = format!("* {} {lines} of the log lost: nothing read standard error\n", self.lost);
            self.lost = 0;
            // Errors are ignored here and below: if standard error is closed, the error cannot be reported.
            let _ = self.out.write_all(note.as_bytes());
        }
        for chunk in text.as_bytes().chunks(CHUNK_BYTES) {
            if !self.has_space(TIMEOUT_MS) {
                self.lost += 1;
                return;
            }
            let _ = self.out.write_all(chunk);
        }
    }

    /// Whether a chunk can be written: without blocking after this time at the latest [ms], or because lines may wait. Only pipes lose
    /// lines: a user who stops a terminal wants the run to wait.
    fn has_space(&self, timeout_ms: i64) -> bool {
        !(self.loses_lines && self.is_pipe) || is_writable(&self.out, timeout_ms)
    }
}

#[cfg(unix)]
use std::os::fd::AsFd as Stream;

/// Whether this is a pipe or a socket.
#[cfg(unix)]
fn is_pipe(out: &impl Stream) -> bool {
    use rustix::fs::{FileType, fstat};
    let kind = fstat(out).map(|about| FileType::from_raw_mode(about.st_mode));
    matches!(kind, Ok(FileType::Fifo | FileType::Socket))
}

/// Whether writing a chunk does not block, after this time at the latest. [ms]
#[cfg(unix)]
fn is_writable(out: &impl Stream, timeout_ms: i64) -> bool {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    let timeout = Timespec { tv_sec: 0, tv_nsec: timeout_ms * 1_000_000 };
    let mut polled = [PollFd::new(out, PollFlags::OUT)];
    // An interrupted or failed wait does not decide: then the write does.
    poll(&mut polled, Some(&timeout)).map_or(true, |count| count > 0)
}

/// Streams are written without checks on other systems.
#[cfg(not(unix))]
pub(super) trait Stream {}

#[cfg(not(unix))]
impl<T> Stream for T {}

#[cfg(not(unix))]
fn is_pipe(_: &impl Stream) -> bool {
    false
}

#[cfg(not(unix))]
fn is_writable(_: &impl Stream, _timeout_ms: i64) -> bool {
    true
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::io::Read;

    use super::*;

    #[test]
    fn lines_for_a_full_pipe_are_lost_and_counted() {
        let (mut reader, writer) = io::pipe().unwrap();
        let mut log = StandardError::new(writer);
        log.loses_lines = true;
        let line = format!("{}\n", "x".repeat(1023));
        for _ in 0..100 {
            log.write(&line);
        }
        let mut read = vec![0; 65_536];
        reader.read_exact(&mut read[..32_768]).unwrap();
        log.write("after\n");
        drop(log);
        let mut rest = String::new();
        reader.read_to_string(&mut rest).unwrap();
        let written = 32 + rest.lines().filter(|line| line.starts_with('x')).count();
        let note = format!("* {} lines of the log lost: nothing read standard error\nafter\n", 100 - written);
        assert!(written < 100 && rest.ends_with(&note), "{written} {}", &rest[rest.len() - 100..]);
    }
}
