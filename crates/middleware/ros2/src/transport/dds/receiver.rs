//! The receiver thread, which waits for samples of all readers and passes them to their handlers.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::Duration;

use morse_ros::NodeError;
use rustdds::{DomainParticipantStatusListener, GUID, StatusEvented};

use crate::cdr;
use crate::transport::dds::matched_endpoints::MatchedEndpoints;
use crate::transport::dds::node_announcement::{Entities, ParticipantEntitiesInfo};
use crate::transport::dds::pass_through::{Reader, Writer};
use crate::transport::dds::sample_queue::{Received, SampleQueue};

/// Period of checking for events of the participant, which do not wake the thread.
const ROUND: Duration = Duration::from_millis(10);

/// Callback for the samples of a reader.
pub type Handler = Box<dyn FnMut(Received) + Send>;

enum Task {
    Add(Box<Reader>, Handler),
    /// The reader may have samples.
    Ready(GUID),
    Remove(GUID),
    Stop,
}

/// The receiver thread and the channel to it.
#[derive(Debug)]
pub struct ReceiverThread {
    tasks: Sender<Task>,
    thread: Option<JoinHandle<()>>,
}

/// Sources and sinks that the thread handles in addition to its readers.
pub struct Watched {
    /// Source of events of the participant.
    pub listener: DomainParticipantStatusListener,
    /// The table that is updated by these events.
    pub matched: Arc<MatchedEndpoints>,
    /// The writers and readers that the node announces.
    pub entities: Arc<Entities>,
    /// The writer of the announcements.
    pub announcer: Writer,
}

impl ReceiverThread {
    /// Starts the thread.
    ///
    /// # Errors
    /// When the system cannot start a thread.
    pub fn start(watched: Watched) -> Result<Self, NodeError> {
        let (tasks, queue) = channel();
        let wakers = tasks.clone();
        let thread = std::thread::Builder::new()
            .name("ros2".to_owned())
            .spawn(move || run(watched, &queue, &wakers))
            .map_err(|error| NodeError(format!("cannot start the receiver thread: {error}")))?;
        Ok(Self { tasks, thread: Some(thread) })
    }

    /// Adds a reader. Its handler is called on the thread.
    pub fn add(&self, reader: Reader, handler: Handler) {
        // An error means that the node is stopped. The reader is then not needed.
        let _ = self.tasks.send(Task::Add(Box::new(reader), handler));
    }

    /// Handle for removing readers.
    pub fn remover(&self) -> ReaderRemover {
        ReaderRemover(self.tasks.clone())
    }

    /// Stops the thread, removes the node from the network and drops all handlers.
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
    /// Removes a reader and drops its handler.
    pub fn remove(&self, reader: GUID) {
        // An error means that the node is stopped. The thread has then dropped all readers.
        let _ = self.0.send(Task::Remove(reader));
    }
}

fn run(watched: Watched, queue: &Receiver<Task>, tasks: &Sender<Task>) {
    let mut readers: BTreeMap<GUID, (SampleQueue, Handler)> = BTreeMap::new();
    loop {
        let ready = match queue.recv_timeout(ROUND) {
            Ok(Task::Add(reader, handler)) => {
                let guid = reader.guid();
                let tasks = tasks.clone();
                // An error means that the thread has ended. The sample is then not needed.
                let ready = move || drop(tasks.send(Task::Ready(guid)));
                readers.insert(guid, (SampleQueue::new(*reader, ready), handler));
                Some(guid)
            }
            Ok(Task::Ready(reader)) => Some(reader),
            Ok(Task::Remove(reader)) => {
                readers.remove(&reader);
                None
            }
            Ok(Task::Stop) | Err(RecvTimeoutError::Disconnected) => break,
            Err(RecvTimeoutError::Timeout) => None,
        };
        // Before the samples: the response to a client that is not known yet is delayed.
        while let Some(event) = watched.listener.try_recv_status() {
            watched.matched.update(&event);
        }
        if let Some((samples, handler)) = ready.and_then(|reader| readers.get_mut(&reader)) {
            samples.listen();
            while let Some(received) = samples.pop() {
                handler(received);
            }
        }
        if let Some(announcement) = watched.entities.take_change() {
            announce(&watched.announcer, &announcement);
        }
    }
    announce(&watched.announcer, &watched.entities.farewell());
}

fn announce(writer: &Writer, announcement: &ParticipantEntitiesInfo) {
    let sent = cdr::encode(announcement, 256)
        .map_err(|error| error.to_string())
        .and_then(|payload| writer.write(payload, None).map_err(|error| error.to_string()));
    if let Err(problem) = sent {
        tracing::warn!("the node cannot be announced to ROS 2: {problem}");
    }
}
