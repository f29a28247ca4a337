//! A ROS 1 node: its topics and services for serialized messages, and the thread that serves their connections.

mod handle;
mod listeners;
mod names;
mod node_state;
mod raw_sender;
mod slave_api;
mod task_handles;
mod typed_node;

use std::sync::atomic::{AtomicBool, AtomicI32};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use tokio::runtime::{Builder, Handle, Runtime};
use tokio::sync::Notify;

use crate::log;
use crate::registration::{Entry, Registration};
use crate::settings::NodeSettings;
use crate::tcpros::publication::Publication;
use crate::tcpros::service::ServiceServer;
use crate::tcpros::subscription::Subscription;
use crate::tcpros::{ServiceType, TopicType};
use names::{bracketed, check_name};
use node_state::NodeState;

pub use crate::tcpros::service::{HandleRequest, Respond};
pub use crate::tcpros::subscription::Receive;
pub use handle::Ros1Handle;
pub use morse_ros::NodeError;
pub use raw_sender::RawSender;
pub(crate) use task_handles::{Flush, Parameters};
pub use typed_node::Ros1Sender;

/// Longest time that the end of the node waits for queued messages to be sent.
const DRAIN_MAX: Duration = Duration::from_secs(1);

/// Longest time for unregistering all names at the end. A master needs some milliseconds per name.
const UNREGISTER_MAX: Duration = Duration::from_secs(5);

/// Interval at which the end of the node checks whether all messages are sent.
const DRAIN_PERIOD: Duration = Duration::from_millis(2);

/// A ROS 1 node. Dropping it shuts it down.
pub struct Ros1Node {
    state: Arc<NodeState>,
    transport: Handle,
    thread: Mutex<Option<JoinHandle<()>>>,
}

impl Ros1Node {
    /// Starts a node. It serves peers immediately, and registers as soon as the master answers.
    ///
    /// # Errors
    /// When the system refuses a port or a thread.
    pub fn start(settings: NodeSettings) -> Result<Self, NodeError> {
        let refused = |error: std::io::Error| NodeError(format!("cannot start the ROS node: {error}"));
        let runtime = Builder::new_current_thread().enable_all().build().map_err(refused)?;
        let listeners = {
            let _context = runtime.enter();
            listeners::Listeners::open(settings.bind).map_err(refused)?
        };
        let uri = format!("http://{}:{}/", bracketed(&settings.host), listeners.xmlrpc_port);
        let registration = Registration::new(settings.name.clone(), settings.master.clone(), uri);
        let state = Arc::new(NodeState {
            settings,
            tcpros_port: listeners.tcpros_port,
            registration,
            stop: Notify::new(),
            shut_down: AtomicBool::new(false),
            publications: Mutex::default(),
            subscriptions: Mutex::default(),
            services: Mutex::default(),
            outbox: Arc::default(),
            next_id: Arc::new(AtomicI32::new(1)),
        });
        let transport = runtime.handle().clone();
        let serving = Arc::clone(&state);
        let thread = std::thread::Builder::new()
            .name("ros1".to_owned())
            .spawn(move || run(&runtime, &serving, listeners))
            .map_err(refused)?;
        Ok(Self { state, transport, thread: Mutex::new(Some(thread)) })
    }

    /// Opens a topic for sending. Several senders of one topic share it.
    ///
    /// # Errors
    /// When the name is forbidden, or the topic is already published with another type or another latching mode.
    pub fn advertise_raw(
        &self,
        topic: &str,
        kind: TopicType,
        latching: bool,
        queue: usize,
    ) -> Result<RawSender, NodeError> {
        check_name(topic)?;
        let mut publications = self.state.publications.lock().unwrap_or_else(PoisonError::into_inner);
        let known = publications.iter().find(|known| known.topic == topic).cloned();
        let sender = |publication: Arc<Publication>| {
            let number = publication.add_sender();
            RawSender { node: Arc::downgrade(&self.state), publication, number }
        };
        if let Some(publication) = known {
            if publication.kind.md5sum != kind.md5sum || publication.latching != latching {
                let known = &publication.kind.name;
                return Err(NodeError(format!(
                    "the topic {topic} already carries {known}: choose another `topic` for {}",
                    kind.name
                )));
            }
            return Ok(sender(publication));
        }
        let publication = Arc::new(Publication::new(
            topic.to_owned(),
            kind.clone(),
            self.state.settings.name.clone(),
            (latching, queue),
            Arc::clone(&self.state.outbox),
        ));
        publications.push(Arc::clone(&publication));
        self.state.registration.add(Entry::Publisher { topic: topic.to_owned(), kind: kind.name });
        Ok(sender(publication))
    }

    /// Opens a topic for receiving. `receive` is called on the node's thread with the content of each message. Its errors
    /// are logged.
    ///
    /// # Errors
    /// When the name is forbidden.
    pub fn subscribe_raw(
        &self,
        topic: &str,
        kind: TopicType,
        receive: Receive,
    ) -> Result<Ros1Handle, NodeError> {
        check_name(topic)?;
        let node = self.state.settings.name.clone();
        let next_id = Arc::clone(&self.state.next_id);
        let subscription = Arc::new(Subscription::new(topic.to_owned(), kind, node, receive, next_id));
        let subscriptions = &self.state.subscriptions;
        subscriptions.lock().unwrap_or_else(PoisonError::into_inner).push(Arc::clone(&subscription));
        self.state.registration.add(Entry::Subscriber(Arc::clone(&subscription)));
        Ok(Ros1Handle::subscription(&self.state, subscription))
    }

    /// Opens a service. `handle` is called on the node's thread with the content of each request and a callback for the
    /// response.
    ///
    /// # Errors
    /// When the name is forbidden or already served.
    pub fn serve_raw(
        &self,
        name: &str,
        kind: ServiceType,
        handle: HandleRequest,
    ) -> Result<Ros1Handle, NodeError> {
        check_name(name)?;
        if self.state.service(name).is_some() {
            return Err(NodeError(format!("the service {name} is already served")));
        }
        let node = self.state.settings.name.clone();
        let server = Arc::new(ServiceServer::new(name.to_owned(), kind, node, handle));
        self.state.services.lock().unwrap_or_else(PoisonError::into_inner).push(server);
        let uri = format!("rosrpc://{}:{}", bracketed(&self.state.settings.host), self.state.tcpros_port);
        self.state.registration.add(Entry::Service { name: name.to_owned(), uri });
        Ok(Ros1Handle::service(&self.state, name))
    }

    /// Port on which topics and services are served.
    #[must_use]
    pub fn tcpros_port(&self) -> u16 {
        self.state.tcpros_port
    }

    /// Address of the node's XML-RPC server.
    #[must_use]
    pub fn uri(&self) -> &str {
        self.state.registration.uri()
    }

    /// Handle for spawning tasks on the node's thread.
    pub(crate) fn transport(&self) -> Handle {
        self.transport.clone()
    }

    /// Handle for flushing messages from within a task.
    pub(crate) fn flusher(&self) -> Flush {
        Flush(Arc::clone(&self.state.outbox))
    }

    /// Handle for setting and reading parameters from within a task.
    pub(crate) fn parameters(&self) -> Parameters {
        Parameters(Arc::downgrade(&self.state))
    }

    /// Passes all queued messages to the transport.
    pub fn flush(&self) {
        self.state.outbox.flush();
    }

    /// Waits for a short time until the transport has written all flushed messages to the sockets.
    pub fn wait_until_sent(&self) {
        self.state.outbox.wait_until_sent();
    }

    /// Sends queued messages, unregisters all names and ends the thread.
    pub fn finish(&self) {
        self.state.registration.leave();
        self.state.stop.notify_one();
        let thread = self.thread.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(thread) = thread
            && thread.join().is_err()
        {
            tracing::error!(target: log::STREAMS, "The thread of the ROS node has panicked.");
        }
    }
}

impl Drop for Ros1Node {
    fn drop(&mut self) {
        self.finish();
    }
}

fn run(runtime: &Runtime, state: &Arc<NodeState>, listeners: listeners::Listeners) {
    runtime.block_on(async {
        let outbox = Arc::clone(&state.outbox);
        tokio::spawn(async move { outbox.send_forever().await });
        let registering = Arc::clone(state);
        let registering = tokio::spawn(async move { registering.registration.keep().await });
        listeners.serve(state);
        state.stop.notified().await;
        registering.abort();
        let finish = async {
            state.outbox.send();
            while state.publications().iter().any(|topic| topic.is_waiting()) {
                tokio::time::sleep(DRAIN_PERIOD).await;
            }
        };
        // A subscriber that does not read must not delay the end of the simulation.
        let _ = tokio::time::timeout(DRAIN_MAX, finish).await;
        state.publications().iter().for_each(|topic| topic.close());
        let _ = tokio::time::timeout(UNREGISTER_MAX, state.registration.unregister_all()).await;
    });
}
