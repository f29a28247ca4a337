//! The host process: start, commands and shutdown.

mod ending;

use std::collections::BTreeMap;
use std::io::{self, PipeWriter};
use std::process::{Child, Command};
use std::time::{Duration, Instant};

use morse_scene::description::{Description, ExtensionDescription};
use morse_sim::external::{Host, HostCommand, HostLost, Reply, SceneAccess};
use serde::Serialize;

#[cfg(unix)]
use crate::line::Stream;
use crate::line::{Answer, Described, HostMessage, Line, ReceiveError};
#[cfg(unix)]
use crate::shared::SharedMemory;

/// File descriptor of the channel in the host.
#[cfg(unix)]
const CHANNEL_FD: i32 = 3;
/// File descriptor, in the host, of a pipe that closes when this program exits.
#[cfg(unix)]
const LIFELINE_FD: i32 = 4;
/// File descriptor, in the host, of the shared memory, if there is any.
#[cfg(unix)]
const SHARED_FD: i32 = 5;
/// Environment variable that passes the descriptor of the shared memory to the host; empty without shared memory.
#[cfg(unix)]
const SHARED_VARIABLE: &str = "MORSE_SHARED_FD";
/// Time for the host to exit after the command to end.
const SHUTDOWN_GRACE: Duration = Duration::from_secs(1);

/// Time limits of the host.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Time to import the users' modules, and to create the components, which may load files.
    pub start: Duration,
    /// Time for one command: one step of all due components, or one service call.
    pub command: Duration,
}

/// Reason why the host is not available.
#[derive(Debug, thiserror::Error)]
pub enum HostError {
    /// The operating system cannot start the process.
    #[error("cannot start the Python process for components written in Python: {0}")]
    Start(#[from] io::Error),
    /// Python components need features of Unix systems.
    #[error(
        "components written in Python run on Linux and macOS only: this system cannot pass sockets to a child process"
    )]
    System,
    /// The host was lost during its start.
    #[error("{0}")]
    Lost(#[from] HostLost),
    /// The host sent an unexpected message.
    #[error("the Python process for components sent an unexpected message: {0}")]
    ProtocolError(String),
}

/// Classes that cannot run, by class path, each with the reason.
pub type Refusals = BTreeMap<String, String>;

/// Result of [`HostProcess::describe`].
#[derive(Debug, Default)]
pub struct Descriptions {
    /// Robots, sensors and actuators, each with the class path of the built-in class that it derives from.
    pub components: Vec<(Description, Option<String>)>,
    /// Modifiers, overlays, streams and managers.
    pub extensions: Vec<ExtensionDescription>,
    /// Classes that cannot run, each with the reason.
    pub refusals: Refusals,
}

/// A running host.
pub struct HostProcess {
    child: Child,
    line: Line,
    limits: Limits,
    #[cfg(unix)]
    shared: Option<SharedMemory>,
    /// The current command, for the error message if the host is lost.
    doing: &'static str,
    /// Time for the current command.
    limit: Duration,
    _lifeline: PipeWriter,
}

#[derive(Serialize)]
#[serde(tag = "command", rename_all = "snake_case")]
enum HostRequest<'a> {
    Describe { classes: &'a [String] },
}

impl HostProcess {
    /// Starts the host with a command that runs its Python module. Waiting for messages ends when `interrupted`
    /// returns true.
    ///
    /// # Errors
    /// When the operating system cannot start the process, and always on systems other than Unix.
    #[cfg(not(unix))]
    pub fn start(
        _command: Command,
        _limits: Limits,
        _interrupted: impl Fn() -> bool + Send + 'static,
    ) -> Result<Self, HostError> {
        Err(HostError::System)
    }

    /// Starts the host with a command that runs its Python module. Waiting for messages ends when `interrupted`
    /// returns true.
    ///
    /// # Errors
    /// When the operating system cannot start the process, and always on systems other than Unix.
    #[cfg(unix)]
    pub fn start(
        mut command: Command,
        limits: Limits,
        interrupted: impl Fn() -> bool + Send + 'static,
    ) -> Result<Self, HostError> {
        use std::os::fd::OwnedFd;
        use std::os::unix::process::CommandExt;

        use command_fds::{CommandFdExt, FdMapping};

        let (own, its) = Stream::pair()?;
        let (lifeline_end, lifeline) = io::pipe()?;
        let mapping = |parent_fd: OwnedFd, child_fd| FdMapping { parent_fd, child_fd };
        let mut mappings = vec![mapping(its.into(), CHANNEL_FD), mapping(lifeline_end.into(), LIFELINE_FD)];
        // Without shared memory, bytes travel in messages.
        let shared = SharedMemory::new().ok().map(|(shared, of_host)| {
            mappings.push(mapping(of_host, SHARED_FD));
            shared
        });
        command.fd_mappings(mappings).map_err(io::Error::other)?;
        command.env(SHARED_VARIABLE, if shared.is_some() { SHARED_FD.to_string() } else { String::new() });
        // Processes that components start are in its process group and are killed with it.
        command.process_group(0);
        let child = command.spawn()?;
        let line = Line::new(own, Box::new(interrupted))?;
        // The command holds the host's end of the channel. It must be dropped here, so that the channel closes with
        // the host.
        drop(command);
        let (doing, limit) = ("it was started", limits.start);
        Ok(Self { child, line, limits, shared, doing, limit, _lifeline: lifeline })
    }

    /// Requests the descriptions of classes, and of the classes of their levels.
    ///
    /// # Errors
    /// When the host is lost.
    pub fn describe(&mut self, classes: &[String]) -> Result<Descriptions, HostError> {
        (self.doing, self.limit) = ("it imported the modules of components", self.limits.start);
        let until = Instant::now() + self.limit;
        self.line.send(&HostRequest::Describe { classes }, &[], until).map_err(|error| self.lose(error))?;
        loop {
            let message = self.line.recv(until).map_err(|error| self.lose(error))?;
            if let Some(described) = message.described {
                let mut all = Descriptions::default();
                for (class, described) in described {
                    match described {
                        Described::Component { description, base } => {
                            all.components.push((*description, base))
                        }
                        Described::Extension(extension) => all.extensions.push(extension),
                        Described::Refusal(why) => drop(all.refusals.insert(class, why)),
                    }
                }
                return Ok(all);
            }
            match &message {
                HostMessage { log: Some(log), .. } => log_record(log),
                HostMessage { ask: Some(query), .. } => {
                    let text = format!(
                        "there is no scene yet that could answer {query:?}: query it when the component is created"
                    );
                    self.line.send(&Answer::Error(text), &[], until).map_err(|error| self.lose(error))?;
                }
                _ => return Err(HostError::ProtocolError(format!("{message:?}"))),
            }
        }
    }

    /// Executes the commands and answers the queries of the host until it replies.
    fn serve(&mut self, scene: &mut dyn SceneAccess, until: Instant) -> Result<Reply, ReceiveError> {
        loop {
            let message = self.line.recv(until)?;
            for command in message.commands {
                if let Err(error) = scene.execute(command) {
                    tracing::warn!("{error}");
                }
            }
            if let Some(log) = &message.log {
                log_record(log);
            }
            if let Some(query) = &message.ask {
                let answer = scene.answer(query).map_or_else(Answer::Error, Answer::Answer);
                self.line.send(&answer, &[], until)?;
            }
            #[cfg(unix)]
            if let Some(shared) = &mut self.shared {
                shared.free(&message.freed);
            }
            if let Some(mut reply) = message.reply {
                reply.unpack(message.columns).map_err(ReceiveError::ProtocolError)?;
                return Ok(reply);
            }
        }
    }
}

impl Host for HostProcess {
    fn exchange(
        &mut self,
        command: &HostCommand<'_>,
        scene: &mut dyn SceneAccess,
    ) -> Result<Reply, HostLost> {
        self.send(command)?;
        self.receive(scene)
    }

    fn send(&mut self, command: &HostCommand<'_>) -> Result<bool, HostLost> {
        (self.doing, self.limit) = match command {
            HostCommand::Begin { .. } => ("it created the components", self.limits.start),
            HostCommand::Act(_) => ("components acted", self.limits.command),
            HostCommand::Manage(_) => ("stream managers and request managers acted", self.limits.command),
            HostCommand::Ended { .. } => ("it was notified about ended services", self.limits.command),
            HostCommand::Serve { .. } | HostCommand::Function { .. } => {
                ("it served a request", self.limits.command)
            }
            HostCommand::Interrupt { .. } => ("a service was interrupted", self.limits.command),
            HostCommand::End => ("components were finalized", self.limits.command),
        };
        self.line.is_last = matches!(command, HostCommand::End);
        let sent = self.line.send(command, &command.numbers(), Instant::now() + self.limit);
        sent.map(|()| true).map_err(|error| self.lose(error))
    }

    /// The time limit starts here. The time between `send` and `receive` is not counted.
    fn receive(&mut self, scene: &mut dyn SceneAccess) -> Result<Reply, HostLost> {
        self.serve(scene, Instant::now() + self.limit).map_err(|error| self.lose(error))
    }

    #[cfg(unix)]
    fn share(&mut self, bytes: &[u8]) -> Option<u64> {
        self.shared.as_mut()?.put(bytes)
    }

    #[cfg(unix)]
    fn read_shared(&mut self, offset: u64, bytes: &mut [u8]) -> Result<(), String> {
        self.shared.as_ref().ok_or("no shared memory")?.read(offset, bytes)
    }

    #[cfg(unix)]
    fn shared_from(&self, offset: u64) -> u64 {
        self.shared.as_ref().map_or(0, |shared| shared.from(offset))
    }
}

impl Drop for HostProcess {
    fn drop(&mut self) {
        if self.line.is_last {
            self.line.close();
            self.end_within(SHUTDOWN_GRACE);
        } else {
            self.kill();
        }
    }
}

/// Logs a record of a component under the logger of the component.
fn log_record((level, logger, text): &(u32, String, String)) {
    // Names of loggers are known only at run time, and are therefore part of the text.
    let text = if logger.is_empty() { text.clone() } else { format!("[{logger}] {text}") };
    match level {
        0..20 => tracing::debug!(target: "morse", "{text}"),
        20..30 => tracing::info!(target: "morse", "{text}"),
        30..40 => tracing::warn!(target: "morse", "{text}"),
        _ => tracing::error!(target: "morse", "{text}"),
    }
}
