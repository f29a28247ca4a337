//! The session thread, which owns the zenoh session: it connects to the router, declares the entities of the node, and sends
//! messages.

use std::collections::{BTreeMap, VecDeque};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use morse_ros::NodeError;
use zenoh::sample::SampleKind;
use zenoh::{Config, Session, Wait};

use crate::transport::rmw_zenoh::config;
use crate::transport::rmw_zenoh::publisher::OpenPublisher;
use crate::transport::rmw_zenoh::reason;

/// Time between two attempts to connect to a router.
const RETRY: Duration = Duration::from_millis(500);

/// An entity declared in a session. Dropping it undeclares it.
pub enum Entity {
    /// A publisher.
    Publisher(Box<OpenPublisher>),
    /// Another entity.
    Other {
        /// The declared entity, kept only to be dropped.
        _kept: Box<dyn Send>,
    },
}

/// Callback that declares an entity in a session.
pub type Declare = Box<dyn FnOnce(&Session) -> zenoh::Result<Entity> + Send>;

/// A task of the session thread.
pub enum Task {
    /// Declare an entity under a number.
    Declare(u64, Declare),
    /// Send the queued messages of a publisher.
    Send(u64),
    /// Send a response.
    Answer(Box<dyn FnOnce() + Send>),
    /// Undeclare an entity.
    Undeclare(u64),
    /// End the thread.
    Stop,
}

/// The session thread and the channel to it.
pub struct SessionThread {
    tasks: Sender<Task>,
    thread: Mutex<Option<JoinHandle<()>>>,
}

impl SessionThread {
    /// Starts the thread. It waits until a router is available.
    ///
    /// # Errors
    /// When the system cannot start a thread.
    pub fn start(configuration: Config) -> Result<Self, NodeError> {
        let (tasks, queue) = channel();
        let thread = std::thread::Builder::new()
            .name("ros2-zenoh".to_owned())
            .spawn(move || run(&configuration, &queue))
            .map_err(|error| NodeError(format!("cannot start the session thread of zenoh: {error}")))?;
        Ok(Self { tasks, thread: Mutex::new(Some(thread)) })
    }

    /// Queues a task.
    pub fn queue(&self, task: Task) {
        // An error means that the node is stopped. The task is then not needed.
        let _ = self.tasks.send(task);
    }

    /// The channel to the thread, for objects that may outlive the node.
    #[must_use]
    pub fn tasks(&self) -> Sender<Task> {
        self.tasks.clone()
    }

    /// Ends the session after all queued tasks.
    pub fn stop(&self) {
        self.queue(Task::Stop);
        let thread = self.thread.lock().unwrap_or_else(PoisonError::into_inner).take();
        if thread.is_some_and(|thread| thread.join().is_err()) {
            tracing::error!("the session thread of zenoh has panicked");
        }
    }
}

impl Drop for SessionThread {
    fn drop(&mut self) {
        self.stop();
    }
}

fn run(configuration: &Config, queue: &Receiver<Task>) {
    let mut earlier = VecDeque::new();
    let Some(session) = connect(configuration, queue, &mut earlier) else { return };
    let mut entities: BTreeMap<u64, Entity> = BTreeMap::new();
    while let Some(task) = earlier.pop_front().or_else(|| queue.recv().ok()) {
        match task {
            Task::Declare(id, declare) => match declare(&session) {
                Ok(mut entity) => {
                    // Latched topics may have messages that were queued before the router was available.
                    if let Entity::Publisher(publisher) = &mut entity {
                        publisher.send_waiting();
                    }
                    entities.insert(id, entity);
                }
                Err(error) => tracing::warn!("zenoh refuses a topic or service: {}", reason(&error)),
            },
            Task::Send(id) => {
                if let Some(Entity::Publisher(publisher)) = entities.get_mut(&id) {
                    publisher.send_waiting();
                }
            }
            Task::Answer(send) => send(),
            Task::Undeclare(id) => drop(entities.remove(&id)),
            Task::Stop => break,
        }
    }
    drop(entities);
    if let Err(error) = session.close().wait() {
        tracing::warn!("the zenoh session cannot be closed: {}", reason(&error));
    }
}

/// Opens the session, retrying until a router is available. Tasks that arrive meanwhile are added to `earlier`. Returns
/// `None` if the thread must end.
fn connect(configuration: &Config, queue: &Receiver<Task>, earlier: &mut VecDeque<Task>) -> Option<Session> {
    let endpoints = config::endpoints(configuration);
    let mut is_first = true;
    loop {
        match zenoh::open(configuration.clone()).wait() {
            Ok(session) => {
                if config::is_client(configuration) {
                    tracing::info!("connected to a router of zenoh at {endpoints}");
                    watch_router(&session);
                }
                return Some(session);
            }
            Err(error) if is_first => tracing::warn!(
                "no router of zenoh yet: {}. Start one with `ros2 run rmw_zenoh_cpp rmw_zenohd`. The node keeps trying to \
                 connect",
                reason(&error)
            ),
            Err(_) => {}
        }
        is_first = false;
        let end = Instant::now() + RETRY;
        loop {
            match queue.recv_timeout(end.saturating_duration_since(Instant::now())) {
                Ok(Task::Stop) | Err(RecvTimeoutError::Disconnected) => return None,
                Ok(task) => earlier.push_back(task),
                Err(RecvTimeoutError::Timeout) => break,
            }
        }
    }
}

/// Logs when the router is lost and found again. zenoh reconnects by itself.
fn watch_router(session: &Session) {
    let on_event = |event: zenoh::session::TransportEvent| match event.kind() {
        SampleKind::Put => tracing::info!("connected to a router of zenoh again"),
        SampleKind::Delete => {
            tracing::warn!("the router of zenoh has gone; the node keeps trying to connect")
        }
    };
    let watched =
        session.info().transport_events_listener().history(false).callback(on_event).background().wait();
    if let Err(error) = watched {
        tracing::warn!("changes of the router of zenoh will not be logged: {}", reason(&error));
    }
}
