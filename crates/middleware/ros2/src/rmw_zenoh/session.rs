//! The thread that has the session: it finds the router, declares what the node has, and sends.

use std::collections::{BTreeMap, VecDeque};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use morse_ros::NodeError;
use zenoh::sample::SampleKind;
use zenoh::{Config, Session, Wait};

use crate::rmw_zenoh::config;
use crate::rmw_zenoh::publisher::OpenPublisher;
use crate::rmw_zenoh::reason;

/// Time between two attempts to reach a router.
const RETRY: Duration = Duration::from_millis(500);

/// What a session has declared, until it is dropped.
pub enum Entity {
    /// A publisher.
    Publisher(Box<OpenPublisher>),
    /// Anything else. It is kept only to be dropped.
    Other {
        /// The entity.
        _kept: Box<dyn Send>,
    },
}

/// What declares an entity.
pub type Declare = Box<dyn FnOnce(&Session) -> zenoh::Result<Entity> + Send>;

/// What the thread is asked to do.
pub enum Task {
    /// Declare an entity under a number.
    Declare(u64, Declare),
    /// Send what waits for a publisher.
    Send(u64),
    /// Send an answer.
    Answer(Box<dyn FnOnce() + Send>),
    /// Undeclare an entity.
    Undeclare(u64),
    /// End.
    Stop,
}

/// The thread and the way to it.
pub struct SessionThread {
    tasks: Sender<Task>,
    thread: Mutex<Option<JoinHandle<()>>>,
}

impl SessionThread {
    /// Starts the thread. It waits for a router as long as there is none.
    ///
    /// # Errors
    /// When the system has no thread left.
    pub fn start(configuration: Config) -> Result<Self, NodeError> {
        let (tasks, queue) = channel();
        let thread = std::thread::Builder::new()
            .name("ros2-zenoh".to_owned())
            .spawn(move || run(&configuration, &queue))
            .map_err(|error| NodeError(format!("cannot start the thread of zenoh: {error}")))?;
        Ok(Self { tasks, thread: Mutex::new(Some(thread)) })
    }

    /// Asks for something.
    pub fn ask(&self, task: Task) {
        // The thread ends before this only when the node is stopped, and then nobody listens any more.
        let _ = self.tasks.send(task);
    }

    /// The way to the thread for those who outlive the node.
    #[must_use]
    pub fn tasks(&self) -> Sender<Task> {
        self.tasks.clone()
    }

    /// Ends the session. What waited is sent before.
    pub fn stop(&self) {
        self.ask(Task::Stop);
        let thread = self.thread.lock().unwrap_or_else(PoisonError::into_inner).take();
        if thread.is_some_and(|thread| thread.join().is_err()) {
            tracing::error!("the thread of zenoh has failed");
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
                    // Latched topics may have messages from before the router came.
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
        tracing::warn!("the session of zenoh does not end well: {}", reason(&error));
    }
}

/// Opens the session. Keeps what it is asked meanwhile; `None` when it is asked to end.
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
                "no router of zenoh yet: {}. ROS 2 starts one with `ros2 run rmw_zenoh_cpp rmw_zenohd`; it is looked for \
                 again and again",
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

/// Says when the router goes and comes back. zenoh connects to it again by itself.
fn watch_router(session: &Session) {
    let note = |event: zenoh::session::TransportEvent| match event.kind() {
        SampleKind::Put => tracing::info!("connected to a router of zenoh again"),
        SampleKind::Delete => {
            tracing::warn!("the router of zenoh has gone; it is looked for again and again")
        }
    };
    let watched =
        session.info().transport_events_listener().history(false).callback(note).background().wait();
    if let Err(error) = watched {
        tracing::warn!("nothing will be said about the router of zenoh: {}", reason(&error));
    }
}
