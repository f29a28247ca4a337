//! The thread that receives: it waits for samples of all readers and hands them to their handlers.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::Duration;

use morse_ros::NodeError;
use rustdds::{DomainParticipantStatusListener, GUID, StatusEvented};

use crate::cdr;
use crate::dds::entities::{Entities, ParticipantEntitiesInfo};
use crate::dds::matched::Matched;
use crate::dds::pass_through::{Reader, Writer};
use crate::dds::sample_queue::{Received, SampleQueue};

/// Time after which changes of the network that wake nobody are noticed.
const ROUND: Duration = Duration::from_millis(10);

/// What is done with the samples of a reader.
pub type Handler = Box<dyn FnMut(Received) + Send>;

enum Task {
    Add(Box<Reader>, Handler),
    /// This reader may have samples.
    Ready(GUID),
    Remove(GUID),
    Stop,
}

/// The thread and the way to it.
#[derive(Debug)]
pub struct ReceiverThread {
    tasks: Sender<Task>,
    thread: Option<JoinHandle<()>>,
}

/// What the thread watches beside its readers.
pub struct Watched {
    /// Events of the participant.
    pub listener: DomainParticipantStatusListener,
    /// The table that they change.
    pub matched: Arc<Matched>,
    /// What the node announces.
    pub entities: Arc<Entities>,
    /// The writer of these announcements.
    pub announcer: Writer,
}

impl ReceiverThread {
    /// Starts the thread.
    ///
    /// # Errors
    /// When the system has no thread left.
    pub fn start(watched: Watched) -> Result<Self, NodeError> {
        let (tasks, queue) = channel();
        let wakers = tasks.clone();
        let thread = std::thread::Builder::new()
            .name("ros2".to_owned())
            .spawn(move || run(watched, &queue, &wakers))
            .map_err(|error| NodeError(format!("cannot start the thread that receives: {error}")))?;
        Ok(Self { tasks, thread: Some(thread) })
    }

    /// Adds a reader. Its handler is called on the thread.
    pub fn add(&self, reader: Reader, handler: Handler) {
        // The thread ends before this only when the node is closed, and then nobody listens any more.
        let _ = self.tasks.send(Task::Add(Box::new(reader), handler));
    }

    /// What removes readers.
    pub fn remover(&self) -> ReaderRemover {
        ReaderRemover(self.tasks.clone())
    }

    /// Stops the thread and takes the node from the network. Handlers are dropped.
    pub fn stop(&mut self) {
        let _ = self.tasks.send(Task::Stop);
        if let Some(thread) = self.thread.take()
            && thread.join().is_err()
        {
            tracing::error!("the thread that receives from ROS 2 has failed");
        }
    }
}

/// Takes readers from the thread.
#[derive(Debug, Clone)]
pub struct ReaderRemover(Sender<Task>);

impl ReaderRemover {
    /// Removes a reader and drops its handler.
    pub fn remove(&self, reader: GUID) {
        // The thread ends before this only when the node is closed, and then it has dropped all readers.
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
                // Nobody waits for what arrives when the thread has ended.
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
        // Before the samples: an answer waits for a client that is not known.
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
