//! Requests: how calls of services reach the engine, and how their answers go back.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};

use morse_scene::value::Value;
use morse_world::Pose;

use crate::devices::DeviceEvent;
use crate::service::Answer;

/// How many events may wait for the engine. A transport that finds the queue full stops reading from its client.
pub const QUEUE_LENGTH_MAX: usize = 4096;

/// How many events a tick serves at most, so that clients who send without end cannot hold it up. A driver in real time
/// serves the others until the next tick is due.
pub const EVENTS_PER_TICK_MAX: usize = 256;

/// A request, while it is under way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RequestId(pub u64);

/// What is done with an answer. Called exactly once, on the engine's thread; must not wait.
pub type Respond = Box<dyn FnOnce(Answer) + Send>;

/// A call of a service.
pub struct Request {
    /// Names the request in a later [`Event::Cancel`].
    pub id: RequestId,
    /// Class path of the request manager it came through: only what the scene exposes there can be called.
    pub manager: &'static str,
    /// Full name of the component, or `simulation`, `time`, `communication`.
    pub component: String,
    /// The service.
    pub service: String,
    /// Positional arguments.
    pub arguments: Vec<Value>,
    /// Where the answer goes.
    pub respond: Respond,
}

/// Something that comes from outside.
pub enum Event {
    /// A call.
    Request(Request),
    /// The client of a pending request has lost interest in it.
    Cancel(RequestId),
    /// An outside clock has connected: time stands still until it triggers.
    ClockAttached,
    /// The outside clock asks for one step.
    ClockTriggered,
    /// The outside clock has gone: time runs by itself.
    ClockDetached,
    /// Somebody at the machine did something with a key or a stick.
    Device(DeviceEvent),
    /// Other simulators of a shared scene say where in the world the objects are that they move, by name.
    MovedElsewhere(Vec<(String, Pose)>),
}

/// The way into the engine, for transports on any thread.
#[derive(Clone)]
pub struct Gateway {
    sender: SyncSender<Event>,
    next_id: Arc<AtomicU64>,
}

/// The event came back because the queue is full or the simulation has ended.
pub enum Refused {
    /// Try again later.
    Full(Event),
    /// There is no engine any more.
    Closed,
}

impl Gateway {
    /// A gateway and the queue it fills.
    #[must_use]
    pub fn new() -> (Self, Receiver<Event>) {
        let (sender, receiver) = sync_channel(QUEUE_LENGTH_MAX);
        (Self { sender, next_id: Arc::new(AtomicU64::new(0)) }, receiver)
    }

    /// An identifier no other request has.
    #[must_use]
    pub fn next_id(&self) -> RequestId {
        RequestId(self.next_id.fetch_add(1, Ordering::Relaxed))
    }

    /// Queues an event without waiting.
    ///
    /// # Errors
    /// When the queue is full, or the simulation has ended.
    pub fn try_send(&self, event: Event) -> Result<(), Refused> {
        self.sender.try_send(event).map_err(|error| match error {
            TrySendError::Full(event) => Refused::Full(event),
            TrySendError::Disconnected(_) => Refused::Closed,
        })
    }
}
