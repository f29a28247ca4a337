//! A port: its incoming and outgoing connections, and the passing of data.

pub(crate) mod admin;
pub(crate) mod connecting;
pub(crate) mod datagrams;
pub(crate) mod incoming;
mod node_state;
pub(crate) mod output;
pub(crate) mod send_queue;
pub(crate) mod text_session;

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use morse_network::{SendQueued, Throttle};
use tokio::sync::oneshot;
use tokio::task::AbortHandle;

use crate::bottle::{Bottle, Dialect};
use crate::log;
use crate::port::output::Output;
use crate::wire::{Carrier, Message};

pub(crate) use node_state::NodeState;

/// Maximum number of outgoing connections of a port.
pub const OUTPUTS_MAX: usize = 256;

/// Data received by a port.
pub struct Incoming {
    /// Name of the sending port or tool.
    pub from: String,
    /// Received values.
    pub bottle: Bottle,
    /// Sender for the reply, if the peer waits for one. If it is dropped, no reply is sent.
    pub reply: Option<oneshot::Sender<Bottle>>,
}

/// Callback for data received by a port. Called on the node's thread.
pub type Receive = Box<dyn Fn(Incoming) + Send + Sync>;

/// A port of a node.
pub(crate) struct Port {
    pub(crate) name: String,
    /// Callback for received data; a port without it drops received data.
    receive: Option<Receive>,
    pub(crate) dialect: Dialect,
    /// Maximum number of messages queued for a slow receiver.
    queue: usize,
    pub(crate) node: Weak<NodeState>,
    links: Mutex<Links>,
    outputs: AtomicUsize,
    /// Listening address, and the task that accepts connections.
    listener: Mutex<Option<(SocketAddr, AbortHandle)>>,
    next_id: AtomicU64,
    /// Whether the port is marked in the outbox.
    pub(crate) marked: std::sync::atomic::AtomicBool,
    log_limit: Throttle,
}

/// Connections of a port.
#[derive(Default)]
struct Links {
    inputs: BTreeMap<u64, Input>,
    outputs: Vec<(Arc<Output>, AbortHandle)>,
}

struct Input {
    from: String,
    carrier: Carrier,
    task: AbortHandle,
}

/// Removes an input from its port when the connection ends.
pub(crate) struct InputGuard {
    port: Arc<Port>,
    id: u64,
}

impl Drop for InputGuard {
    fn drop(&mut self) {
        self.port.lock().inputs.remove(&self.id);
    }
}

impl Port {
    pub(crate) fn new(
        name: String,
        receive: Option<Receive>,
        dialect: Dialect,
        queue: usize,
        node: Weak<NodeState>,
    ) -> Self {
        Self {
            name,
            receive,
            dialect,
            queue: queue.max(1),
            node,
            links: Mutex::default(),
            outputs: AtomicUsize::new(0),
            listener: Mutex::default(),
            next_id: AtomicU64::new(1),
            marked: std::sync::atomic::AtomicBool::new(false),
            log_limit: Throttle::default(),
        }
    }

    fn lock(&self) -> MutexGuard<'_, Links> {
        self.links.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn listener(&self) -> MutexGuard<'_, Option<(SocketAddr, AbortHandle)>> {
        self.listener.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Listening address, if the port is served.
    pub(crate) fn address(&self) -> Option<SocketAddr> {
        self.listener().as_ref().map(|(address, _)| *address)
    }

    /// Replaces the task that accepts connections.
    pub(crate) fn set_listener(&self, address: SocketAddr, task: AbortHandle) {
        if let Some((_, old)) = self.listener().replace((address, task)) {
            old.abort();
        }
    }

    /// Passes data to the callback. Without one, data are dropped.
    pub(crate) fn receive(&self, incoming: Incoming) {
        if let Some(receive) = &self.receive {
            receive(incoming);
        } else if self.log_limit.pass() {
            tracing::warn!(
                target: log::STREAMS,
                "{} sends data to {}, which is the port of a sensor. They are dropped.", incoming.from, self.name
            );
        }
    }

    /// Passes data to the callback, and waits for its reply if the peer does.
    async fn deliver(&self, from: &str, bottle: Bottle, replies: bool) -> Option<Bottle> {
        let (reply, replied) = oneshot::channel();
        self.receive(Incoming { from: from.to_owned(), bottle, reply: replies.then_some(reply) });
        if replies { replied.await.ok() } else { None }
    }

    /// Adds an incoming connection. It replaces an older one from the same port.
    pub(crate) fn add_input(self: &Arc<Self>, from: &str, carrier: Carrier, task: AbortHandle) -> InputGuard {
        let id = self.next_id.fetch_add(1, Ordering::Relaxed);
        let mut links = self.lock();
        if from.starts_with('/') {
            links.inputs.values().filter(|input| input.from == from).for_each(|input| input.task.abort());
        }
        links.inputs.insert(id, Input { from: from.to_owned(), carrier, task });
        InputGuard { port: Arc::clone(self), id }
    }

    /// Closes the connections from a port. Returns whether there were any.
    pub(crate) fn remove_inputs(&self, from: &str) -> bool {
        let links = self.lock();
        let mut ended = links.inputs.values().filter(|input| input.from == from).peekable();
        let any = ended.peek().is_some();
        ended.for_each(|input| input.task.abort());
        any
    }

    /// Names and carriers of incoming connections.
    pub(crate) fn inputs(&self) -> Vec<(String, Carrier)> {
        self.lock().inputs.values().map(|input| (input.from.clone(), input.carrier)).collect()
    }

    /// Adds an outgoing connection, served by a task. It replaces an older one to the same port. Returns `false` if there
    /// are too many connections.
    pub(crate) fn add_output(&self, output: Arc<Output>, task: AbortHandle) -> bool {
        let mut links = self.lock();
        if output.to.starts_with('/') {
            let is_same = |other: &Output| other.to == output.to;
            links.outputs.retain(|(other, task)| {
                if is_same(other) {
                    other.close();
                    task.abort();
                }
                !is_same(other)
            });
        }
        let fits = links.outputs.len() < OUTPUTS_MAX;
        if fits {
            links.outputs.push((output, task));
        } else {
            task.abort();
        }
        self.outputs.store(links.outputs.len(), Ordering::Relaxed);
        fits
    }

    /// Closes the outgoing connections selected by `ends`, and returns them.
    pub(crate) fn remove_outputs(&self, ends: impl Fn(&Arc<Output>) -> bool) -> Vec<Arc<Output>> {
        let mut links = self.lock();
        let mut ended = Vec::new();
        links.outputs.retain(|(output, task)| {
            let is_kept = !ends(output);
            if !is_kept {
                output.close();
                task.abort();
                ended.push(Arc::clone(output));
            }
            is_kept
        });
        self.outputs.store(links.outputs.len(), Ordering::Relaxed);
        ended
    }

    /// Names and carriers of outgoing connections.
    pub(crate) fn outputs(&self) -> Vec<(String, Carrier)> {
        self.lock().outputs.iter().map(|(output, _)| (output.to.clone(), output.carrier)).collect()
    }

    /// Whether the port has outgoing connections.
    pub(crate) fn has_outputs(&self) -> bool {
        self.outputs.load(Ordering::Relaxed) > 0
    }

    /// Queues data for all receivers, without blocking. They are sent when the outbox is flushed.
    pub(crate) fn publish(self: &Arc<Self>, message: &Message) {
        for (output, _) in &self.lock().outputs {
            output.push(message.clone(), self.queue);
        }
        if let Some(node) = self.node.upgrade()
            && !self.marked.swap(true, Ordering::AcqRel)
        {
            node.outbox.mark(Arc::clone(self));
        }
    }

    /// Whether messages are queued for any receiver.
    pub(crate) fn has_queued(&self) -> bool {
        self.lock().outputs.iter().any(|(output, _)| output.has_queued())
    }

    /// Closes all connections, and stops accepting. Returns the outgoing ones.
    pub(crate) fn close(&self) -> Vec<Arc<Output>> {
        if let Some((_, task)) = self.listener().take() {
            task.abort();
        }
        self.lock().inputs.values().for_each(|input| input.task.abort());
        self.remove_outputs(|_| true)
    }
}

impl SendQueued for Port {
    fn send_queued(&self) {
        self.marked.store(false, Ordering::Release);
        for (output, _) in &self.lock().outputs {
            output.send();
            if output.lost() > 0 && self.log_limit.pass() {
                tracing::debug!(
                    target: log::STREAMS,
                    "{} does not read {} fast enough and has lost {} messages.", output.to, self.name, output.lost()
                );
            }
        }
    }
}
