//! Runs a script in the Builder and receives the scene document on a pipe of its own: scripts print as they like.

use std::io::{self, BufRead, BufReader, PipeReader, Read};
use std::os::fd::OwnedFd;
use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::Duration;

use command_fds::{CommandFdExt, FdMapping};
use morse_scene::document::DOCUMENT_BYTES_MAX;

use super::{Interpreter, Package, PythonError, search_path};
use crate::failure::Failure;
use crate::models;
use crate::scene_file::SceneFile;
use crate::signals;

const BOOTSTRAP: &str = include_str!("bootstrap.py");

/// The descriptor on which the Builder finds the pipe.
const DOCUMENT_FD: i32 = 3;

/// Tells the Builder in which folders the simulator will look for models, so that both agree about what there is.
const SEARCH_PATH: &str = "MORSE_SEARCH_PATH";

/// Longest version that is believed. [bytes]
const VERSION_LENGTH_MAX: u64 = 64;

/// A script to run.
pub struct Script<'a> {
    /// Which one, and the words for it.
    pub scene: &'a SceneFile,
    /// The Python that runs it.
    pub interpreter: &'a Interpreter,
    /// Name of this node, when the user gave one.
    pub node: Option<&'a str>,
    /// Standard output belongs to this program: what the script prints goes to standard error.
    pub keep_stdout: bool,
}

/// What a script described.
pub struct Described {
    /// The scene document.
    pub document: String,
    /// Where the script looked for modules in the end.
    pub python_path: Vec<PathBuf>,
}

impl Described {
    /// Takes apart what came: a line with folders, then the document.
    fn read(text: Vec<u8>) -> io::Result<Self> {
        let text =
            String::from_utf8(text).map_err(|_| io::Error::other("the scene document is not UTF-8"))?;
        let (folders, document) = text.split_once('\n').unwrap_or_default();
        Ok(Self { python_path: serde_json::from_str(folders)?, document: document.to_owned() })
    }
}

/// Called when Python runs and has told its version, before the script does anything.
pub type Progress<'a> = &'a mut dyn FnMut(&str);

enum News {
    Version(String),
    /// Everything after the version, when the pipe was closed.
    Document(io::Result<Vec<u8>>),
}

impl Script<'_> {
    /// Runs the script to its end and gives the scene document that it describes.
    ///
    /// # Errors
    /// When Python cannot run it, when it ends without a document, or when the user interrupts.
    pub fn describe(&self, started: Progress<'_>) -> Result<Described, Failure> {
        let package = Package::unpack()?;
        let (child, news) = self.start(&package)?;
        let mut running = Running { child };
        let mut version = String::new();
        let document = loop {
            match news.recv_timeout(Duration::from_millis(signals::LOOK_EVERY_MS)) {
                Ok(News::Version(told)) => {
                    version = told;
                    if self.interpreter.check(&version).is_ok() {
                        started(&version);
                    }
                }
                Ok(News::Document(document)) => break document.map_err(PythonError::Pipe)?,
                Err(RecvTimeoutError::Timeout) if !signals::interrupted() => {}
                Err(_) => return Err(Failure::Interrupted),
            }
        };
        self.interpreter.check(&version)?;
        let status = running.wait()?;
        self.outcome(status, document)
    }

    fn start(&self, package: &Package) -> Result<(Child, Receiver<News>), PythonError> {
        let (reader, writer) = io::pipe()?;
        let mut command = Command::new(&self.interpreter.path);
        command
            .arg("-c")
            .arg(BOOTSTRAP)
            .arg(&self.scene.path)
            .arg(format!("--document-fd={DOCUMENT_FD}"))
            .arg("--search-path")
            .args(self.node.map(|node| format!("--node={node}")))
            .arg("--")
            .args(&self.scene.arguments)
            .env("PYTHONPATH", search_path::of(self.scene, package.folder()));
        if let Some(root) = &self.scene.environment {
            command.env(
                "MORSE_RESOURCE_PATH",
                search_path::in_front("MORSE_RESOURCE_PATH", &[root.join("data")]),
            );
        }
        if let Ok(folders) = std::env::join_paths(models::library(Some(self.scene)).search_path.folders()) {
            command.env(SEARCH_PATH, folders);
        }
        if std::env::var_os("PYTHONHASHSEED").is_none() {
            // A script that goes through a set makes the same scene each time.
            command.env("PYTHONHASHSEED", "0");
        }
        if self.keep_stdout {
            command.stdout(Stdio::from(io::stderr()));
        }
        command
            .fd_mappings(vec![FdMapping { parent_fd: OwnedFd::from(writer), child_fd: DOCUMENT_FD }])
            .map_err(io::Error::other)?;
        let child = command.spawn().map_err(|error| self.interpreter.not_found(error))?;
        // The command holds the writing end of the pipe, which must be closed for the pipe to end.
        drop(command);
        let (sender, news) = channel();
        std::thread::Builder::new().name("document".to_owned()).spawn(move || receive(reader, &sender))?;
        Ok((child, news))
    }

    fn outcome(&self, status: ExitStatus, document: Vec<u8>) -> Result<Described, Failure> {
        let path = self.scene.path.clone();
        // A script killed by a signal has no code; it is reported like one that died of an exception.
        match status.code() {
            Some(0) if document.is_empty() => Err(Failure::ScriptLeft(path)),
            Some(0) => Described::read(document).map_err(|error| PythonError::Pipe(error).into()),
            Some(_) if signals::interrupted() => Err(Failure::Interrupted),
            code => {
                let status = code.and_then(|code| u8::try_from(code).ok()).unwrap_or(u8::MAX);
                Err(Failure::Script { path, status })
            }
        }
    }
}

/// Ends the script when nobody waits for it any more.
struct Running {
    child: Child,
}

impl Running {
    fn wait(&mut self) -> Result<ExitStatus, Failure> {
        Ok(self.child.wait().map_err(PythonError::Pipe)?)
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        if let Ok(None) = self.child.try_wait() {
            // It may have ended between the two calls; then there is nothing to do.
            let _ = self.child.kill().and_then(|()| self.child.wait());
        }
    }
}

fn receive(pipe: PipeReader, news: &Sender<News>) {
    let mut pipe = BufReader::new(pipe);
    let mut version = String::new();
    let told = pipe.by_ref().take(VERSION_LENGTH_MAX).read_line(&mut version);
    // The receiver is gone when the user interrupted: then nobody wants the rest.
    let _ = news.send(News::Version(told.map(|_| version.trim().to_owned()).unwrap_or_default()));
    let mut document = Vec::new();
    let read = pipe.take(DOCUMENT_BYTES_MAX as u64 + 1).read_to_end(&mut document);
    let _ = news.send(News::Document(read.map(|_| document)));
}
