//! A Python process that has imported the Builder and runs one script repeatedly with different parameters. It forks a process
//! for each run, which takes a few milliseconds; starting Python and the Builder takes fifty or more.

use std::io::{self, BufRead, BufReader, PipeReader, Read, Write};
use std::os::fd::OwnedFd;
use std::os::unix::process::ExitStatusExt;
use std::path::PathBuf;
use std::process::{ChildStdin, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::Duration;

use command_fds::{CommandFdExt, FdMapping};
use morse_scene::document::DOCUMENT_BYTES_MAX;

use super::pipe::{DOCUMENT_FD, VERSION_LENGTH_MAX};
use super::{Running, Script, Written};
use crate::error::LoadError;
use crate::interrupt::INTERRUPT_POLL_MS;
use crate::python::{Package, PythonError};

/// The request of a run without parameters.
const NO_PARAMETERS: &str = "{\"given\": {}}";

/// Runs scripts. The process of the last script is kept for its next run.
#[derive(Default)]
pub struct ScriptServer {
    process: Option<ServerProcess>,
}

struct ServerProcess {
    /// Path of its script.
    script: PathBuf,
    arguments: Vec<String>,
    /// Closing it ends the process, and the script that it runs.
    requests: Option<ChildStdin>,
    answers: Receiver<io::Result<Written>>,
    running: Running,
    /// Keeps the Python packages as long as the process exists.
    _package: Package,
}

impl ScriptServer {
    /// Runs a script with its parameters and returns its output.
    pub(super) fn run(&mut self, script: &Script<'_>) -> Result<Written, LoadError> {
        let runs_script = |process: &ServerProcess| {
            process.script == script.scene.path && process.arguments == script.scene.arguments
        };
        if let Some(mut process) = self.process.take().filter(runs_script) {
            match process.run(script) {
                Ok(written) => {
                    self.process = Some(process);
                    return Ok(written);
                }
                Err(LoadError::Interrupted) => return Err(LoadError::Interrupted),
                // The process was killed after the last run; a new process does this run.
                Err(_) => {}
            }
        }
        let mut process = ServerProcess::start(script)?;
        let written = process.run(script)?;
        self.process = Some(process);
        Ok(written)
    }
}

impl ServerProcess {
    fn start(script: &Script<'_>) -> Result<Self, LoadError> {
        let package = Package::unpack()?;
        let (reader, writer) = io::pipe().map_err(PythonError::Pipe)?;
        let mut command = script.command(&package, &format!("--document-fd={DOCUMENT_FD}"), &["--serve"]);
        command.stdin(Stdio::piped());
        let document = FdMapping { parent_fd: OwnedFd::from(writer), child_fd: DOCUMENT_FD };
        command.fd_mappings(vec![document]).map_err(|error| PythonError::Pipe(io::Error::other(error)))?;
        let mut child = command.spawn().map_err(|error| script.options.interpreter.not_found(error))?;
        // The command owns the writing end of the pipe, which must be closed so that reading can end.
        drop(command);
        let requests = child.stdin.take();
        let (sender, answers) = channel();
        let (version_sender, version) = channel();
        std::thread::Builder::new()
            .name("documents".to_owned())
            .spawn(move || receive(reader, &version_sender, &sender))
            .map_err(PythonError::Pipe)?;
        let process = Self {
            script: script.scene.path.clone(),
            arguments: script.scene.arguments.clone(),
            requests,
            answers,
            running: Running { child },
            _package: package,
        };
        let version = wait(script, &version)?.unwrap_or_default();
        script.options.interpreter.check(&version)?;
        Ok(process)
    }

    fn run(&mut self, script: &Script<'_>) -> Result<Written, LoadError> {
        let parameters = script.parameters().unwrap_or_else(|| NO_PARAMETERS.to_owned());
        if let Some(requests) = &mut self.requests {
            let sent =
                requests.write_all(format!("{parameters}\n").as_bytes()).and_then(|()| requests.flush());
            sent.map_err(PythonError::Pipe)?;
        }
        let written = wait(script, &self.answers)?;
        let ended = || io::Error::new(io::ErrorKind::UnexpectedEof, "the script server has ended");
        Ok(written.unwrap_or_else(|| Err(ended())).map_err(PythonError::Pipe)?)
    }
}

impl Drop for ServerProcess {
    fn drop(&mut self) {
        // The process ends a running script before it exits, which a killed process could not.
        self.requests = None;
        let _ = self.running.child.wait();
    }
}

/// Waits for a message; `None` if the sender is closed.
fn wait<T>(script: &Script<'_>, messages: &Receiver<T>) -> Result<Option<T>, LoadError> {
    loop {
        match messages.recv_timeout(Duration::from_millis(INTERRUPT_POLL_MS)) {
            Ok(message) => return Ok(Some(message)),
            Err(RecvTimeoutError::Disconnected) => return Ok(None),
            Err(RecvTimeoutError::Timeout) if !script.options.interrupt.is_requested() => {}
            Err(RecvTimeoutError::Timeout) => return Err(LoadError::Interrupted),
        }
    }
}

/// Forwards the version, and then each answer.
fn receive(pipe: PipeReader, version_sender: &Sender<String>, answers: &Sender<io::Result<Written>>) {
    let mut pipe = BufReader::new(pipe);
    let mut version = String::new();
    let _ = pipe.by_ref().take(VERSION_LENGTH_MAX).read_line(&mut version);
    // Sending fails if the user has interrupted the start.
    let _ = version_sender.send(version.trim().to_owned());
    while let Some(answer) = read_answer(&mut pipe).transpose() {
        let is_last = answer.is_err();
        if answers.send(answer).is_err() || is_last {
            return;
        }
    }
}

/// Reads the next answer; `None` at the end of the pipe.
fn read_answer(pipe: &mut impl BufRead) -> io::Result<Option<Written>> {
    let mut head = String::new();
    if pipe.by_ref().take(VERSION_LENGTH_MAX).read_line(&mut head)? == 0 {
        return Ok(None);
    }
    let bad = || io::Error::new(io::ErrorKind::InvalidData, format!("invalid header of an answer: {head:?}"));
    let (status, length) = head.trim_end().split_once(' ').ok_or_else(bad)?;
    let status = ExitStatus::from_raw(status.parse().map_err(|_| bad())?);
    let length: usize = length.parse().map_err(|_| bad())?;
    // Reads one byte more than allowed, so that a document that is too long is refused by its length.
    let kept = length.min(DOCUMENT_BYTES_MAX + 1);
    let mut document = vec![0; kept];
    pipe.read_exact(&mut document)?;
    io::copy(&mut pipe.take((length - kept) as u64), &mut io::sink())?;
    Ok(Some(Written { status, document }))
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;
    use std::time::Instant;

    use super::*;
    use crate::interrupt::Interrupt;
    use crate::scene::parameters::Parameters;
    use crate::scene::{Format, LoadOptions, ParameterValue, SceneFile};

    const SCENE: &str = "import os, sys
from morse.builder import *
if parameter('fails', default=False):
    raise ValueError('on purpose')
if parameter('leaves', default=False):
    sys.exit(3)
if parameter('dies', default=False):
    os.kill(os.getpid(), 9)
if parameter('waits', default=False):
    open(__file__ + '.runs', 'w').close()
    while True:
        pass
sys.stdin.read()
robot = ATRV('robot%d' % parameter('number', default=0))
env = Environment('empty')
";

    fn scene(folder: &Path) -> SceneFile {
        let path = folder.join("scene.py");
        fs::write(&path, SCENE).unwrap();
        let arguments = Vec::new();
        SceneFile {
            path,
            format: Format::Script,
            environment: None,
            arguments,
            is_trusted: true,
            default: None,
        }
    }

    fn options(given: &[(&str, ParameterValue)]) -> LoadOptions {
        let given = given.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect();
        let parameters = Parameters { given, ..Parameters::default() };
        LoadOptions { quiet: true, parameters, ..LoadOptions::default() }
    }

    #[test]
    fn one_process_runs_script_with_many_parameters() {
        let folder = tempfile::tempdir().unwrap();
        let scene = scene(folder.path());
        let mut server = ScriptServer::default();
        let mut describe = |given: &[(&str, ParameterValue)]| {
            let options = options(given);
            let described = Script { scene: &scene, options: &options }.describe_by(&mut server);
            let process = server.process.as_ref().map(|process| process.running.child.id());
            (described.map(|described| described.document), process)
        };
        let (first, process) = describe(&[]);
        assert!(first.unwrap().contains("\"robot0\"") && process.is_some());
        for number in 1..4 {
            let (document, same) = describe(&[("number", ParameterValue::Int(number))]);
            assert!(document.unwrap().contains(&format!("\"robot{number}\"")));
            assert_eq!(same, process);
        }
        let yes = ParameterValue::Bool(true);
        let (failed, _) = describe(&[("fails", yes.clone())]);
        assert!(failed.unwrap_err().diagnostic().to_string().contains("on purpose"));
        assert!(matches!(describe(&[("leaves", yes.clone())]).0, Err(LoadError::Script { status: 3, .. })));
        assert!(matches!(describe(&[("dies", yes.clone())]).0, Err(LoadError::Script { status: 255, .. })));
        assert!(describe(&[("nothing", yes)]).0.unwrap_err().diagnostic().to_string().contains("nothing"));
        // The process is still the same, and a failed run does not affect the next run.
        let (last, same) = describe(&[]);
        assert_eq!((last.is_ok(), same), (true, process));
        let killed = std::process::Command::new("kill").arg("-9").arg(process.unwrap().to_string()).status();
        assert!(killed.unwrap().success());
        let (document, restarted) = describe(&[]);
        assert!(document.is_ok() && restarted != process);
    }

    #[test]
    fn interrupt_ends_running_script() {
        let folder = tempfile::tempdir().unwrap();
        let scene = scene(folder.path());
        let interrupt = Interrupt::default();
        let options =
            LoadOptions { interrupt: interrupt.clone(), ..options(&[("waits", ParameterValue::Bool(true))]) };
        // The script creates this file before it waits.
        let marker = folder.path().join("scene.py.runs");
        let requester = std::thread::spawn(move || {
            let deadline = Instant::now() + Duration::from_secs(60);
            while !marker.exists() && Instant::now() < deadline {
                std::thread::sleep(Duration::from_millis(1));
            }
            interrupt.request();
            marker.exists()
        });
        let described = Script { scene: &scene, options: &options }.describe_by(&mut ScriptServer::default());
        assert!(matches!(described.map(|_| ()), Err(LoadError::Interrupted)));
        assert!(requester.join().unwrap(), "the script did not run");
    }

    #[test]
    fn invalid_answers_are_errors() {
        let answer = |text: &str| read_answer(&mut text.as_bytes());
        assert!(answer("").unwrap().is_none());
        let written = answer("256 3\nabcrest").unwrap().unwrap();
        assert_eq!((written.status.code(), written.document.as_slice()), (Some(1), &b"abc"[..]));
        for bad in ["0", "x 3\nabc", "0 -3\n", "0 9\nabc"] {
            assert!(answer(bad).is_err(), "{bad:?}");
        }
    }
}
