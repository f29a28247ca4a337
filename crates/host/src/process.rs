//! The process of the host: its start, its orders, its end.

use std::collections::BTreeMap;
use std::io::{self, PipeWriter};
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::process::{Child, Command};
use std::time::{Duration, Instant};

use command_fds::{CommandFdExt, FdMapping};
use morse_scene::description::Description;
use morse_sim::hosted::{Host, HostLost, Order, Reply, Surroundings};
use serde::Serialize;

use crate::line::{Answer, Described, Line, Said, Silence};

/// Where the host finds its end of the line.
const CHANNEL_FD: i32 = 3;
/// Where the host finds the pipe that closes with this program.
const LIFELINE_FD: i32 = 4;
/// How long the host may take to end when it is told to.
const FAREWELL: Duration = Duration::from_secs(1);

/// How long the host may take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// To import the users' modules, and to make the components: they may load whatever they need.
    pub start: Duration,
    /// To carry out one order: all components that act in a tick, or one service.
    pub order: Duration,
}

/// Why there is no host.
#[derive(Debug, thiserror::Error)]
pub enum HostError {
    /// The system refuses to start it.
    #[error("cannot start the Python process for components written in Python: {0}")]
    Start(#[from] io::Error),
    /// It did not come up.
    #[error("{0}")]
    Lost(#[from] HostLost),
    /// It says something else than it should.
    #[error("the Python process for components does not say what it was asked: {0}")]
    Garbled(String),
}

/// Classes that cannot run, each with the reason.
pub type Refusals = BTreeMap<String, String>;

/// A host that runs.
pub struct HostProcess {
    child: Child,
    line: Line,
    limits: Limits,
    /// What it has been told to do: how its loss is explained.
    doing: &'static str,
    _lifeline: PipeWriter,
}

#[derive(Serialize)]
#[serde(tag = "order", rename_all = "snake_case")]
enum Enquiry<'a> {
    Describe { classes: &'a [String] },
}

impl HostProcess {
    /// Starts the host with a command that runs its Python module. Whoever waits for it gives up when `interrupted` says so.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn start(mut command: Command, limits: Limits, interrupted: fn() -> bool) -> Result<Self, HostError> {
        let (own, its) = UnixStream::pair()?;
        let (lifeline_end, lifeline) = io::pipe()?;
        let mapping = |parent_fd: OwnedFd, child_fd| FdMapping { parent_fd, child_fd };
        command
            .fd_mappings(vec![mapping(its.into(), CHANNEL_FD), mapping(lifeline_end.into(), LIFELINE_FD)])
            .map_err(io::Error::other)?;
        let child = command.spawn()?;
        let line = Line::new(own, interrupted)?;
        // The command holds the host's end of the line, which must be closed here for the line to close.
        drop(command);
        Ok(Self { child, line, limits, doing: "it was started", _lifeline: lifeline })
    }

    /// Asks for the descriptions of classes, and of those that run at their levels.
    ///
    /// # Errors
    /// When the host is lost.
    pub fn describe(&mut self, classes: &[String]) -> Result<(Vec<Description>, Refusals), HostError> {
        self.doing = "it imported the modules of components";
        let until = Instant::now() + self.limits.start;
        self.line.say(&Enquiry::Describe { classes }, until).map_err(|silence| self.lose(silence))?;
        loop {
            let said = self.line.hear(until).map_err(|silence| self.lose(silence))?;
            if let Some(described) = said.described {
                let (mut descriptions, mut refusals) = (Vec::new(), Refusals::new());
                for (class, described) in described {
                    match described {
                        Described::Description(description) => descriptions.push(*description),
                        Described::Refusal(why) => drop(refusals.insert(class, why)),
                    }
                }
                return Ok((descriptions, refusals));
            }
            match &said {
                Said { log: Some(log), .. } => tell(log),
                Said { ask: Some(question), .. } => {
                    let text = format!(
                        "there is no scene yet to ask for {question:?}: ask when the component is made"
                    );
                    self.line.say(&Answer::Error(text), until).map_err(|silence| self.lose(silence))?;
                }
                _ => return Err(HostError::Garbled(format!("{said:?}"))),
            }
        }
    }

    /// Ends the host, which says nothing any more, and explains why it is gone.
    fn lose(&mut self, silence: Silence) -> HostLost {
        let doing = self.doing;
        let limit = if doing.starts_with("it imported") || doing.starts_with("it made") {
            self.limits.start
        } else {
            self.limits.order
        };
        let text = match silence {
            Silence::Closed => {
                // It is ending, or has ended.
                let ended = self.end_within(FAREWELL);
                format!("the Python process of the components ended while {doing} ({ended})")
            }
            Silence::Late => {
                self.kill();
                format!(
                    "the Python process of the components did not answer for {} s while {doing}, and was ended",
                    limit.as_secs_f64()
                )
            }
            Silence::Interrupted => {
                self.kill();
                "the Python process of the components was ended, as the user wished".to_owned()
            }
            Silence::Failed(error) => {
                self.kill();
                format!("the line to the Python process of the components failed while {doing}: {error}")
            }
            Silence::Garbled(what) => {
                self.kill();
                format!("the Python process of the components does not keep to its protocol: {what}")
            }
        };
        HostLost(text)
    }

    fn kill(&mut self) {
        // It may have ended by itself meanwhile; then there is nothing to do.
        let _ = self.child.kill().and_then(|()| self.child.wait());
    }

    /// Waits for the end, or makes it; says how it came.
    fn end_within(&mut self, time: Duration) -> String {
        let until = Instant::now() + time;
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return status.to_string(),
                Ok(None) if Instant::now() < until => std::thread::sleep(Duration::from_millis(1)),
                _ => {
                    self.kill();
                    return "it had closed the line".to_owned();
                }
            }
        }
    }

    fn carry_out(
        &mut self,
        order: &Order<'_>,
        scene: &mut dyn Surroundings,
        until: Instant,
    ) -> Result<Reply, Silence> {
        self.line.say(order, until)?;
        loop {
            let said = self.line.hear(until)?;
            for deed in said.deeds {
                if let Err(error) = scene.carry_out(deed) {
                    tracing::warn!("{error}");
                }
            }
            if let Some(log) = &said.log {
                tell(log);
            }
            if let Some(question) = &said.ask {
                let answer = scene.answer(question).map_or_else(Answer::Error, Answer::Answer);
                self.line.say(&answer, until)?;
            }
            if let Some(reply) = said.reply {
                return Ok(reply);
            }
        }
    }
}

impl Host for HostProcess {
    fn exchange(&mut self, order: &Order<'_>, scene: &mut dyn Surroundings) -> Result<Reply, HostLost> {
        let (doing, limit) = match order {
            Order::Begin { .. } => ("it made the components", self.limits.start),
            Order::Act(_) => ("components acted", self.limits.order),
            Order::Serve { .. } => ("it served a request", self.limits.order),
            Order::Interrupt { .. } => ("a service was interrupted", self.limits.order),
            Order::End => ("components were finalised", self.limits.order),
        };
        self.doing = doing;
        self.line.is_last = matches!(order, Order::End);
        self.carry_out(order, scene, Instant::now() + limit).map_err(|silence| self.lose(silence))
    }
}

impl Drop for HostProcess {
    fn drop(&mut self) {
        if self.line.is_last {
            self.line.close();
            self.end_within(FAREWELL);
        } else {
            self.kill();
        }
    }
}

/// Adds what a component says to the log, under its own logger.
fn tell((level, logger, text): &(u32, String, String)) {
    // Names of loggers are known at run time only, and stand in the text.
    let text = if logger.is_empty() { text.clone() } else { format!("[{logger}] {text}") };
    match level {
        0..20 => tracing::debug!(target: "morse", "{text}"),
        20..30 => tracing::info!(target: "morse", "{text}"),
        30..40 => tracing::warn!(target: "morse", "{text}"),
        _ => tracing::error!(target: "morse", "{text}"),
    }
}
