//! Runs a script in the Builder and receives the scene document separately from the script's output: on a pipe, or in a
//! file on systems without inheritable pipes.

#[cfg(any(test, not(unix)))]
mod file;
#[cfg(unix)]
mod pipe;
#[cfg(unix)]
mod server;

use std::io;
use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus, Stdio};

use morse_scene::{Code, Diagnostic, Source};
use serde::Deserialize;

use super::error::PythonError;
use super::{Package, search_path};
use crate::error::LoadError;
use crate::models;
use crate::scene::file::SceneFile;
use crate::scene::load_options::LoadOptions;
use crate::scene::parameters;

#[cfg(unix)]
pub use server::ScriptServer;

/// Placeholder on systems that cannot fork, where every run of a script starts Python.
#[cfg(not(unix))]
#[derive(Default)]
pub struct ScriptServer;

const BOOTSTRAP: &str = include_str!("bootstrap.py");

/// Environment variable for the Builder: the folders in which the simulator searches models, so that both find the same.
pub(super) const SEARCH_PATH: &str = "MORSE_SEARCH_PATH";

/// A script to run.
pub struct Script<'a> {
    /// The script and its arguments.
    pub scene: &'a SceneFile,
    /// The load options.
    pub options: &'a LoadOptions,
}

/// The result of a script.
pub struct Described {
    /// The scene document.
    pub document: String,
    /// Final module search path of the script.
    pub python_path: Vec<PathBuf>,
}

impl Described {
    /// Parses the received text: a line with the module search path, then the document.
    fn read(text: Vec<u8>) -> io::Result<Self> {
        let text =
            String::from_utf8(text).map_err(|_| io::Error::other("the scene document is not UTF-8"))?;
        let (folders, document) = text.split_once('\n').unwrap_or_default();
        Ok(Self { python_path: serde_json::from_str(folders)?, document: document.to_owned() })
    }
}

/// The Builder's report about an exception that ended a script.
#[derive(Deserialize)]
struct Exception {
    message: String,
    help: Option<String>,
    source: Option<Source>,
}

impl Exception {
    fn read(text: &str) -> Option<Diagnostic> {
        let Self { message, help, source } = serde_json::from_str(text).ok()?;
        Some(Diagnostic::error(Code::ScriptException, message).at(source.as_ref()).help(help))
    }
}

/// Callback for the version of Python, called before the script runs.
pub type Progress<'a> = &'a mut dyn FnMut(&str);

/// Exit status of a script, and the bytes that it wrote after the version of Python.
struct Written {
    status: ExitStatus,
    /// The search path and the document, or a report about an exception.
    document: Vec<u8>,
}

impl Script<'_> {
    /// Runs the script to its end and returns the described scene document.
    ///
    /// # Errors
    /// If Python cannot run it, it ends without a document, or the user interrupts it.
    pub fn describe(&self, started: Progress<'_>) -> Result<Described, LoadError> {
        let package = Package::unpack()?;
        #[cfg(unix)]
        let written = self.run_with_pipe(&package, started)?;
        #[cfg(not(unix))]
        let written = self.run_with_file(&package, started)?;
        self.outcome(written)
    }

    /// Like [`Script::describe`], with a server that starts Python only once for all runs of one script.
    ///
    /// # Errors
    /// See [`Script::describe`].
    pub fn describe_by(&self, server: &mut ScriptServer) -> Result<Described, LoadError> {
        #[cfg(unix)]
        return self.outcome(server.run(self)?);
        #[cfg(not(unix))]
        return self.describe(&mut |_| {});
    }

    /// The command that runs the script; `document` is the option for the destination of the document.
    fn command(&self, package: &Package, document: &str, options: &[&str]) -> Command {
        let mut command = Command::new(&self.options.interpreter.path);
        command
            .arg("-c")
            .arg(BOOTSTRAP)
            .arg(&self.scene.path)
            .arg(document)
            .arg("--search-path")
            .arg("--diagnostic")
            .args(options)
            .args(self.options.node.as_ref().map(|node| format!("--node={node}")))
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
            // Makes the iteration order of sets, and so the scene, reproducible.
            command.env("PYTHONHASHSEED", "0");
        }
        // The script must not inherit parameters of this process.
        match self.parameters() {
            Some(parameters) => command.env(parameters::VARIABLE, parameters),
            None => command.env_remove(parameters::VARIABLE),
        };
        if self.options.quiet {
            command.stdout(Stdio::null()).stderr(Stdio::null());
        } else if self.options.keep_stdout {
            command.stdout(Stdio::from(io::stderr()));
        }
        command
    }

    /// The parameters as the Builder reads them, if there are any.
    fn parameters(&self) -> Option<String> {
        let parameters = &self.options.parameters;
        serde_json::to_string(parameters).ok().filter(|_| !parameters.given.is_empty())
    }

    fn outcome(&self, written: Written) -> Result<Described, LoadError> {
        let Written { status, document } = written;
        let path = self.scene.path.clone();
        // A script killed by a signal has no exit code; it is reported like an uncaught exception.
        match status.code() {
            Some(0) if document.is_empty() => Err(LoadError::ScriptLeft(path)),
            Some(0) => Described::read(document).map_err(|error| PythonError::Pipe(error).into()),
            Some(_) if self.options.interrupt.is_requested() => Err(LoadError::Interrupted),
            code => {
                let status = code.and_then(|code| u8::try_from(code).ok()).unwrap_or(u8::MAX);
                // A script that exited by itself, or was killed, has reported no exception.
                let exception =
                    Described::read(document).ok().and_then(|report| Exception::read(&report.document));
                Err(LoadError::Script { path, status, exception: exception.map(Box::new) })
            }
        }
    }
}

/// A running script, which is killed on drop.
struct Running {
    child: Child,
}

impl Running {
    #[cfg(unix)]
    fn wait(&mut self) -> Result<ExitStatus, LoadError> {
        Ok(self.child.wait().map_err(PythonError::Pipe)?)
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        if let Ok(None) = self.child.try_wait() {
            // An error means that it has ended between the two calls.
            let _ = self.child.kill().and_then(|()| self.child.wait());
        }
    }
}
