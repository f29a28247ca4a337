//! Receives the scene document on a pipe, on systems where processes inherit descriptors.

use std::io::{self, BufRead, BufReader, PipeReader, Read};
use std::os::fd::OwnedFd;
use std::process::{Child, Command};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::Duration;

use command_fds::{CommandFdExt, FdMapping};
use morse_scene::document::DOCUMENT_BYTES_MAX;

use super::{Progress, Running, Script, Written};
use crate::error::LoadError;
use crate::interrupt::INTERRUPT_POLL_MS;
use crate::python::{Package, PythonError};

/// File descriptor of the pipe in the Python process.
pub(super) const DOCUMENT_FD: i32 = 3;

/// Maximum length of a version line. [bytes]
pub(super) const VERSION_LENGTH_MAX: u64 = 64;

enum PipeMessage {
    Version(String),
    /// Everything after the version, sent when the pipe is closed.
    Document(io::Result<Vec<u8>>),
}

impl Script<'_> {
    /// Runs the script to its end and returns its output.
    pub(super) fn run_with_pipe(
        &self,
        package: &Package,
        started: Progress<'_>,
    ) -> Result<Written, LoadError> {
        let command = self.command(package, &format!("--document-fd={DOCUMENT_FD}"), &[]);
        let (child, messages) = start(command, |error| self.options.interpreter.not_found(error))?;
        let mut running = Running { child };
        let mut version = String::new();
        let document = loop {
            match messages.recv_timeout(Duration::from_millis(INTERRUPT_POLL_MS)) {
                Ok(PipeMessage::Version(reported)) => {
                    version = reported;
                    if self.options.interpreter.check(&version).is_ok() {
                        started(&version);
                    }
                }
                Ok(PipeMessage::Document(document)) => break document.map_err(PythonError::Pipe)?,
                Err(RecvTimeoutError::Timeout) if !self.options.interrupt.is_requested() => {}
                Err(_) => return Err(LoadError::Interrupted),
            }
        };
        self.options.interpreter.check(&version)?;
        Ok(Written { status: running.wait()?, document })
    }
}

fn start(
    mut command: Command,
    not_found: impl FnOnce(io::Error) -> PythonError,
) -> Result<(Child, Receiver<PipeMessage>), PythonError> {
    let (reader, writer) = io::pipe()?;
    command
        .fd_mappings(vec![FdMapping { parent_fd: OwnedFd::from(writer), child_fd: DOCUMENT_FD }])
        .map_err(io::Error::other)?;
    let child = command.spawn().map_err(not_found)?;
    // The command owns the writing end of the pipe, which must be closed so that reading can end.
    drop(command);
    let (sender, messages) = channel();
    std::thread::Builder::new().name("document".to_owned()).spawn(move || receive(reader, &sender))?;
    Ok((child, messages))
}

fn receive(pipe: PipeReader, messages: &Sender<PipeMessage>) {
    let mut pipe = BufReader::new(pipe);
    let mut version = String::new();
    let read = pipe.by_ref().take(VERSION_LENGTH_MAX).read_line(&mut version);
    // Sending fails if the user has interrupted the script.
    let _ = messages.send(PipeMessage::Version(read.map(|_| version.trim().to_owned()).unwrap_or_default()));
    let mut document = Vec::new();
    let read = pipe.take(DOCUMENT_BYTES_MAX as u64 + 1).read_to_end(&mut document);
    let _ = messages.send(PipeMessage::Document(read.map(|_| document)));
}
