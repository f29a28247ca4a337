//! Registration of the node's topics, services and parameters with the master, repeated when the master restarts.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::Notify;

use crate::log;
use crate::tcpros::subscription::Subscription;
use crate::xmlrpc::{CallError, Endpoint, Value, call};

/// Interval at which the node checks that the master runs and knows the node.
const PERIOD: Duration = Duration::from_millis(500);

/// An item to register with the master, or a parameter to read.
#[derive(Clone)]
pub(crate) enum Entry {
    /// A topic that the node publishes.
    Publisher { topic: String, kind: String },
    /// A topic to which the node subscribes.
    Subscriber(Arc<Subscription>),
    /// A service that the node offers.
    Service { name: String, uri: String },
    /// A parameter that the node sets.
    Parameter { key: String, value: Value },
    /// A parameter that the node reads each time it registers. The callback is not called if the parameter is not set.
    Reading { key: String, read: Arc<dyn Fn(&Value) + Send + Sync> },
}

/// An entry and the state of its registration.
struct Registered {
    entry: Entry,
    state: EntryState,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum EntryState {
    /// Not registered yet.
    New,
    /// The master has accepted the registration.
    Known,
    /// Registered, to be unregistered.
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
    /// Whether the registration has ended.
    left: AtomicBool,
}

/// The last logged state of the master.
#[derive(PartialEq, Eq)]
enum LoggedState {
    None,
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

    /// Adds an entry. It is registered as soon as the master answers.
    pub(crate) fn add(&self, entry: Entry) {
        self.lock().push(Registered { entry, state: EntryState::New });
        self.changed.notify_one();
    }

    /// Removes all entries for which `gone` holds. They are unregistered as soon as the master answers.
    pub(crate) fn remove(&self, gone: impl Fn(&Entry) -> bool) {
        let mut entries = self.lock();
        entries.retain(|known| known.state != EntryState::New || !gone(&known.entry));
        for known in entries.iter_mut().filter(|known| gone(&known.entry)) {
            known.state = EntryState::Leaving;
        }
        drop(entries);
        self.changed.notify_one();
    }

    /// Ends the registration: another node has taken the name, or the node shuts down.
    pub(crate) fn leave(&self) {
        self.left.store(true, Ordering::Relaxed);
    }

    /// Keeps all entries registered. Runs on the transport.
    pub(crate) async fn keep(&self) {
        let mut logged = LoggedState::None;
        while !self.left.load(Ordering::Relaxed) {
            match self.register_all().await {
                Ok(0) => {}
                Ok(count) => {
                    if logged == LoggedState::Absent {
                        tracing::info!(target: log::STREAMS, "The ROS master at {} answers.", self.master);
                    }
                    tracing::debug!(target: log::STREAMS, "{count} names registered with the ROS master.");
                    logged = LoggedState::Present;
                }
                Err(error) => {
                    if logged != LoggedState::Absent {
                        let problem = if logged == LoggedState::Present {
                            "no longer answers"
                        } else {
                            "does not answer"
                        };
                        tracing::warn!(
                            target: log::STREAMS,
                            "The ROS master at {} {problem}: {error}. The node registers as soon as it answers; start \
                             `roscore`, or set ROS_MASTER_URI.",
                            self.master
                        );
                    }
                    logged = LoggedState::Absent;
                    self.reset();
                }
            }
            tokio::select! {
                () = self.changed.notified() => {}
                () = tokio::time::sleep(PERIOD) => {}
            }
        }
    }

    /// Unregisters the leaving entries and registers the new ones. Returns the number of newly registered entries, or an
    /// error if the master does not answer.
    async fn register_all(&self) -> Result<usize, CallError> {
        if !self.is_known().await? {
            self.reset();
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
                // The master would refuse a repeated call too.
                Err(error) if error.is_answer() => {
                    tracing::error!(target: log::STREAMS, "The ROS master refuses {}: {error}", entry.name());
                }
                Err(error) => return Err(error),
            }
            registered += 1;
            if !self.mark_known(&entry) {
                // It was removed meanwhile.
                self.unregister(&entry).await?;
            }
        }
        Ok(registered)
    }

    /// Marks an entry as registered. Returns false if the entry was removed meanwhile.
    fn mark_known(&self, entry: &Entry) -> bool {
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

    /// Whether a remaining entry has the same registration: the master knows one subscription per node and topic.
    fn is_shared(&self, entry: &Entry) -> bool {
        let Entry::Subscriber(leaving) = entry else { return false };
        self.lock().iter().any(|known| {
            known.state == EntryState::Known
                && matches!(&known.entry, Entry::Subscriber(other) if other.topic == leaving.topic)
        })
    }

    /// Whether the master knows the node. A restarted master does not. A node without registered names is unknown too.
    async fn is_known(&self) -> Result<bool, CallError> {
        let node = Value::from(self.node.as_str());
        match call(&self.master, "lookupNode", &[node.clone(), node]).await {
            Ok(uri) => Ok(uri.as_str() == Some(&self.uri)),
            Err(error) if error.is_answer() => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// Marks all entries as not registered.
    fn reset(&self) {
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
            // The parameter is not set.
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

    /// Unregisters all entries, so that the master does not list a node that has ended.
    pub(crate) async fn unregister_all(&self) {
        let entries = std::mem::take(&mut *self.lock());
        for Registered { entry, .. } in entries.iter().filter(|known| known.state != EntryState::New) {
            if self.unregister(entry).await.is_err() {
                return;
            }
        }
    }

    /// Unregisters an entry. Returns an error if the master does not answer.
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
    /// Whether both entries are the same item.
    fn is_same(&self, other: &Self) -> bool {
        match (self, other) {
            // By identity: several subscriptions may have the same topic.
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
