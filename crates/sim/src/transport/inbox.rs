//! Inboxes of incoming streams: they hold the valid commands and decide which command an actuator takes at an
//! activation.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use morse_scene::value::Map;

use crate::contract::command::{CommandError, CommandSchema};

/// The command of an incoming stream that the actuator takes next.
///
/// By default the newest command is kept, and every command must have all fields. The reader of the stream changes
/// this with [`Inbox::keeping`] and [`Inbox::partial`]. An actuator checks its inbox once at each activation. As in
/// MORSE 1.4, the first check after a client has connected only accepts the connection. A command that arrives before
/// that check is taken by the next check.
#[derive(Debug, Clone)]
pub struct Inbox {
    inner: Arc<InboxInner>,
    keep: Keep,
    partial: bool,
    is_text: bool,
}

/// Key under which an inbox for text stores a received text.
const TEXT: &str = "text";

/// Selects the command that is kept if several arrive between two activations.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Keep {
    /// The newest command replaces earlier ones, as for sockets.
    #[default]
    Newest,
    /// The first command stays and later ones are dropped, as for the topics of ROS in MORSE 1.4.
    First,
}

/// Result of putting a command into an inbox.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PutOutcome {
    /// The command waits for the actuator.
    Stored,
    /// The command waits for the actuator and has replaced one that the actuator had not taken.
    Replaced,
    /// The command was dropped, because an earlier one waits for the actuator.
    Dropped,
    /// The command was rejected as invalid. The last valid command stays in force.
    Refused,
}

/// Counter of commands and clients that arrived for the inboxes of a simulation. While it is unchanged, no inbox needs
/// a check.
#[derive(Debug, Clone, Default)]
pub(crate) struct Arrivals(Arc<AtomicU64>);

impl Arrivals {
    pub(crate) fn count(&self) -> u64 {
        self.0.load(Ordering::Acquire)
    }

    fn add(&self) {
        self.0.fetch_add(1, Ordering::Release);
    }
}

/// Maximum number of reasons of refusals that are logged. Further refusals are only counted.
const REASONS_MAX: usize = 10;

#[derive(Debug)]
struct InboxInner {
    component: String,
    schema: CommandSchema,
    /// Shared by all inboxes of a simulation.
    arrivals: Arrivals,
    /// Number of checks by the actuator.
    checks: AtomicU64,
    /// Whether there is a command. Read without the lock, because most checks find no command.
    full: AtomicBool,
    commands: Mutex<Commands>,
    refusals: Mutex<Refusals>,
}

/// The refused commands.
#[derive(Debug, Default)]
struct Refusals {
    count: u64,
    /// The logged reasons.
    reasons: BTreeSet<String>,
}

#[derive(Debug, Default)]
struct Commands {
    /// Command for the next check.
    newest: Option<Map>,
    /// The newest command of connections that were not yet accepted when it arrived, and the number of the check that
    /// takes it.
    early: Option<(u64, Map)>,
}

impl Commands {
    /// Takes the command that was postponed to the check with this number, if any.
    fn take_early(&mut self, check: u64) -> Option<Map> {
        self.early.take_if(|&mut (from, _)| from <= check).map(|(_, command)| command)
    }
}

/// Token of a connected client: the number of the check that accepts the connection.
#[derive(Debug, Clone, Copy)]
pub struct Arrival(u64);

impl Inbox {
    /// The inbox of a component with this command schema.
    #[must_use]
    pub fn new(component: &str, schema: CommandSchema) -> Self {
        Self::counted(component, schema, Arrivals::default())
    }

    /// The inbox of a component in a simulation that counts arrivals.
    pub(crate) fn counted(component: &str, schema: CommandSchema, arrivals: Arrivals) -> Self {
        let component = component.to_owned();
        let (checks, full, commands) = (AtomicU64::new(0), AtomicBool::new(false), Mutex::default());
        let refusals = Mutex::default();
        let inner = Arc::new(InboxInner { component, schema, arrivals, checks, full, commands, refusals });
        Self { inner, keep: Keep::default(), partial: false, is_text: false }
    }

    /// The same inbox, for a reader with this rule for waiting commands.
    #[must_use]
    pub fn keeping(self, keep: Keep) -> Self {
        Self { keep, ..self }
    }

    /// The same inbox, for a reader whose commands may lack fields. Missing fields keep their values.
    #[must_use]
    pub fn partial(self) -> Self {
        Self { partial: true, ..self }
    }

    /// The same inbox, for text that is decoded elsewhere: its commands are created by [`Inbox::of_text`].
    #[must_use]
    pub fn for_text(self) -> Self {
        Self { is_text: true, ..self }
    }

    /// Whether the inbox is for text that is decoded elsewhere.
    #[must_use]
    pub fn is_for_text(&self) -> bool {
        self.is_text
    }

    /// Wraps a text as a command.
    #[must_use]
    pub fn of_text(text: &str) -> Map {
        Map::from([(TEXT, text)])
    }

    /// As [`Inbox::take`], for an inbox for text.
    #[must_use]
    pub fn take_text(&self) -> Option<String> {
        Some(self.take()?.get(TEXT)?.as_str()?.to_owned())
    }

    /// Names of the numbers that a command has besides the fields of the component, such as joints of an armature.
    #[must_use]
    pub fn open_names(&self) -> &[String] {
        &self.inner.schema.open
    }

    /// Checks that a command has every field of the component (at least one if the reader's commands may be partial),
    /// each with a valid value.
    ///
    /// # Errors
    /// Describes the problem.
    pub fn check(&self, command: &Map) -> Result<(), CommandError> {
        if self.is_text {
            return Ok(());
        }
        match self.partial {
            true => self.inner.schema.check_partial(command),
            false => self.inner.schema.check(command),
        }
    }

    /// Registers a new client. Pass the result to [`Inbox::put_from`] with its commands.
    #[must_use]
    pub fn connected(&self) -> Arrival {
        let arrival = Arrival(self.inner.checks.load(Ordering::Acquire));
        self.inner.arrivals.add();
        arrival
    }

    /// Stores a command that does not come from a connection. See [`Inbox::put_from`].
    pub fn put(&self, command: Map) -> PutOutcome {
        self.put_with(command, None)
    }

    /// Stores a command, unless it is invalid or an earlier one has precedence. An invalid command is logged.
    pub fn put_from(&self, arrival: Arrival, command: Map) -> PutOutcome {
        self.put_with(command, Some(arrival))
    }

    fn put_with(&self, command: Map, arrival: Option<Arrival>) -> PutOutcome {
        let inner = &*self.inner;
        if let Err(error) = self.check(&command) {
            self.note_refusal(&error);
            return PutOutcome::Refused;
        }
        let mut commands = self.lock();
        if self.keep == Keep::First && (commands.newest.is_some() || commands.early.is_some()) {
            return PutOutcome::Dropped;
        }
        let checks = inner.checks.load(Ordering::Acquire);
        let replaced = match arrival {
            Some(Arrival(accepting)) if checks <= accepting => {
                if let Some(due) = commands.take_early(checks) {
                    commands.newest.get_or_insert(due);
                }
                commands.early.replace((accepting + 1, command)).is_some()
            }
            _ => {
                let early = commands.take_early(checks);
                commands.newest.replace(command).or(early).is_some()
            }
        };
        inner.full.store(true, Ordering::Release);
        drop(commands);
        inner.arrivals.add();
        if replaced { PutOutcome::Replaced } else { PutOutcome::Stored }
    }

    /// Logs the reason of a refusal, if it is new.
    fn note_refusal(&self, error: &CommandError) {
        let mut refusals = self.inner.refusals.lock().unwrap_or_else(PoisonError::into_inner);
        refusals.count += 1;
        if refusals.reasons.len() < REASONS_MAX && refusals.reasons.insert(error.to_string()) {
            tracing::warn!(
                "{}: command refused: {error}. The last good command stays in force.",
                self.inner.component
            );
        }
    }

    /// Number of refused commands.
    pub(crate) fn refusals(&self) -> u64 {
        self.inner.refusals.lock().unwrap_or_else(PoisonError::into_inner).count
    }

    /// Called by the actuator at each activation: takes the new command, if any.
    #[must_use]
    pub fn take(&self) -> Option<Map> {
        let inner = &*self.inner;
        // Only the actuator modifies this counter.
        let check = inner.checks.load(Ordering::Relaxed);
        inner.checks.store(check + 1, Ordering::Release);
        if !inner.full.load(Ordering::Acquire) {
            return None;
        }
        let mut commands = self.lock();
        let early = commands.take_early(check);
        let is_early_left = commands.early.is_some();
        inner.full.store(is_early_left, Ordering::Release);
        if is_early_left {
            inner.arrivals.add();
        }
        commands.newest.take().or(early)
    }

    /// Drops the commands that the actuator has not taken.
    pub(crate) fn discard(&self) {
        let mut commands = self.lock();
        *commands = Commands::default();
        self.inner.full.store(false, Ordering::Release);
    }

    fn lock(&self) -> MutexGuard<'_, Commands> {
        self.inner.commands.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests;
