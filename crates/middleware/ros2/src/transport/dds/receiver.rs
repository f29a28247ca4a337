//! The receiver thread, which passes the samples of all readers to their handlers and announces the node.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use morse_ros::NodeError;
use morse_rtps::{EntityId, Event, Reader, Sample, Writer};

use crate::cdr::{self, Payload};
use crate::transport::dds::matched_endpoints::MatchedEndpoints;
use crate::transport::dds::mismatches::Mismatches;
use crate::transport::dds::node_announcement::{Entities, ParticipantEntitiesInfo};
use crate::transport::dds::peer_nodes::PeerNodes;

/// Period of checking for changes of the node.
const ROUND: Duration = Duration::from_millis(10);

/// Largest length of samples that wait for the thread. Later ones are dropped. [bytes]
const WAITING_BYTES: usize = 64 * 1024 * 1024;

/// Memory of a sample in addition to its data. [bytes]
const SAMPLE_OVERHEAD: usize = 256;

/// Callback for the samples of a reader.
pub type Handler = Box<dyn FnMut(Sample) + Send>;

enum Task {
    Add(Reader, Handler),
    Event(Event),
    Remove(EntityId),
    Stop,
}

/// The encoded message of a sample.
///
/// # Errors
/// When its encoding is not plain CDR.
pub fn payload(sample: Sample) -> Result<Payload, String> {
    let little_endian = match sample.encapsulation {
        [0, 0] => false,
        [0, 1] => true,
        [high, low] => return Err(format!("its encoding is 0x{high:02x}{low:02x}, not plain CDR")),
    };
    Ok(Payload { bytes: sample.payload, little_endian })
}

/// Passes events of the participant to the thread.
#[derive(Debug, Clone)]
pub struct EventQueue {
    tasks: Sender<Task>,
    /// Length of the samples that wait. [bytes]
    waiting: Arc<AtomicUsize>,
    dropped: u64,
}

impl EventQueue {
    /// Queues an event without blocking.
    pub fn push(&mut self, event: Event) {
        if let Event::Sample { sample, .. } = &event {
            let length = sample.payload.len() + SAMPLE_OVERHEAD;
            if self.waiting.load(Ordering::Relaxed) > WAITING_BYTES {
                self.dropped += 1;
                if self.dropped.is_power_of_two() {
                    tracing::warn!("{} received messages were dropped: they arrive too fast", self.dropped);
                }
                return;
            }
            self.waiting.fetch_add(length, Ordering::Relaxed);
        }
        // An error means that the node is stopped.
        let _ = self.tasks.send(Task::Event(event));
    }
}

/// The queue of the thread before it starts.
pub struct Tasks {
    receiver: Receiver<Task>,
    queue: EventQueue,
}

impl Tasks {
    /// An empty queue.
    #[must_use]
    pub fn new() -> Self {
        let (tasks, receiver) = channel();
        Self { receiver, queue: EventQueue { tasks, waiting: Arc::default(), dropped: 0 } }
    }

    /// The end of the queue for events.
    #[must_use]
    pub fn events(&self) -> EventQueue {
        self.queue.clone()
    }
}

/// The receiver thread and the channel to it.
#[derive(Debug)]
pub struct ReceiverThread {
    tasks: Sender<Task>,
    thread: Option<JoinHandle<()>>,
}

/// Objects that the thread handles in addition to readers.
pub struct Watched {
    /// The table that is updated by the events of the participant.
    pub matched: Arc<MatchedEndpoints>,
    /// The writers and readers that the node announces.
    pub entities: Arc<Entities>,
    /// The writer of the announcements.
    pub announcer: Writer,
    /// The reader of the announcements of other nodes.
    pub announcements: Reader,
    /// Length of an id in announcements. [bytes]
    pub gid_length: usize,
}

impl ReceiverThread {
    /// Starts the thread.
    ///
    /// # Errors
    /// When the system cannot start a thread.
    pub fn start(tasks: Tasks, watched: Watched) -> Result<Self, NodeError> {
        let sender = tasks.queue.tasks.clone();
        let thread = std::thread::Builder::new()
            .name("ros2".to_owned())
            .spawn(move || run(&watched, &tasks))
            .map_err(|error| NodeError(format!("cannot start the receiver thread: {error}")))?;
        Ok(Self { tasks: sender, thread: Some(thread) })
    }

    /// Adds a reader. Its handler is called on the thread.
    pub fn add(&self, reader: Reader, handler: Handler) {
        // An error means that the node is stopped. The reader is then not needed.
        let _ = self.tasks.send(Task::Add(reader, handler));
    }

    /// Handle for removing readers.
    pub fn remover(&self) -> ReaderRemover {
        ReaderRemover(self.tasks.clone())
    }

    /// Stops the thread, announces that the node is gone, and drops all handlers.
    pub fn stop(&mut self) {
        let _ = self.tasks.send(Task::Stop);
        if let Some(thread) = self.thread.take()
            && thread.join().is_err()
        {
            tracing::error!("the receiver thread of ROS 2 has panicked");
        }
    }
}

/// Removes readers from the receiver thread.
#[derive(Debug, Clone)]
pub struct ReaderRemover(Sender<Task>);

impl ReaderRemover {
    /// Closes a reader and drops its handler.
    pub fn remove(&self, reader: EntityId) {
        // An error means that the node is stopped. The thread has then dropped all readers.
        let _ = self.0.send(Task::Remove(reader));
    }
}

fn run(watched: &Watched, tasks: &Tasks) {
    let mut readers: BTreeMap<EntityId, (Reader, Handler)> = BTreeMap::new();
    // Samples of a reader that arrive before its handler.
    let mut early: Vec<(EntityId, Sample)> = Vec::new();
    let (mut mismatches, mut nodes) = (Mismatches::default(), PeerNodes::default());
    let announcements = watched.announcements.guid().entity;
    loop {
        match tasks.receiver.recv_timeout(ROUND) {
            Ok(Task::Add(reader, mut handler)) => {
                let id = reader.guid().entity;
                let (own, others) = early.into_iter().partition(|(reader, _)| *reader == id);
                early = others;
                let own: Vec<(EntityId, Sample)> = own;
                own.into_iter().for_each(|(_, sample)| handler(sample));
                readers.insert(id, (reader, handler));
            }
            Ok(Task::Event(Event::Sample { reader, sample })) => {
                let length = sample.payload.len() + SAMPLE_OVERHEAD;
                tasks.queue.waiting.fetch_sub(length, Ordering::Relaxed);
                if reader == announcements {
                    payload(sample).iter().for_each(|payload| nodes.update(payload, watched.gid_length));
                } else if let Some((_, handler)) = readers.get_mut(&reader) {
                    handler(sample);
                } else if early.len() < EARLY_MAX {
                    early.push((reader, sample));
                }
            }
            Ok(Task::Event(event)) => {
                watched.matched.update(&event);
                match event {
                    Event::Incompatible(found) => mismatches.add(found, Instant::now()),
                    Event::ParticipantLost(prefix) => {
                        nodes.remove(prefix);
                        mismatches.forget(prefix);
                    }
                    _ => {}
                }
            }
            Ok(Task::Remove(reader)) => {
                readers.remove(&reader);
                watched.matched.forget(reader);
            }
            Ok(Task::Stop) | Err(RecvTimeoutError::Disconnected) => break,
            Err(RecvTimeoutError::Timeout) => {}
        }
        mismatches.take(&nodes, Instant::now()).iter().for_each(|warning| tracing::warn!("{warning}"));
        if let Some(announcement) = watched.entities.take_change() {
            announce(&watched.announcer, &announcement);
        }
    }
    announce(&watched.announcer, &watched.entities.farewell());
}

/// Largest number of samples that arrive before the handler of their reader.
const EARLY_MAX: usize = 1000;

fn announce(writer: &Writer, announcement: &ParticipantEntitiesInfo) {
    let sent = cdr::encode(announcement, 256)
        .map_err(|error| error.to_string())
        .and_then(|payload| writer.write(payload.bytes).map_err(|error| error.to_string()));
    if let Err(problem) = sent {
        tracing::warn!("the node cannot be announced to ROS 2: {problem}");
    }
}
