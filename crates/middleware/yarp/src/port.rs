//! A port: what has connected to it, what it has connected to, and what it does with data.

pub(crate) mod admin;
pub(crate) mod connecting;
pub(crate) mod datagrams;
pub(crate) mod incoming;
mod node_state;
pub(crate) mod output;
pub(crate) mod text_session;
pub(crate) mod waiting;

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

/// Data that came to a port.
pub struct Incoming {
    /// Name of the port or the tool that sends.
    pub from: String,
    /// The data.
    pub bottle: Bottle,
    /// Takes the reply, if the sender waits for one. If it is dropped, none is sent.
    pub reply: Option<oneshot::Sender<Bottle>>,
}

/// Called on the node's thread with the data that come to a port.
pub type Receive = Box<dyn Fn(Incoming) + Send + Sync>;

/// A port.
pub(crate) struct Port {
    pub(crate) name: String,
    /// Called with data; a port without it takes none.
    receive: Option<Receive>,
    pub(crate) dialect: Dialect,
    /// Number of messages that a slow receiver may have waiting.
    queue: usize,
    pub(crate) node: Weak<NodeState>,
    links: Mutex<Links>,
    outputs: AtomicUsize,
    /// Where the port is served, and the task that accepts connections.
    listener: Mutex<Option<(SocketAddr, AbortHandle)>>,
    next_id: AtomicU64,
    /// Whether the port has messages for the transport.
    pub(crate) marked: std::sync::atomic::AtomicBool,
    complaint: Throttle,
}

/// The connections of a port.
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

/// Removes an input from the list of its port when its connection ends.
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
            complaint: Throttle::default(),
        }
    }

    fn lock(&self) -> MutexGuard<'_, Links> {
        self.links.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn listener(&self) -> MutexGuard<'_, Option<(SocketAddr, AbortHandle)>> {
        self.listener.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Where the port takes connections, if it does.
    pub(crate) fn address(&self) -> Option<SocketAddr> {
        self.listener().as_ref().map(|(address, _)| *address)
    }

    /// Takes connections by this task from now on, and no longer by an older one.
    pub(crate) fn set_listener(&self, address: SocketAddr, task: AbortHandle) {
        if let Some((_, old)) = self.listener().replace((address, task)) {
            old.abort();
        }
    }

    /// Passes data to the port's owner. Data that the port does not take are dropped.
    pub(crate) fn receive(&self, incoming: Incoming) {
        if let Some(receive) = &self.receive {
            receive(incoming);
        } else if self.complaint.pass() {
            tracing::warn!(
                target: log::STREAMS,
                "{} sends data to {}, which is the port of a sensor. They are dropped.", incoming.from, self.name
            );
        }
    }

    /// Passes data to the port's owner, and waits for the reply if the sender does.
    async fn deliver(&self, from: &str, bottle: Bottle, replies: bool) -> Option<Bottle> {
        let (reply, replied) = oneshot::channel();
        self.receive(Incoming { from: from.to_owned(), bottle, reply: replies.then_some(reply) });
        if replies { replied.await.ok() } else { None }
    }

    /// Notes a connection that brings data. An older one from the same port ends.
    pub(crate) fn add_input(self: &Arc<Self>, from: &str, carrier: Carrier, task: AbortHandle) -> InputGuard {
        let id = self.next_id.fetch_add(1, Ordering::Relaxed);
        let mut links = self.lock();
        if from.starts_with('/') {
            links.inputs.values().filter(|input| input.from == from).for_each(|input| input.task.abort());
        }
        links.inputs.insert(id, Input { from: from.to_owned(), carrier, task });
        InputGuard { port: Arc::clone(self), id }
    }

    /// Ends the connections from a port; whether there were any.
    pub(crate) fn remove_inputs(&self, from: &str) -> bool {
        let links = self.lock();
        let mut ended = links.inputs.values().filter(|input| input.from == from).peekable();
        let any = ended.peek().is_some();
        ended.for_each(|input| input.task.abort());
        any
    }

    /// Names and carriers of what sends to this port.
    pub(crate) fn inputs(&self) -> Vec<(String, Carrier)> {
        self.lock().inputs.values().map(|input| (input.from.clone(), input.carrier)).collect()
    }

    /// Adds a connection that takes data, served by a task. One to the same port is replaced.
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

    /// Ends the connections to a port; gives those that have ended.
    pub(crate) fn remove_outputs(&self, ends: impl Fn(&Arc<Output>) -> bool) -> Vec<Arc<Output>> {
        let mut links = self.lock();
        let mut ended = Vec::new();
        links.outputs.retain(|(output, task)| {
            let stays = !ends(output);
            if !stays {
                output.close();
                task.abort();
                ended.push(Arc::clone(output));
            }
            stays
        });
        self.outputs.store(links.outputs.len(), Ordering::Relaxed);
        ended
    }

    /// Names and carriers of what this port sends to.
    pub(crate) fn outputs(&self) -> Vec<(String, Carrier)> {
        self.lock().outputs.iter().map(|(output, _)| (output.to.clone(), output.carrier)).collect()
    }

    /// Whether data of the port would be used.
    pub(crate) fn has_outputs(&self) -> bool {
        self.outputs.load(Ordering::Relaxed) > 0
    }

    /// Queues data for all receivers. Waits for none of them. They are sent when the outbox is flushed.
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

    /// Whether data wait for a receiver.
    pub(crate) fn is_waiting(&self) -> bool {
        self.lock().outputs.iter().any(|(output, _)| output.is_waiting())
    }

    /// Ends all connections, and takes no others. Gives the outgoing ones.
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
            if output.lost() > 0 && self.complaint.pass() {
                tracing::debug!(
                    target: log::STREAMS,
                    "{} does not read {} fast enough and has lost {} messages.", output.to, self.name, output.lost()
                );
            }
        }
    }
}
