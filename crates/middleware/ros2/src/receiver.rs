//! The thread that receives: it waits for samples of all readers and hands them to their handlers.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::task::{Wake, Waker};
use std::thread::JoinHandle;
use std::time::Duration;

use morse_ros::NodeError;
use rustdds::no_key::DeserializedCacheChange;
use rustdds::{DomainParticipantStatusListener, StatusEvented};

use crate::dds::cdr;
use crate::dds::payload::{Payload, Reader, Writer};
use crate::entities::Entities;
use crate::matched::Matched;

/// Time after which changes of the network that wake nobody are noticed.
const ROUND: Duration = Duration::from_millis(10);

/// A sample as it arrived.
pub type Received = DeserializedCacheChange<Payload>;

/// What is done with the samples of a reader.
pub type Handler = Box<dyn FnMut(Received) + Send>;

enum Task {
    Add(Box<Reader>, Handler),
    /// The reader of this index may have samples.
    Ready(usize),
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

/// Wakes the thread when a reader has samples.
struct ReaderWaker {
    index: usize,
    tasks: Sender<Task>,
}

impl Wake for ReaderWaker {
    fn wake(self: Arc<Self>) {
        let _ = self.tasks.send(Task::Ready(self.index));
    }
}

fn run(watched: Watched, queue: &Receiver<Task>, tasks: &Sender<Task>) {
    let mut readers: Vec<(Box<Reader>, Handler, Waker)> = Vec::new();
    loop {
        let ready = match queue.recv_timeout(ROUND) {
            Ok(Task::Add(reader, handler)) => {
                let waker = Arc::new(ReaderWaker { index: readers.len(), tasks: tasks.clone() });
                readers.push((reader, handler, waker.into()));
                Some(readers.len() - 1)
            }
            Ok(Task::Ready(index)) => Some(index),
            Ok(Task::Stop) | Err(RecvTimeoutError::Disconnected) => break,
            Err(RecvTimeoutError::Timeout) => None,
        };
        if let Some((reader, handler, waker)) = ready.and_then(|index| readers.get_mut(index)) {
            drain(reader, handler, waker);
        }
        while let Some(event) = watched.listener.try_recv_status() {
            watched.matched.update(&event);
        }
        if let Some(announcement) = watched.entities.take_change() {
            announce(&watched.announcer, &announcement);
        }
    }
    announce(&watched.announcer, &watched.entities.farewell());
}

/// Hands all samples of a reader to its handler. The waker is set before: a sample that comes meanwhile wakes again.
fn drain(reader: &Reader, handler: &mut Handler, waker: &Waker) {
    reader.set_waker(Some(waker.clone()));
    reader.drain_read_notifications();
    loop {
        match reader.try_take_one() {
            Ok(Some(received)) => handler(received),
            Ok(None) => return,
            Err(error) => tracing::warn!("a message of ROS 2 cannot be read: {error}"),
        }
    }
}

fn announce(writer: &Writer, announcement: &crate::entities::ParticipantEntitiesInfo) {
    let sent = cdr::encode(announcement, 256)
        .map_err(|error| error.to_string())
        .and_then(|payload| writer.write(payload, None).map_err(|error| error.to_string()));
    if let Err(problem) = sent {
        tracing::warn!("the node cannot be announced to ROS 2: {problem}");
    }
}
