//! What the node registers with the master, and keeps registered while the master comes and goes.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::Notify;

use crate::log;
use crate::tcpros::subscription::Subscription;
use crate::xmlrpc::{CallError, Endpoint, Value, call};

/// Time between two looks whether the master is there and knows the node.
const PERIOD: Duration = Duration::from_millis(500);

/// Something that the master must know.
#[derive(Clone)]
pub(crate) enum Entry {
    /// A topic that the node publishes.
    Publisher { topic: String, kind: String },
    /// A topic that the node subscribes to.
    Subscriber(Arc<Subscription>),
    /// A service that the node serves.
    Service { name: String, uri: String },
    /// A parameter that the node sets.
    Parameter { key: String, value: Value },
    /// A parameter that the node reads each time it registers. The function is not called while nobody has set it.
    Reading { key: String, read: Arc<dyn Fn(&Value) + Send + Sync> },
}

/// An entry, and what the master knows of it.
struct Registered {
    entry: Entry,
    state: EntryState,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum EntryState {
    /// The master does not know it.
    New,
    /// The master knows it.
    Known,
    /// The master knows it and must forget it.
    Leaving,
}

/// The entries of the node.
pub(crate) struct Registration {
    /// Name of the node.
    node: String,
    master: Endpoint,
    /// Address of the node's own XML-RPC server.
    uri: String,
    entries: Mutex<Vec<Registered>>,
    changed: Notify,
    /// Whether the node was told to leave.
    left: AtomicBool,
}

/// What the log said last of the master.
#[derive(PartialEq, Eq)]
enum Said {
    Nothing,
    Absent,
    Present,
}

impl Registration {
    pub(crate) fn new(node: String, master: Endpoint, uri: String) -> Self {
        let (entries, changed, left) = (Mutex::default(), Notify::new(), AtomicBool::new(false));
        Self { node, master, uri, entries, changed, left }
    }

    /// Address of the node's XML-RPC server.
    pub(crate) fn uri(&self) -> &str {
        &self.uri
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Registered>> {
        self.entries.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds an entry, which is registered as soon as the master answers.
    pub(crate) fn add(&self, entry: Entry) {
        self.lock().push(Registered { entry, state: EntryState::New });
        self.changed.notify_one();
    }

    /// Takes entries back. The master is told as soon as it answers.
    pub(crate) fn remove(&self, gone: impl Fn(&Entry) -> bool) {
        let mut entries = self.lock();
        entries.retain(|known| known.state != EntryState::New || !gone(&known.entry));
        for known in entries.iter_mut().filter(|known| gone(&known.entry)) {
            known.state = EntryState::Leaving;
        }
        drop(entries);
        self.changed.notify_one();
    }

    /// Ends the registration: another node has taken the name, or a user wants the node to leave.
    pub(crate) fn leave(&self) {
        self.left.store(true, Ordering::Relaxed);
    }

    /// Keeps all entries registered. Runs on the transport.
    pub(crate) async fn keep(&self) {
        let mut said = Said::Nothing;
        while !self.left.load(Ordering::Relaxed) {
            match self.register_all().await {
                Ok(0) => {}
                Ok(count) => {
                    if said == Said::Absent {
                        tracing::info!(target: log::STREAMS, "The ROS master at {} answers.", self.master);
                    }
                    tracing::debug!(target: log::STREAMS, "{count} names registered with the ROS master.");
                    said = Said::Present;
                }
                Err(error) => {
                    if said != Said::Absent {
                        let gone =
                            if said == Said::Present { "no longer answers" } else { "does not answer" };
                        tracing::warn!(
                            target: log::STREAMS,
                            "The ROS master at {} {gone}: {error}. The node registers as soon as it does; start `roscore`, \
                             or set ROS_MASTER_URI.",
                            self.master
                        );
                    }
                    said = Said::Absent;
                    self.forget_all();
                }
            }
            tokio::select! {
                () = self.changed.notified() => {}
                () = tokio::time::sleep(PERIOD) => {}
            }
        }
    }

    /// Takes back what is leaving, registers what the master does not know, and gives how many the latter were. An error
    /// is a master that does not answer.
    async fn register_all(&self) -> Result<usize, CallError> {
        if !self.is_known().await? {
            self.forget_all();
        }
        while let Some(entry) = self.first(EntryState::Leaving) {
            if !self.is_shared(&entry) {
                self.unregister(&entry).await?;
            }
            self.lock().retain(|known| known.state != EntryState::Leaving || !known.entry.is_same(&entry));
        }
        let mut registered = 0;
        while let Some(entry) = self.first(EntryState::New) {
            match self.register(&entry).await {
                Ok(()) => {}
                // Asking again would not help.
                Err(error) if error.is_answer() => {
                    tracing::error!(target: log::STREAMS, "The ROS master refuses {}: {error}", entry.name());
                }
                Err(error) => return Err(error),
            }
            registered += 1;
            if !self.note_known(&entry) {
                // It was taken back meanwhile.
                self.unregister(&entry).await?;
            }
        }
        Ok(registered)
    }

    /// Notes that the master knows an entry. Gives whether it is still one.
    fn note_known(&self, entry: &Entry) -> bool {
        let mut entries = self.lock();
        let mut same = entries.iter_mut().filter(|known| known.entry.is_same(entry)).peekable();
        let is_entry = same.peek().is_some();
        if let Some(known) = same.find(|known| known.state == EntryState::New) {
            known.state = EntryState::Known;
        }
        is_entry
    }

    fn first(&self, state: EntryState) -> Option<Entry> {
        self.lock().iter().find(|known| known.state == state).map(|known| known.entry.clone())
    }

    /// Whether the master cannot tell an entry from another one that stays: a node subscribes to a topic once.
    fn is_shared(&self, entry: &Entry) -> bool {
        let Entry::Subscriber(leaving) = entry else { return false };
        self.lock().iter().any(|known| {
            known.state == EntryState::Known
                && matches!(&known.entry, Entry::Subscriber(other) if other.topic == leaving.topic)
        })
    }

    /// Whether the master knows the node. A master that was started anew does not. A node without names is not known
    /// either.
    async fn is_known(&self) -> Result<bool, CallError> {
        let node = Value::from(self.node.as_str());
        match call(&self.master, "lookupNode", &[node.clone(), node]).await {
            Ok(uri) => Ok(uri.as_str() == Some(&self.uri)),
            Err(error) if error.is_answer() => Ok(false),
            Err(error) => Err(error),
        }
    }

    fn forget_all(&self) {
        let mut entries = self.lock();
        entries.retain(|known| known.state != EntryState::Leaving);
        entries.iter_mut().for_each(|known| known.state = EntryState::New);
    }

    async fn register(&self, entry: &Entry) -> Result<(), CallError> {
        let node = Value::from(self.node.as_str());
        let uri = Value::from(self.uri.as_str());
        let (method, params) = match entry {
            Entry::Publisher { topic, kind } => {
                ("registerPublisher", vec![node, topic.as_str().into(), kind.as_str().into(), uri])
            }
            Entry::Subscriber(subscription) => {
                let Subscription { topic, kind, .. } = &**subscription;
                ("registerSubscriber", vec![node, topic.as_str().into(), kind.name.as_str().into(), uri])
            }
            Entry::Service { name, uri: service } => {
                ("registerService", vec![node, name.as_str().into(), service.as_str().into(), uri])
            }
            Entry::Parameter { key, value } => ("setParam", vec![node, key.as_str().into(), value.clone()]),
            Entry::Reading { key, .. } => ("getParam", vec![node, key.as_str().into()]),
        };
        let result = match (call(&self.master, method, &params).await, entry) {
            // Nobody has set it.
            (Err(error), Entry::Reading { .. }) if error.is_answer() => return Ok(()),
            (result, _) => result?,
        };
        match entry {
            Entry::Subscriber(subscription) => subscription.set_publishers(&result.texts()),
            Entry::Reading { read, .. } => read(&result),
            _ => {}
        }
        Ok(())
    }

    /// Takes all entries back, so that the master does not list a node that is gone.
    pub(crate) async fn unregister_all(&self) {
        let entries = std::mem::take(&mut *self.lock());
        for Registered { entry, .. } in entries.iter().filter(|known| known.state != EntryState::New) {
            if self.unregister(entry).await.is_err() {
                return;
            }
        }
    }

    /// Takes an entry back. An error is a master that does not answer.
    async fn unregister(&self, entry: &Entry) -> Result<(), CallError> {
        let node = Value::from(self.node.as_str());
        let uri = Value::from(self.uri.as_str());
        let (method, params) = match entry {
            Entry::Publisher { topic, .. } => ("unregisterPublisher", [node, topic.as_str().into(), uri]),
            Entry::Subscriber(subscription) => {
                ("unregisterSubscriber", [node, subscription.topic.as_str().into(), uri])
            }
            Entry::Service { name, uri } => {
                ("unregisterService", [node, name.as_str().into(), uri.as_str().into()])
            }
            Entry::Parameter { .. } | Entry::Reading { .. } => return Ok(()),
        };
        match call(&self.master, method, &params).await {
            Err(error) if !error.is_answer() => Err(error),
            _ => Ok(()),
        }
    }
}

impl Entry {
    /// Whether both stand for the same thing.
    fn is_same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Subscriber(one), Self::Subscriber(two)) => Arc::ptr_eq(one, two),
            (Self::Reading { read: one, .. }, Self::Reading { read: two, .. }) => Arc::ptr_eq(one, two),
            (Self::Publisher { .. }, Self::Publisher { .. })
            | (Self::Service { .. }, Self::Service { .. })
            | (Self::Parameter { .. }, Self::Parameter { .. }) => self.name() == other.name(),
            _ => false,
        }
    }

    pub(crate) fn name(&self) -> &str {
        match self {
            Self::Publisher { topic, .. } => topic,
            Self::Subscriber(subscription) => &subscription.topic,
            Self::Service { name, .. } => name,
            Self::Parameter { key, .. } | Self::Reading { key, .. } => key,
        }
    }
}
