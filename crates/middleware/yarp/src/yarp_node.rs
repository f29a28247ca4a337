//! The YARP node: the ports of a simulation, and the thread that serves them.

mod registration;

use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use tokio::runtime::{Builder, Handle, Runtime};
use tokio::sync::Notify;

use crate::bottle::Dialect;
use crate::log;
use crate::names::{self, NameError};
use crate::port::{NodeState, Port, admin};
use crate::settings::Settings;
use crate::wire::Message;
use registration::Registration;

pub use crate::port::{Incoming, Receive};

/// Time limit for sending queued messages at the end.
const DRAIN_MAX: Duration = Duration::from_secs(1);

/// Time limit for unregistering names at the end.
const UNREGISTER_MAX: Duration = Duration::from_secs(5);

/// Period of checks, at the end, whether all messages are sent.
const DRAIN_PERIOD: Duration = Duration::from_millis(2);

/// Error when a node is started or a port is opened.
#[derive(Debug, thiserror::Error)]
pub enum NodeError {
    /// The name is not a valid port name.
    #[error(transparent)]
    Name(#[from] NameError),
    /// Another port of this simulation has the name.
    #[error("there already is a port {0}: give one of them a different name with the option `port`")]
    Taken(String),
    /// The system cannot create the thread.
    #[error("cannot start the thread that serves YARP ports: {0}")]
    System(#[from] std::io::Error),
}

/// A node. Dropping it closes all ports.
pub struct YarpNode {
    state: Arc<NodeState>,
    registration: Arc<Registration>,
    /// Wakes the transport to end.
    stop: Arc<Notify>,
    transport: Handle,
    thread: Mutex<Option<JoinHandle<()>>>,
}

/// Configuration of a port.
pub struct PortConfig {
    /// Name without the prefix of the environment.
    pub name: String,
    /// Topic that the port sends to, or receives from.
    pub topic: Option<String>,
    /// Callback for received data; `None` for a port that sends.
    pub receive: Option<Receive>,
    /// Maximum number of messages queued for a slow receiver.
    pub queue: usize,
}

/// A port of a node. It stays open until [`YarpNode::close`], or the end of the node.
#[derive(Clone)]
pub struct OpenPort {
    port: Arc<Port>,
}

impl OpenPort {
    /// Name of the port.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.port.name
    }

    /// Whether the port has receivers.
    #[must_use]
    pub fn has_receivers(&self) -> bool {
        self.port.has_outputs()
    }

    /// Dialect of the port's data.
    #[must_use]
    pub fn dialect(&self) -> Dialect {
        self.port.dialect
    }

    /// Queues data for all receivers. They are sent at the next [`YarpNode::flush`].
    pub fn publish(&self, message: &Message) {
        self.port.publish(message);
    }

    /// Queues data for all receivers, and flushes them.
    pub fn publish_now(&self, message: &Message) {
        self.port.publish(message);
        if let Some(node) = self.port.node.upgrade() {
            node.outbox.flush();
        }
    }
}

impl YarpNode {
    /// Starts a node. It registers its ports as soon as the name server answers.
    ///
    /// # Errors
    /// When the system cannot create the thread.
    pub fn start(settings: Settings) -> Result<Self, NodeError> {
        let runtime = Builder::new_current_thread().enable_all().build()?;
        let state = Arc::new(NodeState::new(settings));
        let registration = Arc::<Registration>::default();
        let stop = Arc::new(Notify::new());
        let transport = runtime.handle().clone();
        let (serving, registering, ending) =
            (Arc::clone(&state), Arc::clone(&registration), Arc::clone(&stop));
        let thread = std::thread::Builder::new()
            .name("yarp".to_owned())
            .spawn(move || run(&runtime, &serving, &registering, &ending))?;
        Ok(Self { state, registration, stop, transport, thread: Mutex::new(Some(thread)) })
    }

    /// Opens a port.
    ///
    /// # Errors
    /// When the name or topic is invalid, or another port of the node has the name.
    pub fn open(&self, config: PortConfig) -> Result<OpenPort, NodeError> {
        let name = format!("{}{}", self.state.settings.prefix, config.name);
        names::check(&name)?;
        if let Some(topic) = &config.topic {
            names::check(topic)?;
        }
        let receives = config.receive.is_some();
        let dialect = self.state.settings.dialect;
        let port =
            Arc::new(Port::new(name, config.receive, dialect, config.queue, Arc::downgrade(&self.state)));
        if !self.registration.add(Arc::clone(&port), config.topic, receives) {
            return Err(NodeError::Taken(port.name.clone()));
        }
        Ok(OpenPort { port })
    }

    /// Closes a port.
    pub fn close(&self, port: &OpenPort) {
        let Some(port) = self.registration.remove(&port.port.name) else { return };
        let state = Arc::clone(&self.state);
        self.transport.spawn(async move {
            close(&state, &port).await;
            state.unregister(&port.name).await;
        });
    }

    /// Handle for tasks on the node's thread.
    pub(crate) fn transport(&self) -> Handle {
        self.transport.clone()
    }

    /// Wakes the transport to send queued messages.
    pub fn flush(&self) {
        self.state.outbox.flush();
    }

    /// Waits until flushed messages have been passed to the system, for at most 50 ms.
    pub fn wait_until_sent(&self) {
        self.state.outbox.wait_until_sent();
    }

    /// Sends queued messages, unregisters all names and ends the thread.
    pub fn finish(&self) {
        self.stop.notify_one();
        let thread = self.thread.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(thread) = thread
            && thread.join().is_err()
        {
            tracing::error!(target: log::STREAMS, "The thread of the YARP ports has panicked.");
        }
    }
}

impl Drop for YarpNode {
    fn drop(&mut self) {
        self.finish();
    }
}

fn run(runtime: &Runtime, state: &Arc<NodeState>, registration: &Arc<Registration>, stop: &Notify) {
    runtime.block_on(async {
        let sending = Arc::clone(state);
        tokio::spawn(async move { sending.outbox.send_forever().await });
        let (registered, kept) = (Arc::clone(state), Arc::clone(registration));
        let registering = tokio::spawn(async move { registration::keep(&registered, &kept).await });
        stop.notified().await;
        registering.abort();
        state.outbox.send();
        let ports = registration.ports();
        let finish = async {
            while ports.iter().any(|port| port.has_queued()) {
                tokio::time::sleep(DRAIN_PERIOD).await;
            }
        };
        // A receiver that does not read must not delay the end.
        let _ = tokio::time::timeout(DRAIN_MAX, finish).await;
        let unregister_all = async {
            for port in &ports {
                close(state, port).await;
                state.unregister(&port.name).await;
            }
        };
        let _ = tokio::time::timeout(UNREGISTER_MAX, unregister_all).await;
    });
}

/// Closes all connections of a port.
async fn close(state: &NodeState, port: &Port) {
    let ended = port.close();
    let ended = ended.iter().map(|output| (output.to.as_str(), output.carrier));
    admin::end_datagrams(state, &port.name, ended).await;
}
