//! Requests: service calls to the engine, and the way of their answers back.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};

use morse_scene::value::Value;
use morse_world::Pose;

use crate::contract::outcome::Answer;
use crate::engine::devices::DeviceEvent;
use crate::engine::time::lockstep::PartnerId;

/// Maximum number of queued events. A transport that finds the queue full stops reading from its client.
pub const QUEUE_LENGTH_MAX: usize = 4096;

/// Maximum number of events that a tick serves, so that clients cannot stall it. A driver in real time serves further
/// events until the next tick is due.
pub const EVENTS_PER_TICK_MAX: usize = 256;

/// Names of the pseudo components, which requests can address like components.
pub(crate) const PSEUDO_COMPONENTS: [&str; 3] = ["simulation", "communication", "time"];

/// Identifier of a pending request.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RequestId(pub u64);

/// Callback for an answer. Called exactly once, on the engine's thread; must not block.
pub type Respond = Box<dyn FnOnce(Answer) + Send>;

/// A service call.
pub struct Request {
    /// Identifier for a later [`Event::Cancel`].
    pub id: RequestId,
    /// Class path of the request manager that received the request: only services that the scene exposes there can be
    /// called.
    pub manager: &'static str,
    /// Full name of the component, or `simulation`, `time`, `communication`.
    pub component: String,
    /// Name of the service.
    pub service: String,
    /// Positional arguments.
    pub arguments: Vec<Value>,
    /// Callback for the answer.
    pub respond: Respond,
}

/// An event from outside.
pub enum Event {
    /// A service call.
    Request(Request),
    /// The client cancelled a pending request.
    Cancel(RequestId),
    /// An external clock has connected: steps wait for its triggers.
    ClockAttached,
    /// The external clock triggers one step.
    ClockTriggered,
    /// The external clock has disconnected: time runs freely.
    ClockDetached,
    /// A program in lock-step has connected: each step waits until it is ready.
    LockstepAttached(PartnerId),
    /// A program in lock-step is ready for the next step.
    LockstepReady(PartnerId),
    /// A program in lock-step has disconnected: steps do not wait for it.
    LockstepDetached(PartnerId),
    /// Input from a keyboard or joystick.
    Device(DeviceEvent),
    /// Poses in the world, by name, of objects that other simulators of a shared scene move.
    MovedElsewhere(Vec<(String, Pose)>),
}

/// Sender of events to the engine, for transports on any thread.
#[derive(Clone)]
pub struct Gateway {
    sender: SyncSender<Event>,
    next_id: Arc<AtomicU64>,
}

/// Reason why an event was not queued.
pub enum Refused {
    /// The queue is full; try again later.
    Full(Event),
    /// The simulation has ended.
    Closed,
}

impl Gateway {
    /// Creates a gateway and the queue that it fills.
    #[must_use]
    pub fn new() -> (Self, Receiver<Event>) {
        let (sender, receiver) = sync_channel(QUEUE_LENGTH_MAX);
        (Self { sender, next_id: Arc::new(AtomicU64::new(0)) }, receiver)
    }

    /// A new unique identifier.
    #[must_use]
    pub fn next_id(&self) -> RequestId {
        RequestId(self.next_id.fetch_add(1, Ordering::Relaxed))
    }

    /// Reserves the identifiers below this one: new identifiers are not smaller.
    pub fn reserve_ids(&self, below: RequestId) {
        self.next_id.fetch_max(below.0, Ordering::Relaxed);
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
